import { createStore } from './store.js';
import { LANGS, pickLang } from './i18n.js';

/**
 * What is set on this device.
 * @typedef {object} Prefs
 * @property {import('./i18n.js').Lang} lang
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'auto' | 'digits' | 'patterns' | 'plain'} marks What marbles bear.
 * @property {'auto' | 'always' | 'never'} dests Whether destinations are shown.
 * @property {'off' | 'fast' | 'normal'} motion
 * @property {boolean} confirm Ask before a move is sent.
 * @property {boolean} hops Choose every hop of a chain.
 * @property {boolean} coords Letters and numbers beside the board.
 * @property {boolean} squares Numbers on the squares of draughts.
 * @property {boolean} sound
 * @property {boolean} turnBoard On one screen: the board turns to whoever is on turn.
 * @property {'all' | 'own' | 'off'} speech What screen readers are told.
 * @property {2 | 3 | 4 | 6} botPlayers
 * @property {'qq' | 'qq_long'} botPreset
 * @property {import('./family.js').Family} botFamily
 * @property {'fmjd' | 'plyyard'} botRules
 */

const KEY = 'tiaoqi.prefs';

/** @returns {Prefs} */
function defaults() {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return {
    lang: pickLang(navigator.languages),
    theme: 'system',
    marks: 'auto',
    dests: 'auto',
    motion: still ? 'off' : 'normal',
    confirm: false,
    hops: false,
    coords: false,
    squares: true,
    sound: true,
    turnBoard: true,
    speech: 'all',
    botPlayers: 2,
    botPreset: 'qq',
    botFamily: 'star',
    botRules: 'fmjd',
  };
}

/** @returns {Prefs} */
function load() {
  const base = defaults();
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    for (const key of /** @type {(keyof Prefs)[]} */ (Object.keys(base))) {
      if (typeof stored[key] === typeof base[key]) Object.assign(base, { [key]: stored[key] });
    }
  } catch {
    // A device that stores nothing plays with the defaults.
  }
  if (!LANGS.some(({ id }) => id === base.lang)) base.lang = pickLang(navigator.languages);
  return base;
}

/** The settings of this device. */
export const prefs = createStore(load());

/**
 * Changes settings, for good.
 * @param {Partial<Prefs>} change
 */
export function setPrefs(change) {
  prefs.update((old) => ({ ...old, ...change }));
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.get()));
  } catch {
    // Nothing is stored then.
  }
}

/** Everything as on the first day, except the language. */
export const resetPrefs = () => setPrefs({ ...defaults(), lang: prefs.get().lang });

/** Keeps the page's theme what the settings say. */
export function applyTheme() {
  const show = () => {
    document.documentElement.dataset['theme'] = prefs.get().theme;
    document.documentElement.dataset['motion'] = prefs.get().motion;
  };
  prefs.watch(show);
  show();
}
