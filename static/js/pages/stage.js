// The board mounted in a page: what is in the model is put into the drawing, what hands and keys
// do comes out as taps.
import { h } from '../../vendor/preact.js';
import { useEffect, useLayoutEffect, useRef, useState } from '../../vendor/hooks.js';
import { listenKeys } from '../board/keys.js';
import { listenPointers } from '../board/pointer.js';
import { createBoard } from '../board/star.js';

/**
 * @typedef {object} StageProps
 * @property {(options: import('../board/cells.js').BoardOptions) => import('../board/cells.js').Board} [make]
 *   Whose board: the star's where nothing is said.
 * @property {ReadonlyMap<number, number>} marbles Seats by hole; on squares, kinds.
 * @property {readonly number[]} seats
 * @property {number} turns
 * @property {'digits' | 'patterns' | 'plain'} style
 * @property {boolean} coords
 * @property {import('../board/cells.js').Marks} marks
 * @property {number | null} pending The hole of a marble that is not yet confirmed.
 * @property {string} label
 * @property {(hole: number) => string} cellLabel
 * @property {import('../board/cells.js').Motion | null} motion What is to be seen moving.
 * @property {number} hopMs
 * @property {boolean} [preview]
 * @property {import('../board/keys.js').KeyHooks & { draggable: (hole: number) => boolean, lift: (hole: number) => void, drop: (hole: number | null) => void }} [hooks]
 */

/**
 * The board.
 * @param {StageProps} props
 */
export function Stage(props) {
  const host = useRef(/** @type {HTMLDivElement | null} */ (null));
  const latest = useRef(props);
  latest.current = props;
  const [board] = useState(() => (props.make ?? createBoard)({
    label: props.label,
    cellLabel: props.cellLabel,
    preview: props.preview ?? false,
  }));
  const entry = useRef(-1);
  const shown = useRef(/** @type {string | null} */ (props.motion?.key ?? null));

  useEffect(() => {
    host.current?.append(board.root);
    if (props.preview) return undefined;
    const hooks = () => latest.current.hooks;
    const offPointers = listenPointers(board, {
      tap: (hole) => {
        board.rove(hole);
        hooks()?.tap(hole);
      },
      clear: () => hooks()?.clear(),
      draggable: (hole) => hooks()?.draggable(hole) ?? false,
      lift: (hole) => hooks()?.lift(hole),
      drop: (hole) => hooks()?.drop(hole),
    });
    const offKeys = listenKeys(board, {
      tap: (hole) => hooks()?.tap(hole),
      clear: () => hooks()?.clear(),
      back: () => hooks()?.back(),
      stops: () => hooks()?.stops() ?? [],
      ask: (what) => hooks()?.ask(what),
      item: (index) => hooks()?.item?.(index),
    });
    return () => {
      offPointers();
      offKeys();
    };
  }, [board]);

  useLayoutEffect(() => {
    board.look({ turns: props.turns, seats: props.seats, style: props.style, coords: props.coords });
    board.marbles(props.marbles);
    board.relabel(props.label, props.cellLabel);
    board.mark(props.marks);
    board.pend(props.pending);
    // Whoever comes to the board by key begins where something can be done.
    const first = props.hooks?.stops()[0];
    if (first !== undefined && first !== entry.current && !board.grid.contains(document.activeElement)) {
      entry.current = first;
      board.rove(first);
    }
    const key = props.motion?.key ?? null;
    if (key !== shown.current) {
      shown.current = key;
      if (props.motion) board.animate(props.motion, props.hopMs);
      else board.settle();
    }
  });

  return h('div', { class: 'stage-board', ref: host });
}
