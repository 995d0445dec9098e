// The keyboard on the board: arrows and diagonals in screen directions, letters as shortcuts.
// Letters act only while the board has the focus.

/**
 * @typedef {object} KeyHooks
 * @property {(hole: number) => void} tap
 * @property {() => void} clear
 * @property {() => void} back
 * @property {() => readonly number[]} stops What Tab goes through: movable marbles, or ends.
 * @property {(index: number) => void} [item] Digits choose items.
 * @property {(what: 'last' | 'clocks' | 'moves' | 'marbles' | 'turn') => void} ask
 */

const ASKS = /** @type {const} */ ({ l: 'last', t: 'clocks', m: 'moves', p: 'marbles', r: 'turn' });

/**
 * Listens to keys on a board.
 * @param {import('./cells.js').Board} board
 * @param {KeyHooks} hooks
 * @returns {() => void} Ends it.
 */
export function listenKeys(board, hooks) {
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
    if (hooks.item && /^[1-6]$/u.test(key)) {
      hooks.item(Number(key) - 1);
      return;
    }
    const letter = key.length === 1 ? key.toLowerCase() : key;
    const ask = ASKS[/** @type {keyof typeof ASKS} */ (letter)];
    if (ask) {
      hooks.ask(ask);
      return;
    }
    if (/^(Arrow.*|Home|End|[qezc])$/u.test(letter)) {
      event.preventDefault();
      const hole = board.lead(letter);
      if (hole !== null) board.focus(hole);
    }
  }

  const { grid } = board;
  grid.addEventListener('keydown', onKey);
  return () => grid.removeEventListener('keydown', onKey);
}
