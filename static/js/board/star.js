// The board as a drawing: holes, marks, marbles, and the grid of cells that fingers, mice, keys
// and screen readers use. Knows no rules, no sockets and no frames of a component library.
import { settle, travel } from './anim.js';
import { ALL, nameOf, pointOf, rows } from './geometry.js';
import { glass, marble } from './marbles.js';
import { plate } from './plate.js';
import { round, svg } from './svg.js';

/**
 * @typedef {object} Marks
 * @property {readonly number[]} [last] The way of the last move.
 * @property {ReadonlySet<number>} [ends] Where the marble in hand may end.
 * @property {ReadonlySet<number>} [through] Where it may only pass.
 * @property {readonly number[]} [held] The way the marble in hand has gone so far.
 * @property {ReadonlySet<number>} [movable]
 *
 * @typedef {object} BoardOptions
 * @property {string} label
 * @property {(hole: number) => string} cellLabel
 * @property {boolean} [preview] A picture only: no cells to act on.
 */

/** @param {number} hole @param {number} turns */
function translate(hole, turns) {
  const { x, y } = pointOf(hole, turns);
  return `translate(${round(x)} ${round(y)})`;
}

/**
 * Draws a board.
 * @param {BoardOptions} options
 */
export function createBoard(options) {
  let { label, cellLabel } = options;
  const { defs, id } = glass();
  const ground = plate(id);
  const names = svg('g', { class: 'names', 'aria-hidden': 'true' });
  const under = svg('g', { class: 'marks under', 'aria-hidden': 'true' });
  const marbles = svg('g', { class: 'marbles', 'aria-hidden': 'true' });
  const over = svg('g', { class: 'marks over', 'aria-hidden': 'true' });
  const grid = svg('g', { class: 'hits' });
  const ring = svg('g', { class: 'focus-ring', 'aria-hidden': 'true' }, [
    svg('circle', { class: 'outer', r: 0.52 }),
    svg('circle', { class: 'inner', r: 0.52 }),
  ]);
  const root = svg('svg', {
    class: 'board', viewBox: '-6.6 -7.55 13.2 15.1', focusable: 'false',
  }, [defs, ground.node, names, under, marbles, over, grid, ring]);
  if (options.preview) root.setAttribute('aria-hidden', 'true');
  else root.setAttribute('role', 'group');

  /** @type {Map<number, { node: SVGGElement, seat: number }>} */
  const placed = new Map();
  /** @type {Map<number, SVGCircleElement>} */
  const cells = new Map();
  /** @type {'digits' | 'patterns' | 'plain'} */
  let style = 'digits';
  let turns = 0;
  let active = 0;
  let seats = /** @type {readonly number[]} */ ([]);
  let marks = /** @type {Marks} */ ({});
  let coords = false;

  function layCamps() {
    ground.camps.forEach((node, place) => {
      // The camp drawn at a place of the turned board belongs to this seat.
      const seat = (((place - turns) % 6) + 6) % 6;
      node.setAttribute('class', seats.includes(seat) ? `camp seat-${seat}` : 'camp');
    });
  }

  function layNames() {
    names.replaceChildren(...(coords ? ALL : []).map((hole) => {
      const text = svg('text', { transform: translate(hole, turns), y: 0.08 });
      text.textContent = nameOf(hole).toUpperCase();
      return text;
    }));
  }

  function layGrid() {
    cells.clear();
    if (options.preview) return;
    grid.setAttribute('role', 'grid');
    grid.replaceChildren(...rows(turns).map((row) => svg('g', { role: 'row' }, row.map((hole) => {
      const { x, y } = pointOf(hole, turns);
      const cell = svg('circle', {
        class: 'hit', role: 'gridcell', cx: round(x), cy: round(y), r: 0.5,
        'data-hole': hole, tabindex: hole === active ? 0 : -1,
      });
      cells.set(hole, cell);
      return cell;
    }))));
    label0();
  }

  function label0() {
    if (options.preview) return;
    grid.setAttribute('aria-label', label);
    for (const [hole, cell] of cells) {
      const text = cellLabel(hole);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
      const held = marks.held?.at(-1) === hole;
      cell.setAttribute('aria-selected', String(held));
      cell.classList.toggle('can', Boolean(marks.movable?.has(hole) || marks.ends?.has(hole)));
    }
  }

  /** @param {readonly number[]} path @param {string} cls */
  function trail(path, cls) {
    const points = path.map((hole) => pointOf(hole, turns));
    const d = points.map(({ x, y }, i) => `${i ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
    return [
      svg('path', { class: `${cls} casing`, d }),
      svg('path', { class: cls, d }),
    ];
  }

  function layMarks() {
    /** @type {SVGElement[]} */
    const below = [];
    /** @type {SVGElement[]} */
    const above = [];
    const { last, held } = marks;
    if (last && last.length > 1 && !held?.length) {
      below.push(...trail(last, 'trail'));
      last.forEach((hole, i) => {
        const at = { transform: translate(hole, turns) };
        if (i === 0) below.push(svg('circle', { class: 'trail-from', r: 0.36, ...at }));
        else if (i === last.length - 1) above.push(svg('circle', { class: 'trail-to', r: 0.5, ...at }));
        else {
          const text = svg('text', { class: 'trail-no', y: 0.105 });
          text.textContent = String(i);
          above.push(svg('g', at, [svg('circle', { class: 'trail-via', r: 0.19 }), text]));
        }
      });
    }
    if (held && held.length > 1) above.push(...trail(held, 'way'));
    for (const hole of marks.through ?? []) {
      above.push(svg('circle', { class: 'through', r: 0.1, transform: translate(hole, turns) }));
    }
    for (const hole of marks.ends ?? []) {
      above.push(svg('circle', { class: 'end', r: 0.18, transform: translate(hole, turns) }));
    }
    const hand = held?.at(-1);
    if (hand !== undefined) above.push(svg('circle', { class: 'hand', r: 0.5, transform: translate(hand, turns) }));
    under.replaceChildren(...below);
    over.replaceChildren(...above);
    const origin = held?.[0];
    for (const [hole, { node }] of placed) {
      node.classList.toggle('held', hole === origin);
      node.classList.toggle('movable', Boolean(marks.movable?.has(hole)) && origin === undefined);
    }
  }

  function moveRing() {
    ring.setAttribute('transform', translate(active, turns));
  }

  /** @param {number} hole @param {number} seat */
  function put(hole, seat) {
    const node = marble(id, seat, style);
    node.setAttribute('transform', translate(hole, turns));
    marbles.append(node);
    placed.set(hole, { node, seat });
  }

  grid.addEventListener('focusin', (event) => {
    const hole = Number(/** @type {Element} */ (event.target).getAttribute('data-hole'));
    cells.get(active)?.setAttribute('tabindex', '-1');
    active = hole;
    cells.get(active)?.setAttribute('tabindex', '0');
    moveRing();
  });

  layGrid();
  moveRing();

  return {
    root,
    grid,
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
      cells.get(active)?.setAttribute('tabindex', '-1');
      active = hole;
      cells.get(active)?.setAttribute('tabindex', '0');
      cells.get(active)?.focus({ preventScroll: true });
      moveRing();
    },
    /** @param {number} hole */
    rove(hole) {
      cells.get(active)?.setAttribute('tabindex', '-1');
      active = hole;
      cells.get(active)?.setAttribute('tabindex', '0');
      moveRing();
    },
    /** The marble on a hole. @param {number} hole */
    marbleAt: (hole) => placed.get(hole)?.node ?? null,
    /**
     * Turns the drawing, sets whose camps are in use and what marbles bear.
     * @param {{ turns: number, seats: readonly number[], style: 'digits' | 'patterns' | 'plain', coords: boolean }} look
     */
    look(look) {
      const turn = look.turns !== turns;
      const restyle = look.style !== style;
      const rename = look.coords !== coords || turn;
      turns = look.turns;
      seats = look.seats;
      style = look.style;
      coords = look.coords;
      if (restyle) {
        const all = [...placed].map(([hole, { seat }]) => /** @type {const} */ ([hole, seat]));
        marbles.replaceChildren();
        placed.clear();
        for (const [hole, seat] of all) put(hole, seat);
      } else if (turn) {
        settle(marbles);
        for (const [hole, { node }] of placed) node.setAttribute('transform', translate(hole, turns));
      }
      if (rename) layNames();
      if (turn) {
        const had = grid.contains(document.activeElement);
        layGrid();
        layMarks();
        moveRing();
        if (had) cells.get(active)?.focus({ preventScroll: true });
      }
      layCamps();
    },
    /**
     * Puts the marbles where they stand; those that stay are the same drawings.
     * @param {ReadonlyMap<number, number>} wanted Seats by hole.
     */
    marbles(wanted) {
      /** @type {Map<number, SVGGElement[]>} */
      const free = new Map();
      for (const [hole, { node, seat }] of [...placed]) {
        if (wanted.get(hole) === seat) continue;
        placed.delete(hole);
        free.set(seat, [...(free.get(seat) ?? []), node]);
      }
      for (const [hole, seat] of wanted) {
        if (placed.has(hole)) continue;
        const node = free.get(seat)?.pop();
        if (!node) put(hole, seat);
        else {
          node.setAttribute('transform', translate(hole, turns));
          marbles.append(node);
          placed.set(hole, { node, seat });
        }
      }
      for (const nodes of free.values()) for (const node of nodes) node.remove();
    },
    /** @param {Marks} next */
    mark(next) {
      marks = next;
      layMarks();
      label0();
    },
    /** @param {string} name @param {(hole: number) => string} cell */
    relabel(name, cell) {
      label = name;
      cellLabel = cell;
      label0();
    },
    /** Shows a marble as not yet confirmed. @param {number | null} hole */
    pend(hole) {
      for (const [at, { node }] of placed) node.classList.toggle('pending', at === hole);
    },
    /**
     * The marble that now stands at the end of a path is seen going along it.
     * @param {readonly number[]} path
     * @param {number} hopMs
     */
    animate(path, hopMs) {
      settle(marbles);
      const end = path.at(-1);
      const node = end === undefined ? null : placed.get(end)?.node;
      if (!node) return;
      marbles.append(node);
      travel(node, path.map((hole) => pointOf(hole, turns)), hopMs);
    },
    /** Ends all motion. */
    settle: () => settle(marbles),
  };
}

/** @typedef {ReturnType<typeof createBoard>} Board */
