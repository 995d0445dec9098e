import { createStore } from './store.js';
import { LANGS, pickLang } from './i18n.js';

/**
 * What is set on this device.
 * @typedef {object} Prefs
 * @property {import('./i18n.js').Lang} lang
 * @property {'system' | 'light' | 'dark'} theme
 * @property {'auto' | 'digits' | 'patterns' | 'plain'} marks What marbles bear.
 * @property {'auto' | 'always' | 'never'} dests Whether destinations are shown.
 * @property {'off' | 'fast' | 'normal'} motion While nothing is chosen, what the system asks for.
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

/** Milliseconds a hop, by setting. */
const HOP_MS = { off: 0, fast: 90, normal: 160 };

/** Whether the system asks for little motion. */
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @returns {Prefs} */
function defaults() {
  return {
    lang: pickLang(navigator.languages),
    theme: 'system',
    marks: 'auto',
    dests: 'auto',
    motion: still.matches ? 'off' : 'normal',
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

/** @returns {Partial<Prefs>} */
function load() {
  /** @type {Partial<Prefs>} */
  const found = {};
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    for (const [key, value] of Object.entries(defaults())) {
      if (typeof stored[key] === typeof value) Object.assign(found, { [key]: stored[key] });
    }
  } catch {
    // A device that stores nothing plays with the defaults.
  }
  if (!LANGS.some(({ id }) => id === found.lang)) delete found.lang;
  return found;
}

/** What was chosen here, and nothing else: the rest goes on following the system. */
let chosen = load();

/** The settings of this device. */
export const prefs = createStore({ ...defaults(), ...chosen });
still.addEventListener('change', () => prefs.set({ ...defaults(), ...chosen }));

/** @param {Partial<Prefs>} next */
function choose(next) {
  chosen = next;
  prefs.set({ ...defaults(), ...chosen });
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Nothing is stored then.
  }
}

/**
 * Changes settings, for good.
 * @param {Partial<Prefs>} change
 */
export const setPrefs = (change) => choose({ ...chosen, ...change });

/** Everything as on the first day, except the language. */
export const resetPrefs = () => choose(chosen.lang ? { lang: chosen.lang } : {});

/** Milliseconds a hop is seen for. @param {Prefs} device */
export const hopMs = ({ motion }) => HOP_MS[motion];

/** Keeps the page's theme what the settings say. */
export function applyTheme() {
  const show = () => {
    document.documentElement.dataset['theme'] = prefs.get().theme;
    document.documentElement.dataset['motion'] = prefs.get().motion;
  };
  prefs.watch(show);
  show();
}
