// Fingers, pens and mice: everything acts when the pointer goes up. A tap is down and up on one
// hole; farther than the slop it is a drag, which does the same as two taps.
import { round } from './svg.js';

const SLOP = 8;

/**
 * @typedef {object} PointerHooks
 * @property {(hole: number) => void} tap
 * @property {() => void} clear
 * @property {(hole: number) => boolean} draggable
 * @property {(hole: number) => void} lift A drag begins at a hole.
 * @property {(hole: number | null) => void} drop
 */

/**
 * Listens to pointers on a board.
 * @param {import('./cells.js').Board} board
 * @param {PointerHooks} hooks
 * @returns {() => void} Ends it.
 */
export function listenPointers(board, hooks) {
  /** @type {{ id: number, hole: number, x: number, y: number, drag: SVGElement | null } | null} */
  let down = null;

  /** @param {boolean} dropped */
  function reset(dropped) {
    if (down?.drag) {
      down.drag.classList.remove('dragged');
      down.drag.style.transform = '';
    }
    if (down && board.grid.hasPointerCapture?.(down.id)) board.grid.releasePointerCapture(down.id);
    const had = down;
    down = null;
    if (had?.drag && !dropped) hooks.drop(null);
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    if (down) {
      // A second finger: whatever was begun is put back.
      reset(false);
      return;
    }
    if (event.button !== 0) return;
    const hole = board.holeOf(event);
    if (hole === null) return;
    down = { id: event.pointerId, hole, x: event.clientX, y: event.clientY, drag: null };
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    if (!down || event.pointerId !== down.id) return;
    if (!down.drag) {
      if (Math.hypot(event.clientX - down.x, event.clientY - down.y) < SLOP) return;
      const node = hooks.draggable(down.hole) ? board.marbleAt(down.hole) : null;
      if (!node) return;
      board.grid.setPointerCapture(down.id);
      hooks.lift(down.hole);
      down.drag = node;
      node.classList.add('dragged');
      node.parentNode?.append(node);
    }
    const matrix = board.root.getScreenCTM();
    if (!matrix) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    down.drag.style.transform = `translate(${round(at.x)}px, ${round(at.y)}px) scale(1.16)`;
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    if (!down || event.pointerId !== down.id) return;
    const { hole, drag } = down;
    const at = board.holeAt(event.clientX, event.clientY);
    reset(true);
    if (drag) hooks.drop(at === hole ? null : at);
    else if (at === hole) hooks.tap(hole);
  }

  /** @param {PointerEvent} event */
  function onLost(event) {
    if (down && event.pointerId === down.id) reset(false);
  }

  /** @param {Event} event */
  function onMenu(event) {
    event.preventDefault();
    reset(true);
    hooks.clear();
  }

  const { root, grid } = board;
  grid.addEventListener('pointerdown', onDown);
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', onLost);
  grid.addEventListener('lostpointercapture', onLost);
  root.addEventListener('contextmenu', onMenu);
  return () => {
    grid.removeEventListener('pointerdown', onDown);
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', onLost);
    grid.removeEventListener('lostpointercapture', onLost);
    root.removeEventListener('contextmenu', onMenu);
  };
}
