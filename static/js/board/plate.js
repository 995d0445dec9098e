// The board itself: a star of wood with engraved lines and 121 holes. Drawn once.
import { ALL, ROW, pointOf, step } from './geometry.js';
import { round, svg } from './svg.js';

/** The star's twelve corners, clockwise from the top tip. */
const CORNERS = Array.from({ length: 12 }, (_, i) => {
  const angle = (i * Math.PI) / 6;
  const radius = i % 2 ? 4 : 8 * ROW;
  return [round(radius * Math.sin(angle)), round(-radius * Math.cos(angle))];
});

const STAR = `M${CORNERS.map((corner) => corner.join(' ')).join('L')}Z`;

/** The triangle of the camp at a place, 0 being the top. @param {number} place */
function triangle(place) {
  const angle = (place * Math.PI) / 3;
  return [[0, -6.93], [1.5, -4.33], [-1.5, -4.33]].map(([x = 0, y = 0]) => [
    round(x * Math.cos(angle) - y * Math.sin(angle)),
    round(x * Math.sin(angle) + y * Math.cos(angle)),
  ].join(' ')).join(' ');
}

/** The grain: long lines that waver, cut to the star. */
function grain() {
  let d = '';
  for (let i = 0; i < 30; i += 1) {
    const y = -7.6 + i * 0.52 + 0.2 * Math.sin(i * 2.4);
    d += `M-7 ${round(y)}`;
    for (let x = -7; x < 7; x += 3.5) {
      const bend = 0.34 * Math.sin(i * 1.7 + x);
      d += `q1.75 ${round(bend)} 3.5 ${round(0.12 * Math.sin(i + x * 0.8))}`;
    }
  }
  return d;
}

/** Every line between two neighbouring holes, once. */
function lines() {
  let d = '';
  for (const hole of ALL) {
    const from = pointOf(hole);
    for (const direction of [1, 2, 3]) {
      const next = step(hole, direction);
      if (next === null) continue;
      const to = pointOf(next);
      d += `M${round(from.x)} ${round(from.y)}L${round(to.x)} ${round(to.y)}`;
    }
  }
  return d;
}

/**
 * The plate of a board.
 * @param {string} id The prefix of its ids.
 */
export function plate(id) {
  const clip = `${id}star`;
  const defs = svg('defs', {}, [
    svg('radialGradient', { id: `${id}wood`, cx: 0.42, cy: 0.34, r: 0.8 }, [
      svg('stop', { offset: 0, class: 'wood-light' }),
      svg('stop', { offset: 0.6, class: 'wood-body' }),
      svg('stop', { offset: 1, class: 'wood-shade' }),
    ]),
    svg('radialGradient', { id: `${id}hole`, cx: 0.5, cy: 0.42, r: 0.6 }, [
      svg('stop', { offset: 0, 'stop-color': '#4a433d' }),
      svg('stop', { offset: 0.75, 'stop-color': '#57504a' }),
      svg('stop', { offset: 1, 'stop-color': '#57504a' }),
    ]),
    svg('clipPath', { id: clip }, [svg('path', { d: STAR })]),
  ]);
  const camps = Array.from({ length: 6 }, (_, place) =>
    svg('polygon', { class: 'camp', points: triangle(place), 'data-place': place }));
  const holes = ALL.map((hole) => {
    const { x, y } = pointOf(hole);
    return svg('g', { transform: `translate(${round(x)} ${round(y)})` }, [
      svg('circle', { class: 'hole-lip', r: 0.345, cy: 0.03 }),
      svg('circle', { class: 'hole', r: 0.32, fill: `url(#${id}hole)` }),
      svg('path', { class: 'hole-shade', d: 'M-.29-.06A.3.3 0 0 1 .29-.06' }),
    ]);
  });
  const node = svg('g', { class: 'plate', 'aria-hidden': 'true' }, [
    defs,
    svg('g', { class: 'slab' }, [
      svg('path', { class: 'edge', d: STAR }),
      svg('path', { class: 'wood', d: STAR, fill: `url(#${id}wood)`, stroke: `url(#${id}wood)` }),
    ]),
    svg('path', { class: 'grain', d: grain(), 'clip-path': `url(#${clip})` }),
    svg('g', { class: 'camps' }, camps),
    svg('path', { class: 'bevel', d: STAR }),
    svg('path', { class: 'lines', d: lines() }),
    svg('g', { class: 'holes' }, holes),
  ]);
  return { node, camps };
}
