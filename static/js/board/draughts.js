// The draughts board: fifty dark squares, men and kings, and the routes between them.
import { lasting, settle, travel } from './anim.js';
import { createCells, landing, line } from './cells.js';
import { takenBy } from '../draughts.js';
import { field, piece, woods } from './men.js';
import { lead, pointOf, rows } from './squares.js';
import { round, svg } from './svg.js';

/** @typedef {import('./cells.js').Marks} Marks */

/** The shape of a whole square. @param {string} cls @param {number} [half] */
const whole = (cls, half = 0.5) =>
  svg('rect', { class: cls, x: -half, y: -half, width: half * 2, height: half * 2, rx: half < 0.5 ? 0.06 : 0 });

/** A cross over what was taken. */
const CROSS = 'M-.13-.13.13.13M.13-.13-.13.13';

/** @param {Marks} marks @param {number} turns */
function drawMarks({ last, lastTaken, held, ends, through, must, picks }, turns) {
  /** @type {SVGElement[]} */
  const below = [];
  /** @type {SVGElement[]} */
  const above = [];
  /** @param {number} square */
  const translate = (square) => {
    const { x, y } = pointOf(square, turns);
    return `translate(${round(x)} ${round(y)})`;
  };
  /** @template {SVGElement} N @param {N} node @param {number} square */
  const at = (node, square) => {
    node.setAttribute('transform', translate(square));
    return node;
  };
  /** @param {readonly number[]} path @param {string} cls */
  const trail = (path, cls) => line(path.map((square) => pointOf(square, turns)), cls);
  const hand = held?.at(-1);
  if (last && last.length > 1 && hand === undefined) {
    const [from = 0] = last;
    const to = last.at(-1) ?? 0;
    below.push(at(whole('was'), from), at(whole('was to'), to), ...trail(last, 'trail'));
    for (const square of lastTaken ?? []) below.push(at(svg('path', { class: 'was-taken casing', d: CROSS }), square), at(svg('path', { class: 'was-taken', d: CROSS }), square));
    last.slice(1, -1).forEach((square, i) => below.push(landing(i + 1, translate(square))));
  }
  for (const square of hand === undefined ? must ?? [] : []) below.push(at(whole('must', 0.46), square));
  if (hand !== undefined) below.push(at(whole('in-hand'), hand));
  if (held && held.length > 1) below.push(...trail(held, 'way'));
  for (const square of through ?? []) above.push(at(svg('circle', { class: 'through', r: 0.1 }), square));
  for (const square of ends ?? []) {
    above.push(at(svg('circle', square === hand ? { class: 'end round', r: 0.45 } : { class: 'end', r: 0.18 }), square));
  }
  for (const square of picks ?? []) above.push(at(svg('circle', { class: 'pick casing', r: 0.45 }), square), at(svg('circle', { class: 'pick', r: 0.45 }), square));
  return { below, above };
}

/**
 * Draws a board.
 * @param {import('./cells.js').BoardOptions} options
 * @returns {import('./cells.js').Board}
 */
export function createDraughtsBoard(options) {
  const { defs, id } = woods();
  const fx = svg('g', { class: 'fx', 'aria-hidden': 'true' });
  const cells = createCells(options, {
    viewBox: '-5.6 -5.56 11.2 11.2',
    ground: [defs, field(id)],
    pointOf,
    rows,
    first: 1,
    hit: () => whole(''),
    ring: (cls) => whole(cls, 0.47),
    name(square) {
      const text = svg('text', { x: -0.475, y: -0.305 });
      text.textContent = String(square);
      return text;
    },
    piece: (kind) => piece(id, kind),
    marks: drawMarks,
  });
  cells.pieces.before(fx);
  // A number is read beside a piece, not under it.
  cells.grid.before(cells.names);
  cells.root.classList.add('draughts');

  /** What left the board last, by square: it is seen leaving. @type {Map<number, number>} */
  let left = new Map();
  /** The piece drawn away from where it stands. @type {SVGGElement | null} */
  let carried = null;

  /** @param {SVGElement} node @param {number} square */
  function put(node, square) {
    const { x, y } = cells.pointOf(square);
    node.setAttribute('transform', `translate(${round(x)} ${round(y)})`);
  }

  function still() {
    settle(cells.pieces);
    fx.replaceChildren();
  }

  /**
   * What a move takes is seen until it is jumped, and as a shade until the end where it stays.
   * @param {import('./cells.js').Motion} motion
   * @param {number} hopMs
   */
  function leave({ path, taken = [], shades }, hopMs) {
    const hops = path.length - 1;
    takenBy(path, taken).forEach((square, i) => {
      const kind = square === null ? undefined : left.get(square);
      if (square === null || kind === undefined) return;
      const node = piece(id, kind);
      put(node, square);
      fx.append(node);
      // It is jumped in the middle of its hop.
      const offset = (i + 0.5) / hops;
      const after = shades ? 0.4 : 0;
      const seen = node.animate([
        { opacity: 1, offset: 0 }, { opacity: 1, offset }, { opacity: after, offset: Math.min(1, offset + 0.25 / hops) },
        { opacity: after, offset: 1 },
      ], { duration: lasting(hops, hopMs) });
      seen.onfinish = () => node.remove();
    });
  }

  return {
    ...cells,
    marbles(wanted) {
      const before = new Map([...cells.placed].map(([square, { kind }]) => [square, kind]));
      cells.marbles(wanted);
      const gone = [...before].filter(([square, kind]) => wanted.get(square) !== kind);
      if (gone.length) left = new Map(gone);
    },
    mark(marks) {
      cells.mark(marks);
      // The piece in hand is seen where its way has come to.
      for (const [square, { node }] of cells.placed) if (node === carried) put(node, square);
      const { held } = marks;
      carried = held && held.length > 1 ? cells.placed.get(held[0] ?? 0)?.node ?? null : null;
      if (carried) put(carried, held?.at(-1) ?? 0);
    },
    look: (look) => {
      if (look.turns !== cells.turns()) still();
      cells.turn(look);
    },
    /** The piece that now stands at the end of a route is seen going along it. */
    animate(motion, hopMs) {
      still();
      const { path, taken, promoted } = motion;
      const node = cells.placed.get(path.at(-1) ?? 0)?.node;
      if (!node) return;
      cells.pieces.append(node);
      if (!travel(node, path.map(cells.pointOf), hopMs, taken?.length ? 1.14 : 1.04)) return;
      leave(motion, hopMs);
      // It is crowned only where it comes to rest.
      const duration = lasting(path.length - 1, hopMs);
      if (promoted) node.querySelector('.upper')?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.99 }, { opacity: 1 }], { duration });
    },
    settle: still,
    lead: (key) => lead(cells.active(), key, cells.turns()),
  };
}
