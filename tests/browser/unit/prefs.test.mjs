import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** A device: what it stores, and whether its system asks for little motion. */
const device = {
  stored: null,
  media: Object.assign(new EventTarget(), { matches: false }),
  calm(matches) {
    this.media.matches = matches;
    this.media.dispatchEvent(new Event('change'));
  },
};
globalThis.matchMedia = () => device.media;
globalThis.localStorage = { getItem: () => device.stored, setItem: (_key, text) => { device.stored = text; } };
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['zh-TW'] }, configurable: true });

let page = 0;
/** The settings as a page that is loaded now has them. */
const load = () => import(`../../../static/js/prefs.js?${page += 1}`);

beforeEach(() => {
  device.stored = null;
  device.media.matches = false;
});

test('only what was chosen is stored', async () => {
  const { prefs, setPrefs, resetPrefs } = await load();
  setPrefs({ lang: 'en' });
  assert.deepEqual(JSON.parse(device.stored), { lang: 'en' });
  setPrefs({ sound: false, motion: 'normal' });
  assert.deepEqual(JSON.parse(device.stored), { lang: 'en', sound: false, motion: 'normal' });
  const again = await load();
  assert.deepEqual(again.prefs.get(), prefs.get());
  resetPrefs();
  assert.deepEqual(JSON.parse(device.stored), { lang: 'en' });
  assert.equal(prefs.get().sound, true);
});

test('nothing is seen moving where the system asks for that, unless it was chosen here', async () => {
  const { hopMs, prefs, setPrefs } = await load();
  setPrefs({ lang: 'en' });
  assert.ok(hopMs(prefs.get()) > 0);
  device.calm(true);
  assert.equal(hopMs(prefs.get()), 0, 'on the page that is open');
  const later = await load();
  assert.equal(later.hopMs(later.prefs.get()), 0, 'on the next page');
  later.setPrefs({ motion: 'fast' });
  assert.ok(later.hopMs(later.prefs.get()) > 0);
  device.calm(false);
  assert.equal(later.prefs.get().motion, 'fast');
  assert.equal(prefs.get().motion, 'normal');
});

test('what is stored and makes no sense is left out', async () => {
  device.stored = JSON.stringify({ lang: 'tlh', sound: 'loud', coords: true, other: 1 });
  const { prefs } = await load();
  assert.deepEqual([prefs.get().lang, prefs.get().sound, prefs.get().coords], ['zh-Hant', true, true]);
  device.stored = '{';
  assert.equal((await load()).prefs.get().theme, 'system');
});
