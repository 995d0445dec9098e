// Short messages, where they can be seen: on the page, or in the dialog over it.
import { h } from '../../vendor/preact.js';
import { useEffect } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { t } from '../i18n.js';
import { createStore, useStore } from '../store.js';

/** The messages: newest last. */
export const toasts = createStore(/** @type {{ id: number, text: string, kind: string }[]} */ ([]));

/** The page and the dialogs over it: below the topmost nothing is clicked or read out. */
const layers = createStore(['']);

let toastNo = 0;

/**
 * Shows a short message, and says it.
 * @param {string} text
 * @param {'info' | 'bad'} [kind]
 */
export function toast(text, kind = 'info') {
  toastNo += 1;
  const id = toastNo;
  toasts.update((list) => [...list.slice(-2), { id, text, kind }]);
  announce(text);
  setTimeout(() => dismiss(id), 3000 + text.length * 60);
}

/** Takes a message away. @param {number} id */
const dismiss = (id) => toasts.update((list) => list.filter((entry) => entry.id !== id));

/**
 * The messages, in the topmost layer only.
 * @param {{ layer?: string }} props A dialog's id; nothing for the page.
 */
export function Toasts({ layer = '' }) {
  useEffect(() => {
    if (!layer) return undefined;
    layers.update((list) => [...list, layer]);
    return () => layers.update((list) => list.filter((other) => other !== layer));
  }, []);
  const list = useStore(toasts);
  return useStore(layers).at(-1) === layer && h('aside', { class: 'toasts', 'aria-label': t('app.messages') }, list.map(({ id, text, kind }) =>
    h('div', { key: id, class: `toast ${kind}`, 'data-testid': 'toast' }, [
      h('span', null, text),
      h('button', { type: 'button', class: 'toast-x', 'aria-label': t('btn.close'), onClick: () => dismiss(id) }, '×'),
    ])));
}
