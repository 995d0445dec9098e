const NS = 'http://www.w3.org/2000/svg';

/**
 * An SVG element with attributes and children.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {readonly Node[]} [children]
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, children = []) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * A coordinate as written in the drawing.
 * @param {number} n
 */
export const round = (n) => Math.round(n * 1000) / 1000;
