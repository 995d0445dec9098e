// What an item is aimed at: one hole, or a marble and then where it goes. Pure.

/**
 * @typedef {import('../protocol.js').Item} Item
 * @typedef {import('../protocol.js').ItemTargets} ItemTargets
 *
 * An item in hand; `from` once the marble of a two-step item is chosen, `at` while the use only
 * waits to be confirmed.
 * @typedef {{ item: Item, from: number | null, at: number | null }} Aim
 *
 * @typedef {{ aim: Aim | null, use?: import('../protocol.js').ItemUse, miss?: boolean }} AimResult
 */

/** The items by their numbers, which is also the order of their buttons. */
export const ITEMS = /** @type {const} */ (['roadblock', 'road_worker', 'power_marble', 'wings', 'swap', 'tornado']);

/**
 * What the first step of an item may be.
 * @param {ItemTargets} items
 * @param {Item} item
 * @returns {ReadonlySet<number>}
 */
export const firstSteps = (items, item) =>
  new Set(item === 'wings' || item === 'swap' ? items[item].map((reach) => reach.from) : items[item]);

/**
 * What the second step may be; nothing where there is none, or the first is still to be made.
 * @param {ItemTargets} items
 * @param {Aim} aim
 * @returns {ReadonlySet<number>}
 */
export function secondSteps(items, { item, from }) {
  if (item !== 'wings' && item !== 'swap') return new Set();
  return new Set(items[item].find((reach) => reach.from === from)?.to ?? []);
}

/**
 * An aim that still fits, or nothing.
 * @param {Aim | null} aim
 * @param {ItemTargets | null} items
 * @returns {Aim | null}
 */
export function keepAim(aim, items) {
  if (!aim || !items || firstSteps(items, aim.item).size === 0) return null;
  return aim;
}

/**
 * @param {Aim} aim
 * @param {number} hole
 * @returns {import('../protocol.js').ItemUse}
 */
function useOf({ item, from }, hole) {
  switch (item) {
    case 'power_marble':
      return { item, from: hole };
    case 'wings':
      return { item, from: from ?? hole, to: hole };
    case 'swap':
      return { item, from: from ?? hole, with: hole };
    default:
      return { item, hole };
  }
}

/**
 * What a tap means for an item in hand.
 * @param {Aim} aim
 * @param {number} hole
 * @param {ItemTargets} items
 * @param {boolean} confirm Whether a use waits for a second tap.
 * @returns {AimResult}
 */
export function aimTap(aim, hole, items, confirm) {
  const two = aim.item === 'wings' || aim.item === 'swap';
  const first = firstSteps(items, aim.item);
  if (two ? secondSteps(items, aim).has(hole) : first.has(hole)) {
    if (confirm && aim.at !== hole) return { aim: { ...aim, at: hole } };
    return { aim: null, use: useOf(aim, hole) };
  }
  if (two && hole === aim.from) return { aim: { ...aim, from: null, at: null } };
  if (two && first.has(hole)) return { aim: { ...aim, from: hole, at: null } };
  return { aim, miss: true };
}
