import { useEffect, useState } from '../vendor/hooks.js';

/**
 * A value that is replaced as a whole, and those who want to know.
 * @template T
 * @typedef {{ get: () => T, set: (value: T) => void, update: (f: (value: T) => T) => void, watch: (f: (value: T) => void) => () => void }} Store
 */

/**
 * Makes a store.
 * @template T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
  let value = initial;
  /** @type {Set<(value: T) => void>} */
  const watchers = new Set();
  /** @param {T} next */
  const set = (next) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const watcher of [...watchers]) watcher(value);
  };
  return {
    get: () => value,
    set,
    update: (f) => set(f(value)),
    watch: (f) => {
      watchers.add(f);
      return () => watchers.delete(f);
    },
  };
}

/**
 * A store's value in a component, drawn anew when it is replaced.
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [, redraw] = useState(0);
  const value = store.get();
  useEffect(() => {
    const off = store.watch(() => redraw((n) => n + 1));
    // It may have been replaced between the drawing and this effect.
    if (!Object.is(value, store.get())) redraw((n) => n + 1);
    return off;
  }, [store]);
  return value;
}

/**
 * A number that grows by itself, for components that show time.
 * @param {number} ms Between two changes; 0: never.
 */
export function useTick(ms) {
  const [n, setN] = useState(0);
  useEffect(() => {
    if (!ms) return undefined;
    const tick = () => setN((value) => value + 1);
    const timer = setInterval(tick, ms);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [ms]);
  return n;
}

/**
 * Whether the window is as a media query says.
 * @param {string} query
 */
export function useMedia(query) {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const look = () => setFits(list.matches);
    look();
    list.addEventListener('change', look);
    return () => list.removeEventListener('change', look);
  }, [query]);
  return fits;
}
