// Glass marbles: what one looks like, by seat. The colours are told apart by people with every
// kind of colour vision (CLIENT.md 1.10); digits or patterns tell them without colour.
import { svg } from './svg.js';

/** The colour of each seat: facing seats contrast most. */
export const COLOURS = /** @type {const} */ (['red', 'yellow', 'green', 'blue', 'black', 'white']);

/** Light, body and shade of each seat's glass. */
const GLASS = [
  ['#ff8a78', '#d81b1b', '#8e0b12'],
  ['#ffe98a', '#f5c400', '#b98500'],
  ['#6fe3c6', '#00b38f', '#00705c'],
  ['#86a9ff', '#1f4fd8', '#0d2a86'],
  ['#6d6d70', '#1a1a1a', '#000000'],
  ['#ffffff', '#ffffff', '#c9ccd3'],
];

/** Whether dark or light signs are read best on a seat's glass. */
const DARK_SIGN = [false, true, true, false, false, true];

let boards = 0;

/**
 * The gradients of a board's marbles, and the prefix of their ids.
 * @returns {{ defs: SVGDefsElement, id: string }}
 */
export function glass() {
  boards += 1;
  const id = `b${boards}`;
  const defs = svg('defs', {}, GLASS.map(([light, body, shade], seat) =>
    svg('radialGradient', { id: `${id}g${seat}`, cx: 0.5, cy: 0.5, r: 0.62, fx: 0.34, fy: 0.28 }, [
      svg('stop', { offset: 0, 'stop-color': light ?? '' }),
      svg('stop', { offset: 0.42, 'stop-color': body ?? '' }),
      svg('stop', { offset: 0.72, 'stop-color': body ?? '' }),
      svg('stop', { offset: 1, 'stop-color': shade ?? '' }),
    ])));
  defs.append(svg('linearGradient', { id: `${id}gloss`, x1: 0, y1: 0, x2: 0, y2: 1 }, [
    svg('stop', { offset: 0, 'stop-color': '#fff', 'stop-opacity': 0.85 }),
    svg('stop', { offset: 1, 'stop-color': '#fff', 'stop-opacity': 0.05 }),
  ]));
  return { defs, id };
}

/** The pattern of each seat, as drawn strokes. */
const PATTERNS = [
  () => [svg('circle', { r: 0.13, class: 'sign-fill' })],
  () => [svg('circle', { r: 0.17, class: 'sign-line' })],
  () => [svg('path', { d: 'M0-.21V.21', class: 'sign-line' })],
  () => [-0.16, 0, 0.16].map((x) => svg('circle', { cx: x, r: 0.06, class: 'sign-fill' })),
  () => [svg('path', { d: 'M-.19 0H.19M0-.19V.19', class: 'sign-line' })],
  () => [svg('path', { d: 'M-.17-.1 0 .06.17-.1M-.17.06 0 .22.17.06', class: 'sign-line' })],
];

/**
 * A marble at the origin; the caller moves it.
 * @param {string} id The prefix of its board.
 * @param {number} seat
 * @param {'digits' | 'patterns' | 'plain'} marks
 */
export function marble(id, seat, marks) {
  const sign = DARK_SIGN[seat] ? 'sign dark' : 'sign light';
  /** @type {SVGElement[]} */
  let signs = [];
  if (marks === 'digits') {
    const digit = svg('text', { class: sign, y: 0.165 });
    digit.textContent = String(seat + 1);
    signs = [digit];
  } else if (marks === 'patterns') {
    signs = [svg('g', { class: sign }, PATTERNS[seat]?.() ?? [])];
  }
  return svg('g', { class: `marble seat-${seat}`, 'data-seat': seat }, [
    svg('ellipse', { class: 'cast', cx: 0.05, cy: 0.12, rx: 0.44, ry: 0.42 }),
    svg('circle', { class: 'hairline', r: 0.46 }),
    svg('circle', { class: 'rim', r: 0.44 }),
    svg('circle', { class: 'glass', r: 0.41, fill: `url(#${id}g${seat})` }),
    ...signs,
    svg('ellipse', {
      class: 'gloss', cx: -0.09, cy: -0.21, rx: 0.2, ry: 0.115,
      transform: 'rotate(-24 -.09 -.21)', fill: `url(#${id}gloss)`,
    }),
  ]);
}
