// What the boards of both families share: the layers of the drawing, the pieces that stand on
// it, and the grid of cells that fingers, mice, keys and screen readers use. How a place and a
// piece look is the family's. Knows no rules, no sockets and no frames of a component library.
import { settle } from './anim.js';
import { round, svg } from './svg.js';

/**
 * A hole of the star or a square of the draughts board is a number here; so is what stands on it.
 *
 * @typedef {object} Marks
 * @property {readonly number[]} [last] The way of the last move.
 * @property {readonly number[]} [lastTaken] What the last move took.
 * @property {ReadonlySet<number>} [ends] Where the piece in hand may end.
 * @property {ReadonlySet<number>} [through] Where it may only pass.
 * @property {readonly number[]} [held] The way the piece in hand has gone so far.
 * @property {ReadonlySet<number>} [movable]
 * @property {ReadonlySet<number>} [must] Pieces that have to capture.
 * @property {ReadonlySet<number>} [gone] Pieces the hand has jumped already.
 * @property {ReadonlySet<number>} [picks] Pieces whose taking tells the routes apart.
 * @property {ReadonlySet<number>} [aims] What the item in hand may be used on.
 * @property {readonly import('../protocol.js').Thing[]} [things] Roadblocks and road workers.
 *
 * @typedef {object} BoardOptions
 * @property {string} label
 * @property {(hole: number) => string} cellLabel
 * @property {boolean} [preview] A picture only: no cells to act on.
 *
 * What is to be seen moving: along a path, over what is taken.
 * @typedef {object} Motion
 * @property {readonly number[]} path
 * @property {string} key
 * @property {readonly number[]} [taken]
 * @property {boolean} [promoted]
 * @property {readonly { from: number, to: number }[]} [shifts] Instead of one path: what an item moved.
 * @property {number} [whirl] Where a tornado turns.
 * @property {boolean} [shades] What is taken stays, as a shade, until the whole way is done.
 *
 * @typedef {{ turns: number, seats: readonly number[], style: 'digits' | 'patterns' | 'plain', coords: boolean }} Look
 *
 * @typedef {{ node: SVGGElement, kind: number }} Piece
 *
 * @typedef {object} Family How a family's board is drawn.
 * @property {string} viewBox
 * @property {readonly SVGElement[]} ground
 * @property {(hole: number, turns: number) => { x: number, y: number }} pointOf
 * @property {(turns: number) => readonly (readonly number[])[]} rows As they are drawn.
 * @property {number} first The hole that has the focus first.
 * @property {() => SVGElement} hit The shape of a cell.
 * @property {(width: string) => SVGElement} ring The shape of the focus.
 * @property {(hole: number) => SVGElement} name
 * @property {(kind: number) => SVGGElement} piece
 * @property {(marks: Marks, turns: number) => { below: SVGElement[], above: SVGElement[] }} marks
 */

/**
 * The shared part of a board.
 * @param {BoardOptions} options
 * @param {Family} family
 */
