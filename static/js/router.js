import { h } from '../vendor/preact.js';
import { createStore } from './store.js';

/** Where the page is. */
export const route = createStore(location.pathname);

/** How far pages were scrolled when they were left: a browser scrolls before the page is there. */
const left = new Map();
history.scrollRestoration = 'manual';

addEventListener('popstate', () => {
  left.set(route.get(), scrollY);
  route.set(location.pathname);
  requestAnimationFrame(() => scrollTo(0, left.get(route.get()) ?? 0));
});

/**
 * Goes to a page of this client.
 * @param {string} path
 */
export function navigate(path) {
  if (path === location.pathname) return;
  left.set(route.get(), scrollY);
  history.pushState(null, '', path);
  route.set(path);
  scrollTo(0, 0);
}

/**
 * Goes on to a page, unless one has gone elsewhere while something was waited for.
 * @param {string} from Where one was then.
 * @param {string} path
 */
export function goOn(from, path) {
  if (route.get() === from) navigate(path);
}

/**
 * The room code of a path, or null.
 * @param {string} path
 */
export const roomOf = (path) => /^\/r\/([A-Za-z0-9]{4,16})\/?$/u.exec(path)?.[1]?.toUpperCase() ?? null;

/**
 * The room code in what was typed or pasted.
 * @param {string} text
 */
export function codeIn(text) {
  const plain = text.normalize('NFKC');
  return (/\/r\/([a-z0-9]{4,16})/iu.exec(plain)?.[1] ?? plain.replace(/\s/gu, '')).toUpperCase();
}

/**
 * The id in a path of a game's replay (`g`) or a person's profile (`p`), or null.
 * @param {'g' | 'p'} kind
 * @param {string} path
 */
export const idOf = (kind, path) => new RegExp(`^/${kind}/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/?$`, 'u').exec(path)?.[1] ?? null;

/**
 * A link within the client.
 * @param {{ href: string, class?: string, children?: any, [name: string]: any }} props
 */
export function Link({ href, children, ...rest }) {
  /** @param {MouseEvent} event */
  const onClick = (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  };
  return h('a', { href, onClick, ...rest }, children);
}
