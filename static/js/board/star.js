// The star's board: holes, glass marbles, and the ways between them.
import { settle, travel } from './anim.js';
import { createCells, landing, line } from './cells.js';
import { ITEM_PATHS } from '../ui/itemicon.js';
import { nameOf, pointOf, rows, step } from './geometry.js';
import { glass, marble } from './marbles.js';
import { plate } from './plate.js';
import { round, svg } from './svg.js';

/** @typedef {import('./cells.js').Marks} Marks */

/** Directions on the page for keys, as indices of DIRECTIONS. */
const DIAGONALS = /** @type {Record<string, number>} */ ({ q: 5, e: 0, z: 3, c: 2 });

/** @param {Marks} marks @param {number} turns */
function drawMarks({ last, held, ends, through, aims, things }, turns) {
  /** @type {SVGElement[]} */
  const below = [];
  /** @type {SVGElement[]} */
  const above = [];
  /** @param {number} hole */
  const translate = (hole) => {
    const { x, y } = pointOf(hole, turns);
    return `translate(${round(x)} ${round(y)})`;
  };
  /** @param {string} cls @param {number} r @param {number} hole */
  const circle = (cls, r, hole) => svg('circle', { class: cls, r, transform: translate(hole) });
  /** @param {readonly number[]} path @param {string} cls */
  const trail = (path, cls) => line(path.map((hole) => pointOf(hole, turns)), cls);
  if (last && last.length > 1 && !held?.length) {
    below.push(...trail(last, 'trail'));
    last.forEach((hole, i) => {
      if (i === 0) below.push(circle('trail-from', 0.36, hole));
      else if (i === last.length - 1) above.push(circle('trail-to', 0.5, hole));
      else above.push(landing(i, translate(hole)));
    });
  }
  if (held && held.length > 1) above.push(...trail(held, 'way'));
  for (const hole of through ?? []) above.push(circle('through', 0.1, hole));
  for (const hole of ends ?? []) above.push(circle('end', 0.18, hole));
  for (const hole of aims ?? []) above.push(circle('aim', 0.46, hole));
  for (const { hole, item, left } of things ?? []) above.push(thing(item, left, translate(hole)));
  const hand = held?.at(-1);
  if (hand !== undefined) above.push(circle('hand', 0.5, hand));
  return { below, above };
}

/**
 * A roadblock or road worker, with the count of rounds it stays.
 * @param {import('../protocol.js').Item} item
 * @param {number} left
 * @param {string} transform
 */
function thing(item, left, transform) {
  const count = svg('text', { y: 0.1 });
  count.textContent = String(left);
  return svg('g', { class: `thing ${item}`, transform }, [
    item === 'roadblock' ? svg('rect', { class: 'thing-body', x: -0.42, y: -0.42, width: 0.84, height: 0.84, rx: 0.14 }) : svg('circle', { class: 'thing-body', r: 0.44 }),
    svg('path', { class: 'thing-sign', d: ITEM_PATHS[item], transform: 'translate(-.33 -.33) scale(.0275)' }),
    svg('g', { class: 'thing-count', transform: 'translate(.34 -.34)' }, [svg('circle', { r: 0.21 }), count]),
  ]);
}

/** How long a tornado is seen: as long as items.css turns it. */
const WHIRL_MS = 600;

/**
 * A tornado that turns and is gone, also where nothing is animated.
 * @param {{ x: number, y: number }} at
 */
function whirl({ x, y }) {
  const node = svg('g', { class: 'whirl', transform: `translate(${round(x)} ${round(y)})` }, [
    svg('path', { d: 'M-1.3 0A1.3 1.3 0 0 1 1.1-.7M1.3 0A1.3 1.3 0 0 1-1.1.7M-.7.2A.7.7 0 0 1 .5-.5M.7-.2A.7.7 0 0 1-.5.5' }),
  ]);
  setTimeout(() => node.remove(), WHIRL_MS);
  return node;
}

/**
 * Draws a board.
 * @param {import('./cells.js').BoardOptions} options
 * @returns {import('./cells.js').Board}
 */
export function createBoard(options) {
  const { defs, id } = glass();
  const ground = plate(id);
  let style = /** @type {import('./cells.js').Look['style']} */ ('digits');
  let rightward = true;
  const cells = createCells(options, {
    viewBox: '-6.6 -7.55 13.2 15.1',
    ground: [defs, ground.node],
    pointOf,
    rows,
    first: 0,
    hit: () => svg('circle', { r: 0.5 }),
    ring: (cls) => svg('circle', { class: cls, r: 0.52 }),
    name(hole) {
      const text = svg('text', { y: 0.08 });
      text.textContent = nameOf(hole).toUpperCase();
      return text;
    },
    piece: (seat) => marble(id, seat, style),
    marks: drawMarks,
  });

  function still() {
    settle(cells.pieces);
    for (const node of cells.root.querySelectorAll('.whirl')) node.remove();
  }

  return {
    ...cells,
    settle: still,
    /** Turns the drawing, sets whose camps are in use and what marbles bear. */
    look(look) {
      if (look.style !== style) {
        style = look.style;
        cells.remake();
      }
      cells.turn(look);
      ground.camps.forEach((node, place) => {
        // The camp drawn at a place of the turned board belongs to this seat.
        const seat = (((place - look.turns) % 6) + 6) % 6;
        node.setAttribute('class', look.seats.includes(seat) ? `camp seat-${seat}` : 'camp');
      });
    },
    /** The marble that now stands at the end of a path is seen going along it. */
    animate({ path, shifts, whirl: middle }, hopMs) {
      still();
      for (const { from, to } of shifts ?? []) {
        const node = cells.placed.get(to)?.node;
        if (node && from !== to) travel(node, [cells.pointOf(from), cells.pointOf(to)], hopMs * 2.5);
      }
      if (middle !== undefined && hopMs > 0) cells.root.append(whirl(cells.pointOf(middle)));
      const node = cells.placed.get(path.at(-1) ?? -1)?.node;
      if (!node) return;
      cells.pieces.append(node);
      travel(node, path.map(cells.pointOf), hopMs);
    },
    /** The hole a key leads to: up and down go on leaning to the side last gone to. */
    lead(key) {
      const at = cells.active();
      const turns = cells.turns();
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
          const diagonal = DIAGONALS[key];
          return diagonal === undefined ? null : step(at, diagonal, turns);
        }
      }
    },
  };
}