export function createCells(options, family) {
  let { label, cellLabel } = options;
  const names = svg('g', { class: 'names', 'aria-hidden': 'true' });
  const under = svg('g', { class: 'marks under', 'aria-hidden': 'true' });
  const pieces = svg('g', { class: 'marbles', 'aria-hidden': 'true' });
  const over = svg('g', { class: 'marks over', 'aria-hidden': 'true' });
  const grid = svg('g', { class: 'hits' });
  const ring = svg('g', { class: 'focus-ring', 'aria-hidden': 'true' }, ['outer', 'inner'].map(family.ring));
  const root = svg('svg', {
    class: 'board', viewBox: family.viewBox, focusable: 'false',
  }, [...family.ground, names, under, pieces, over, grid, ring]);
  if (options.preview) root.setAttribute('aria-hidden', 'true');
  else root.setAttribute('role', 'group');

  /** @type {Map<number, Piece>} */
  const placed = new Map();
  /** @type {Map<number, SVGElement>} */
  const cells = new Map();
  let turns = 0;
  let active = family.first;
  let marks = /** @type {Marks} */ ({});
  let coords = false;

  /** @param {number} hole */
  function translate(hole) {
    const { x, y } = family.pointOf(hole, turns);
    return `translate(${round(x)} ${round(y)})`;
  }

  function layNames() {
    names.replaceChildren(...(coords ? family.rows(turns).flat() : []).map((hole) => {
      const text = family.name(hole);
      text.setAttribute('transform', translate(hole));
      return text;
    }));
  }

  function layGrid() {
    cells.clear();
    if (options.preview) return;
    grid.setAttribute('role', 'grid');
    grid.replaceChildren(...family.rows(turns).map((row) => svg('g', { role: 'row' }, row.map((hole) => {
      const cell = family.hit();
      cell.setAttribute('class', 'hit');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('transform', translate(hole));
      cell.setAttribute('data-hole', String(hole));
      cell.setAttribute('tabindex', hole === active ? '0' : '-1');
      cells.set(hole, cell);
      return cell;
    }))));
    layLabels();
  }

  function layLabels() {
    if (options.preview) return;
    grid.setAttribute('aria-label', label);
    for (const [hole, cell] of cells) {
      const text = cellLabel(hole);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      const held = marks.held?.at(-1) === hole;
      cell.setAttribute('aria-selected', String(held));
      const can = marks.movable?.has(hole) || marks.ends?.has(hole) || marks.picks?.has(hole) || marks.aims?.has(hole);
      cell.classList.toggle('can', Boolean(can));
    }
  }

  function layMarks() {
    const { below, above } = family.marks(marks, turns);
    under.replaceChildren(...below);
    over.replaceChildren(...above);
    const origin = marks.held?.[0];
    for (const [hole, { node }] of placed) {
      node.classList.toggle('held', hole === origin);
      node.classList.toggle('movable', Boolean(marks.movable?.has(hole)) && origin === undefined);
      node.classList.toggle('gone', Boolean(marks.gone?.has(hole)));
    }
  }

  function moveRing() {
    ring.setAttribute('transform', translate(active));
  }

  /** @param {number} hole */
  function rove(hole) {
    cells.get(active)?.setAttribute('tabindex', '-1');
    active = hole;
    cells.get(active)?.setAttribute('tabindex', '0');
    moveRing();
  }

  /** @param {number} hole @param {number} kind */
  function put(hole, kind) {
    const node = family.piece(kind);
    node.setAttribute('transform', translate(hole));
    pieces.append(node);
    placed.set(hole, { node, kind });
  }

  grid.addEventListener('focusin', (event) => {
    rove(Number(/** @type {Element} */ (event.target).getAttribute('data-hole')));
  });

  layGrid();
  moveRing();

  return {
    root,
    grid,
    names,
    /** The layer of the pieces. */
    pieces,
    /** What stands where. @type {ReadonlyMap<number, Piece>} */
    placed,
    /** Where a hole is drawn. @param {number} hole */
    pointOf: (hole) => family.pointOf(hole, turns),
    /** The hole an event happened on. @param {Event} event */
    holeOf(event) {
      const at = event.target instanceof Element ? event.target.closest('[data-hole]') : null;
      return at ? Number(at.getAttribute('data-hole')) : null;
    },
    /** The hole under a point of the window. @param {number} x @param {number} y */
    holeAt(x, y) {
      const at = document.elementFromPoint(x, y)?.closest('[data-hole]');
      return at && root.contains(at) ? Number(at.getAttribute('data-hole')) : null;
    },
    /** The hole that has, or would have, the focus. */
    active: () => active,
    turns: () => turns,
    /** @param {number} hole */
    focus(hole) {
      rove(hole);
      cells.get(active)?.focus({ preventScroll: true });
    },
    rove,
    /** The piece on a hole; the one in hand is where its way has come to. @param {number} hole */
    marbleAt: (hole) =>
      placed.get(marks.held?.at(-1) === hole ? marks.held[0] ?? hole : hole)?.node ?? null,
    /**
     * Turns the drawing and names its places, or not.
     * @param {{ turns: number, coords: boolean }} look
     */
    turn(look) {
      const turn = look.turns !== turns;
      const rename = look.coords !== coords || turn;
      turns = look.turns;
      coords = look.coords;
      if (rename) layNames();
      if (!turn) return;
      settle(pieces);
      for (const [hole, { node }] of placed) node.setAttribute('transform', translate(hole));
      const had = grid.contains(document.activeElement);
      layGrid();
      layMarks();
      moveRing();
      if (had) cells.get(active)?.focus({ preventScroll: true });
    },
    /** Draws every piece anew. */
    remake() {
      const all = [...placed].map(([hole, { kind }]) => /** @type {const} */ ([hole, kind]));
      pieces.replaceChildren();
      placed.clear();
      for (const [hole, kind] of all) put(hole, kind);
    },
    /**
     * Puts the pieces where they stand; those that stay are the same drawings.
     * @param {ReadonlyMap<number, number>} wanted Kinds by hole.
     */
    marbles(wanted) {
      /** @type {Map<number, SVGGElement[]>} */
      const free = new Map();
      for (const [hole, { node, kind }] of [...placed]) {
        if (wanted.get(hole) === kind) continue;
        placed.delete(hole);
        free.set(kind, [...(free.get(kind) ?? []), node]);
      }
      for (const [hole, kind] of wanted) {
        if (placed.has(hole)) continue;
        const node = free.get(kind)?.pop();
        if (!node) put(hole, kind);
        else {
          node.setAttribute('transform', translate(hole));
          pieces.append(node);
          placed.set(hole, { node, kind });
        }
      }
      for (const nodes of free.values()) for (const node of nodes) node.remove();
    },
    /** @param {Marks} next */
    mark(next) {
      marks = next;
      layMarks();
      layLabels();
    },
    /** @param {string} name @param {(hole: number) => string} cell */
    relabel(name, cell) {
      label = name;
      cellLabel = cell;
      layLabels();
    },
    /** Shows a piece as not yet confirmed. @param {number | null} hole */
    pend(hole) {
      for (const [at, { node }] of placed) node.classList.toggle('pending', at === hole);
    },
    /** Ends all motion. */
    settle: () => settle(pieces),
  };
}

/**
 * A board of either family.
 * @typedef {ReturnType<typeof createCells> & {
 *   look: (look: Look) => void,
 *   animate: (motion: Motion, hopMs: number) => void,
 *   lead: (key: string) => number | null,
 * }} Board
 */

/**
 * A way as a line with its casing.
 * @param {readonly { x: number, y: number }[]} points
 * @param {string} cls
 */
export function line(points, cls) {
  const d = points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
  return [svg('path', { class: `${cls} casing`, d }), svg('path', { class: cls, d })];
}

/**
 * A numbered dot: the how-manieth landing of a way.
 * @param {number} no
 * @param {string} transform
 */
export function landing(no, transform) {
  const text = svg('text', { class: 'trail-no', y: 0.105 });
  text.textContent = String(no);
  return svg('g', { transform }, [svg('circle', { class: 'trail-via', r: 0.19 }), text]);
}
