// Men and kings of turned wood, and the board they stand on. Drawn; colours by theme are in
// draughts.css, the pieces look the same in both.
import { SQUARES, pointOf } from './squares.js';
import { round, svg } from './svg.js';

/** Light, body and shade of White's box and Black's ebony. */
const WOODS = [['#fffdf4', '#f3e6c8', '#cdb384'], ['#69605a', '#302a27', '#151210']];

let boards = 0;

/** @param {string} id @param {Record<string, string | number>} at @param {readonly [number, string][]} stops */
const radial = (id, at, stops) => svg('radialGradient', { id, ...at }, stops.map(([offset, color]) =>
  svg('stop', color.startsWith('#') ? { offset, 'stop-color': color } : { offset, class: color })));

/**
 * The gradients of a board, and the prefix of their ids.
 * @returns {{ defs: SVGDefsElement, id: string }}
 */
export function woods() {
  boards += 1;
  const id = `d${boards}`;
  const defs = svg('defs', {}, [
    ...WOODS.map(([light = '', body = '', shade = ''], seat) => radial(`${id}w${seat}`, { cx: 0.5, cy: 0.5, r: 0.6, fx: 0.36, fy: 0.28 }, [
      [0, light], [0.55, body], [0.85, body], [1, shade],
    ])),
    radial(`${id}frame`, { cx: 0.42, cy: 0.34, r: 0.8 }, [[0, 'wood-light'], [0.6, 'wood-body'], [1, 'wood-shade']]),
  ]);
  return { defs, id };
}

/** The crown, and the points of it. */
const CROWN = 'M-.155.115-.2-.085-.085.005 0-.145.085.005.2-.085.155.115Z';

/**
 * A disc with a turned edge and grooves, its middle at a height.
 * @param {string} id
 * @param {number} seat
 * @param {number} y
 */
const disc = (id, seat, y) => [
  svg('circle', { class: 'hairline', r: 0.425, cy: y + 0.03 }),
  svg('circle', { class: 'rim', r: 0.405, cy: y + 0.035 }),
  svg('circle', { class: 'wall', r: 0.39, cy: y + 0.025 }),
  svg('circle', { class: 'face', r: 0.38, cy: y - 0.015, fill: `url(#${id}w${seat})` }),
  svg('circle', { class: 'groove', r: 0.3, cy: y - 0.015 }),
];

/**
 * A man or a king at the origin; the caller moves it. A king is two discs with a crown.
 * @param {string} id The prefix of its board.
 * @param {import('../draughts.js').Kind} kind
 */
export function piece(id, kind) {
  const seat = kind % 2;
  const king = kind >= 2;
  const top = king
    ? [svg('g', { class: 'upper' }, [
      ...disc(id, seat, -0.075),
      svg('g', { class: 'crown', transform: 'translate(0 -.085)' }, [
        svg('path', { d: CROWN }),
        ...[[-0.2, -0.105], [0, -0.17], [0.2, -0.105]].map(([cx = 0, cy = 0]) => svg('circle', { cx, cy, r: 0.032 })),
        svg('path', { d: 'M-.145.165H.145', class: 'band' }),
      ]),
    ])]
    : [svg('circle', { class: 'groove', r: 0.17, cy: -0.015 })];
  return svg('g', { class: `man side-${seat}`, 'data-seat': seat }, [
    svg('ellipse', { class: 'cast', cx: 0.05, cy: 0.12, rx: 0.42, ry: 0.38 }),
    ...disc(id, seat, king ? 0.055 : 0),
    ...top,
  ]);
}

/** The grain: long lines that waver. */
function grain() {
  let d = '';
  for (let i = 0; i < 34; i += 1) {
    d += `M-5.4 ${round(-5.3 + i * 0.32 + 0.09 * Math.sin(i * 2.4))}`;
    for (let x = 0; x < 3; x += 1) d += `q1.8 ${round(0.22 * Math.sin(i * 1.7 + x * 2.3))} 3.6 ${round(0.07 * Math.sin(i + x * 3))}`;
  }
  return d;
}

/**
 * The board itself: a frame, the light field, and dark squares of two veneers. Drawn once.
 * @param {string} id The prefix of its ids.
 */
export function field(id) {
  const veneers = ['', ''];
  for (let square = 1; square <= SQUARES; square += 1) {
    const { x, y } = pointOf(square);
    veneers[(square * 7 + Math.floor(square / 5) * 3) % 5 < 2 ? 0 : 1] += `M${x - 0.5} ${y - 0.5}h1v1h-1z`;
  }
  /** @param {number} half @param {Record<string, string | number>} more */
  const square = (half, more) => svg('rect', { x: -half, y: -half, width: half * 2, height: half * 2, ...more });
  return svg('g', { class: 'plate', 'aria-hidden': 'true' }, [
    svg('g', { class: 'slab' }, [
      square(5.42, { class: 'base', rx: 0.22 }),
      square(5.42, { class: 'frame-wood', rx: 0.22, fill: `url(#${id}frame)` }),
    ]),
    square(5.36, { class: 'frame-lip', rx: 0.17 }),
    square(5, { class: 'light-field' }),
    ...veneers.map((d, i) => svg('path', { class: `dark-field veneer-${i}`, d })),
    svg('path', { class: 'square-grain', d: grain() }),
    square(5.045, { class: 'inlay' }),
  ]);
}
