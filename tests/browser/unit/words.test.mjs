import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { stillPlays } from '../../../static/js/family.js';
import { t, useWords } from '../../../static/js/i18n.js';
import { lastText, nameIn, placeText, ruleOptions, settingsText, standingText } from '../../../static/js/words.js';

const tables = Object.fromEntries(['zh-Hant', 'zh-Hans', 'en'].map((lang) =>
  [lang, JSON.parse(readFileSync(new URL(`../../../static/i18n/${lang}.json`, import.meta.url), 'utf8'))]));
useWords('en', tables.en);

const seat = (n, more = {}) => ({ seat: n, out: null, place: null, ...more });

test('a seat plays until it has finished or is out', () => {
  const game = { turn: { seats: [seat(0), seat(2, { place: 1 }), seat(4, { out: 'resigned' })] } };
  assert.deepEqual([0, 2, 4, null].map((own) => stillPlays(game, own)), [true, false, false, false]);
});

test('what was not found is not always a room', () => {
  for (const table of Object.values(tables)) assert.doesNotMatch(table['err.not_found'], /房|room/iu);
  for (const table of Object.values(tables)) assert.match(table['lobby.noRoom'], /房|room/u);
});

test('one is one, and not several', () => {
  assert.match(t('g.passiveWarn', { n: 1 }), /1 more marble must/u);
  assert.match(t('g.passiveWarn', { n: 2 }), /2 more marbles must/u);
  assert.match(t('pro.next', { n: 1, title: 'x' }), /^1 point to/u);
  assert.match(t('pro.next', { n: 50, title: 'x' }), /^50 points to/u);
});

test('of the sides of draughts it is told who won, during a game, after it and in a list', () => {
  assert.deepEqual([[1, false], [2, false], [1, true]].map(([place, drawn]) => standingText('draughts', place, drawn)), ['Victory', 'Defeat', 'Draw']);
  assert.equal(standingText('star', 2, false), tables.en['g.finished'].replace('{n}', 2));
  assert.equal(placeText({ family: 'draughts', ended: null }, 0, 1), 'Victory');
  const drawn = { ended: { reason: 'draw', places: [{ seat: 0, place: 1 }, { seat: 3, place: 1 }] }, turn: { seats: [seat(0), seat(3)] } };
  for (const family of ['star', 'draughts']) assert.equal(placeText({ ...drawn, family }, 3, 1), 'Draw');
});

test('the last move is told in the words of its family', () => {
  const players = [{ seat: 0, user: 'u', name: 'Lin' }];
  assert.equal(lastText({ last: null }), tables.en['g.noHistory']);
  assert.match(lastText({ family: 'star', players, last: { seat: 0, path: [3, 14] } }), /^Lin \(Red\).*C1.*E\d/u);
  assert.match(lastText({ family: 'draughts', players, last: { seat: 0, path: [32, 28] } }), /^Lin \(White\).*32.*28/u);
  assert.equal(nameIn({ family: 'draughts', players }, 1), 'Black');
});

test('who starts is among the settings where it was chosen', () => {
  const room = { preset: 'qq', players: 2, turn_seconds: 30, rated: false, private: false };
  assert.doesNotMatch(settingsText(room), /begins/u);
  assert.match(settingsText({ ...room, first: 3 }), /Blue begins/u);
  assert.match(settingsText({ ...room, first: 0 }), /Red begins/u);
});

test('every rule set has a name and a sentence', () => {
  const options = ruleOptions(['qq', 'qq_long', 'classic', 'turns', 'fmjd', 'plyyard']);
  for (const { value, text, hint } of options) assert.ok(Object.values(tables.en).includes(text) && Object.values(tables.en).includes(hint), value);
});
