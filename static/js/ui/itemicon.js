// The signs of the items, the same on buttons, chips and the board.

/** Strokes in a square of 24, by item. */
export const ITEM_PATHS = /** @type {const} */ ({
  roadblock: 'M3 8h18v6H3zM6 14v6M18 14v6M8 8l-3 6M14 8l-3 6M20 8l-3 6',
  road_worker: 'M12 3l5 15H7zM4 20h16M9.3 11h5.4',
  power_marble: 'M13 2 6 13h5l-1 9 8-12h-6z',
  wings: 'M12 20C4 18 2 10 3 4c4 3 7 4 9 8 2-4 5-5 9-8 1 6-1 14-9 16z',
  swap: 'M4 8h15l-4-4M20 16H5l4 4',
  tornado: 'M3 4h18M5 9h13M8 14h9M11 19h4',
});
