import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pickLang, t, useWords } from '../../../static/js/i18n.js';
import { refusalText } from '../../../static/js/refusals.js';

const root = new URL('../../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const files = (dir, end) => readdirSync(new URL(dir, root), { recursive: true })
  .filter((name) => name.endsWith(end)).map((name) => `${dir}${name}`).sort();

const LANGS = ['zh-Hant', 'zh-Hans', 'en'];
const tables = Object.fromEntries(LANGS.map((lang) => [lang, JSON.parse(read(`static/i18n/${lang}.json`))]));
const source = files('static/js/', '.js').map(read).join('\n');

/** Keys that are put together while running. */
const BUILT = /^(err|rank|count|end|color|out|part|cell|preset|say\.passed|set\.(marks|dests|speech|system|light|dark)|formula|room\.team|sw\.|sv\.|bad\.|rules\.(move|turn|stall|points|d[A-Z])|rule\.|item\.|pdn\.(why|game)\.)/u;

test('the three languages have the same keys, with the same places to fill', () => {
  const keys = Object.keys(tables['zh-Hant']).sort();
  const places = (text) => [...text.matchAll(/\{(\w+)/gu)].map(([, name]) => name);
  for (const lang of LANGS) {
    assert.deepEqual(Object.keys(tables[lang]).sort(), keys, lang);
    for (const key of keys) {
      const wanted = new Set(places(tables['zh-Hant'][key]));
      assert.deepEqual(new Set(places(tables[lang][key])), wanted, `${lang} ${key}`);
      assert.ok(tables[lang][key].length > 0, `${lang} ${key}`);
    }
  }
});

test('every key in the source has words, and every key is used', () => {
  const known = tables['zh-Hant'];
  const families = new Set(Object.keys(known).map((key) => key.split('.')[0]));
  const used = new Set([...source.matchAll(/['`]([a-z]+\.[A-Za-z0-9_.]+)['`]/gu)].map(([, key]) => key));
  for (const key of used) if (families.has(key.split('.')[0])) assert.ok(key in known, `no words for ${key}`);
  for (const key of Object.keys(known)) assert.ok(used.has(key) || BUILT.test(key), `${key} is not used`);
});

test('every refusal has words', () => {
  const codes = [...read('src/protocol/refusal.rs').matchAll(/^\s+\w+ = "(\w+)",$/gmu)].map(([, code]) => code);
  assert.ok(codes.length > 25);
  for (const code of codes) for (const lang of LANGS) assert.ok(tables[lang][`err.${code}`], `${lang} err.${code}`);
});

test('every reason why settings, names and passwords are refused has words of its own', () => {
  const codes = ['game/settings', 'rules/star/rule_set', 'auth/name', 'auth/password'].flatMap((name) => [...read(`src/${name}.rs`).matchAll(/const fn code[\s\S]*?\n    \}/gu)])
    .flatMap(([body]) => [...body.matchAll(/"(\w+)"/gu)].map(([, code]) => code));
  assert.ok(codes.length > 19, `${codes.length}`);
  for (const lang of LANGS) {
    useWords(lang, tables[lang]);
    for (const code of codes) assert.equal(refusalText('bad_settings', code), tables[lang][`bad.${code}`], `${lang}: ${code}`);
    assert.equal(refusalText('bad_settings'), tables[lang]['err.bad_settings']);
    assert.equal(refusalText('bad_settings', 'unheard_of'), tables[lang]['err.bad_settings']);
  }
  const known = Object.keys(tables.en).filter((key) => key.startsWith('bad.')).map((key) => key.slice(4));
  assert.deepEqual(known.sort(), [...new Set(codes)].sort());
});

test('an offer of a draw that lapsed is told to count as a declined one', () => {
  const lapsed = { en: /declined or has lapsed/u, 'zh-Hant': /被拒或作廢/u, 'zh-Hans': /被拒或作废/u };
  for (const lang of LANGS) for (const key of ['rules.dEnd2', 'err.offer_too_soon']) assert.match(tables[lang][key], lapsed[lang]);
});

test('every fault of a PDN file has words', () => {
  const places = ['pdn/mod', 'fen', 'move_text', 'duty', 'position'].map((name) => read(`src/rules/draughts/${name}.rs`));
  const codes = places.flatMap((text) => [...text.matchAll(/const fn code[\s\S]*?\n    \}/gu)])
    .flatMap(([body]) => [...body.matchAll(/"(\w+)"/gu)].map(([, code]) => code));
  assert.ok(codes.length > 20);
  for (const code of codes) assert.ok(tables.en[`pdn.why.${code}`], `no words for ${code}`);
});

test('no simplified characters in the traditional words, nor the other way round', () => {
  const simplified = /[这说们对开关录设置连线复选择进输赢轮让过远无动画声显语键码账号链级称]/u;
  const mixed = (lang, pattern, common) => Object.entries(tables[lang])
    .filter(([, text]) => [...text].some((c) => pattern.test(c) && !common.includes(c))).map(([key]) => key);
  assert.deepEqual(mixed('zh-Hant', simplified, '置'), []);
  assert.deepEqual(mixed('zh-Hans', /[這說們對開關錄設連線複選擇進輸贏輪讓過遠無動畫聲顯語鍵碼帳號鏈級稱]/u, ''), []);
});

test('words are filled in, with plurals', () => {
  useWords('en', { a: '{n} {n|room|rooms} of {name}' });
  assert.equal(t('a', { n: 1, name: 'Ming' }), '1 room of Ming');
  assert.equal(t('a', { n: 2, name: '{n}' }), '2 rooms of {n}');
  assert.equal(t('none'), 'none');
});

test('the language is picked from the browser', () => {
  assert.deepEqual(
    [['zh-TW'], ['zh-HK', 'en'], ['zh'], ['zh-CN'], ['zh-Hant-SG'], ['zh-Hans-HK'], ['zh-Hans-MO'], ['fr', 'zh-TW'], ['de'], []].map(pickLang),
    ['zh-Hant', 'zh-Hant', 'zh-Hans', 'zh-Hans', 'zh-Hant', 'zh-Hans', 'zh-Hans', 'zh-Hant', 'en', 'en'],
  );
});

test('the vendored files are those of vendor.json and of the packages', () => {
  for (const { file, sha384 } of JSON.parse(read('static/vendor/vendor.json'))) {
    assert.equal(createHash('sha384').update(read(`static/vendor/${file}`)).digest('base64'), sha384, file);
  }
  if (existsSync(new URL('node_modules/preact', root))) {
    execFileSync(process.execPath, [fileURLToPath(new URL('scripts/vendor.mjs', root)), '--check']);
  }
});

test('scripts and styles stay within the budget', () => {
  const size = (names, form = (text) => text) =>
    names.reduce((sum, name) => sum + gzipSync(form(read(name))).length, 0);
  const code = (text) => text.replace(/\/\*\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '');
  const all = [...files('static/js/', '.js'), ...files('static/vendor/', '.js')];
  // Pages that are loaded when somebody goes there, and the draughts family, come on top of what
  // everybody loads, with bounds of their own; so do a room's form, teams, items, switches and what points are made of.
  const draughts = /(?:draughts|draughtswords|draughtsgame|squares|routes|men|squarestage)\.js$/u;
  const later = /(?:replay|profile|pdn|ladder|account|rules|settings|more)\.js$/u;
  const some = /(?:items|team|switches|sum|roomform|timefields)\.js$/u;
  // The budget is for code; types and documentation travel along, and are bounded too.
  for (const [names, bound, whole] of [
    [all.filter((name) => !draughts.test(name) && !later.test(name) && !some.test(name)), 65, 87],
    [all.filter((name) => draughts.test(name)), 16, 22],
    [all.filter((name) => later.test(name)), 18, 22],
    [all.filter((name) => some.test(name)), 9, 11],
  ]) {
    assert.ok(size(names, code) <= bound * 1024, `${size(names, code)} bytes of code`);
    assert.ok(size(names) <= whole * 1024, `${size(names)} bytes of script`);
  }
  assert.ok(size(files('static/', '.css')) <= 13 * 1024, `${size(files('static/', '.css'))} bytes of style`);
});

test('nothing the content policy forbids', () => {
  assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/u);
  const page = read('static/index.html');
  assert.doesNotMatch(page, /style=|<style|\son\w+=|<script(?![^>]*src=)/u);
});

test('every import is relative and exists', () => {
  for (const name of files('static/js/', '.js')) {
    for (const [, specifier] of read(name).matchAll(/^(?:import|export)[^'"]*from '([^']+)'/gmu)) {
      assert.match(specifier, /^\.{1,2}\//u, name);
      assert.ok(existsSync(new URL(specifier, new URL(name, root))), `${name}: ${specifier}`);
    }
  }
});
