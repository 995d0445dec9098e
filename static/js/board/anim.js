import { round } from './svg.js';

/**
 * How long a way of so many hops takes, in milliseconds.
 * @param {number} hops
 * @param {number} hopMs
 */
export const lasting = (hops, hopMs) => Math.min(900, hops * hopMs);

/**
 * Moves a piece along points. The state is final underneath: the animation can end at any time.
 * @param {SVGElement} node
 * @param {readonly { x: number, y: number }[]} points
 * @param {number} hopMs
 * @param {number} [rise] How much larger it looks in the middle of a hop.
 * @returns {Animation | null}
 */
export function travel(node, points, hopMs, rise = 1.14) {
  if (points.length < 2 || hopMs <= 0 || document.visibilityState === 'hidden') return null;
  const hops = points.length - 1;
  /** @type {Keyframe[]} */
  const frames = [];
  points.forEach((point, i) => {
    const at = `translate(${round(point.x)}px, ${round(point.y)}px)`;
    frames.push({ offset: i / hops, transform: `${at} scale(1)`, easing: 'ease-out' });
    const next = points[i + 1];
    if (!next) return;
    const half = `translate(${round((point.x + next.x) / 2)}px, ${round((point.y + next.y) / 2)}px)`;
    frames.push({ offset: (i + 0.5) / hops, transform: `${half} scale(${rise})`, easing: 'ease-in' });
  });
  return node.animate(frames, { duration: lasting(hops, hopMs) });
}

/**
 * Ends every animation within a node.
 * @param {Element} node
 */
export function settle(node) {
  for (const animation of node.getAnimations({ subtree: true })) {
    if (animation instanceof CSSAnimation || animation instanceof CSSTransition) continue;
    animation.finish();
  }
}
