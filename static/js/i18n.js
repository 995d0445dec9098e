import { createStore } from './store.js';

/** @typedef {'zh-Hant' | 'zh-Hans' | 'en'} Lang */

/** The languages, with the `lang` attribute and own name of each. */
export const LANGS = /** @type {const} */ ([
  { id: 'zh-Hant', tag: 'zh-Hant-TW', name: '繁體中文' },
  { id: 'zh-Hans', tag: 'zh-Hans-CN', name: '简体中文' },
  { id: 'en', tag: 'en', name: 'English' },
]);

/** The language whose words are loaded. */
export const lang = createStore(/** @type {Lang} */ ('zh-Hant'));

/** @type {Record<string, string>} */
let words = {};

/**
 * The language of a list of browser languages: Hant, and zh-TW/HK/MO without a script, read
 * traditional characters, other Chinese simplified ones, everybody else English.
 * @param {readonly string[]} wanted
 * @returns {Lang}
 */
export function pickLang(wanted) {
  for (const tag of wanted) {
    const low = tag.toLowerCase();
    if (low.startsWith('zh')) return !low.includes('hans') && /hant|-(tw|hk|mo)\b/u.test(low) ? 'zh-Hant' : 'zh-Hans';
    if (low.startsWith('en')) return 'en';
  }
  return 'en';
}

/**
 * The tag for `lang` attributes and `Intl`.
 * @param {Lang} id
 */
export const langTag = (id) => LANGS.find((entry) => entry.id === id)?.tag ?? 'en';

/**
 * Loads a language's words and makes it the page's.
 * @param {Lang} id
 */
export async function loadLang(id) {
  const answer = await fetch(new URL(`../i18n/${id}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words for ${id}: ${answer.status}`);
  useWords(id, await answer.json());
  document.documentElement.lang = langTag(id);
}

/**
 * Makes these words the current ones.
 * @param {Lang} id
 * @param {Record<string, string>} table
 */
export function useWords(id, table) {
  words = table;
  lang.set(id);
}

/**
 * Whether there are words for a key.
 * @param {string} key
 */
export const hasWords = (key) => Object.hasOwn(words, key);

/**
 * The words for a key, with `{name}` places filled in. `{n|one|other}` chooses by plural.
 * @param {string} key
 * @param {Record<string, string | number>} [params]
 */
export function t(key, params = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/gu, (whole, name, one, other) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (one === undefined) return num(value);
    return Math.abs(Number(value)) === 1 ? one : other;
  });
}

/** A number with a true minus; words stay. @param {string | number} n */
export const num = (n) => (typeof n === 'number' && n < 0 ? `−${-n}` : String(n));

/** A number with its sign. @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : num(n));
