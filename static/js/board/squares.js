// The draughts board's geometry: 50 dark squares, numbered row by row from Black's side
// (RULES.md section 9). Turned once it is seen from Black's side.

/** How many squares there are. */
export const SQUARES = 50;

/** The four ways out of a square, clockwise from the upper right, as seen on the page. */
export const DIRECTIONS = /** @type {const} */ ([[1, -1], [1, 1], [-1, 1], [-1, -1]]);

/**
 * A square's column and row, both 0..=9 from the upper left as White sees it.
 * @param {number} square 1..=50.
 */
export function placeOf(square) {
  const row = Math.floor((square - 1) / 5);
  return { column: ((square - 1) % 5) * 2 + (row % 2 ? 0 : 1), row };
}

/**
 * The square of a column and a row; none where it is light or off the board.
 * @param {number} column
 * @param {number} row
 * @returns {number | null}
 */
export function squareAt(column, row) {
  if (column < 0 || column > 9 || row < 0 || row > 9 || (column + row) % 2 === 0) return null;
  return row * 5 + Math.floor(column / 2) + 1;
}

/**
 * Where a square is drawn when the board is turned half round `turns` times.
 * @param {number} square
 * @param {number} turns
 * @returns {number} The square whose place on the page it takes.
 */
export const turned = (square, turns) => (turns % 2 ? SQUARES + 1 - square : square);

/**
 * How often the board is turned for a seat to sit below: 0 is White.
 * @param {number} seat
 */
export const turnsFor = (seat) => (seat === 1 ? 1 : 0);

/**
 * A square's middle in the drawing, the board's centre being 0, 0.
 * @param {number} square
 * @param {number} [turns]
 */
export function pointOf(square, turns = 0) {
  const { column, row } = placeOf(turned(square, turns));
  return { x: column - 4.5, y: row - 4.5 };
}

/**
 * The squares row by row as they are drawn on a turned board.
 * @param {number} turns
 */
export const rows = (turns) => Array.from({ length: 10 }, (_, row) =>
  Array.from({ length: 5 }, (__, i) => turned(row * 5 + i + 1, turns)));

/**
 * The next square on the page in one of the four directions, on a turned board.
 * @param {number} square
 * @param {number} direction Index into DIRECTIONS.
 * @param {number} [turns]
 * @returns {number | null}
 */
export function step(square, direction, turns = 0) {
  const by = DIRECTIONS[direction];
  const { column, row } = placeOf(turned(square, turns));
  const next = by ? squareAt(column + by[0], row + by[1]) : null;
  return next === null ? null : turned(next, turns);
}

/**
 * The squares between two of a diagonal, from the first on; none where they share no diagonal.
 * @param {number} from
 * @param {number} to
 */
export function between(from, to) {
  const a = placeOf(from);
  const b = placeOf(to);
  const far = Math.abs(b.row - a.row);
  if (Math.abs(b.column - a.column) !== far) return [];
  return Array.from({ length: Math.max(0, far - 1) }, (_, i) =>
    squareAt(a.column + Math.sign(b.column - a.column) * (i + 1), a.row + Math.sign(b.row - a.row) * (i + 1)) ?? 0);
}

/**
 * Whether a man of a seat that ends its move there becomes a king.
 * @param {number} seat
 * @param {number} square
 */
export const promotes = (seat, square) => (seat === 0 ? square <= 5 : square > 45);

/**
 * The square a key leads to from another, in directions of the page. The arrows go over the dark
 * squares as over a table of ten rows of five; the letters go along the diagonals.
 * @param {number} square
 * @param {string} key
 * @param {number} turns
 * @returns {number | null}
 */
export function lead(square, key, turns) {
  const shown = turned(square, turns);
  const row = Math.floor((shown - 1) / 5);
  const first = row * 5 + 1;
  /** @type {Record<string, number>} */
  const targets = {
    ArrowUp: shown - 5, ArrowDown: shown + 5,
    ArrowLeft: Math.max(first, shown - 1), ArrowRight: Math.min(first + 4, shown + 1),
    Home: first, End: first + 4,
  };
  const target = targets[key];
  if (target !== undefined) return target < 1 || target > SQUARES ? null : turned(target, turns);
  const diagonal = 'eczq'.indexOf(key);
  return diagonal < 0 ? null : step(square, diagonal, turns);
}
