// The keyboard on the board: arrows and diagonals in screen directions, letters as shortcuts.
// Letters act only while the board has the focus.
import { rows, step } from './geometry.js';

/**
 * @typedef {object} KeyHooks
 * @property {(hole: number) => void} tap
 * @property {() => void} clear
 * @property {() => void} back
 * @property {() => readonly number[]} stops What Tab goes through: movable marbles, or ends.
 * @property {(what: 'last' | 'clocks' | 'moves' | 'marbles' | 'turn') => void} ask
 */

/** Directions on the page for keys, as indices of DIRECTIONS. */
const DIAGONALS = /** @type {Record<string, number>} */ ({ q: 5, e: 0, z: 3, c: 2 });

const ASKS = /** @type {const} */ ({ l: 'last', t: 'clocks', m: 'moves', p: 'marbles', r: 'turn' });

/**
 * Listens to keys on a board.
 * @param {import('./star.js').Board} board
 * @param {KeyHooks} hooks
 * @returns {() => void} Ends it.
 */
export function listenKeys(board, hooks) {
  let rightward = true;

  /** @param {string} key @returns {number | null} */
  function target(key) {
    const at = board.active();
    const turns = board.turns();
    switch (key) {
      case 'ArrowRight':
        rightward = true;
        return step(at, 1, turns);
      case 'ArrowLeft':
        rightward = false;
        return step(at, 4, turns);
      case 'ArrowUp':
        return step(at, rightward ? 0 : 5, turns) ?? step(at, rightward ? 5 : 0, turns);
      case 'ArrowDown':
        return step(at, rightward ? 2 : 3, turns) ?? step(at, rightward ? 3 : 2, turns);
      case 'Home':
      case 'End': {
        const row = rows(turns).find((holes) => holes.includes(at));
        return row?.at(key === 'Home' ? 0 : -1) ?? null;
      }
      default: {
        const diagonal = DIAGONALS[key.toLowerCase()];
        return diagonal === undefined ? null : step(at, diagonal, turns);
      }
    }
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key === 'Tab') {
      const stops = hooks.stops();
      const index = stops.indexOf(board.active());
      const next = event.shiftKey ? (index < 0 ? undefined : stops[index - 1]) : stops[index + 1];
      if (next === undefined) return;
      event.preventDefault();
      board.focus(next);
      return;
    }
    if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      if (!event.repeat) hooks.tap(board.active());
      return;
    }
    if (key === 'Escape') return void hooks.clear();
    if (key === 'Backspace') {
      event.preventDefault();
      hooks.back();
      return;
    }
    const ask = ASKS[/** @type {keyof typeof ASKS} */ (key.toLowerCase())];
    if (ask) {
      hooks.ask(ask);
      return;
    }
    if (/^(Arrow|Home|End)/u.test(key) || DIAGONALS[key.toLowerCase()] !== undefined) {
      event.preventDefault();
      const hole = target(key);
      if (hole !== null) board.focus(hole);
    }
  }

  const { grid } = board;
  grid.addEventListener('keydown', onKey);
  return () => grid.removeEventListener('keydown', onKey);
}
