import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ApiError } from '../../../static/js/api.js';
import { start } from '../../../static/js/draughts.js';
import { useWords } from '../../../static/js/i18n.js';
import { faultText, positionOfFen, refusedText, replayPdn } from '../../../static/js/pdn.js';

test('a position is read as the server writes it', () => {
  assert.deepEqual(positionOfFen('W:W31-50:B1-20'), { ...start(), seat: 0 });
  assert.deepEqual(positionOfFen('B:WK1,7-9:B'), { men: { 0: [7, 8, 9], 1: [] }, kings: { 0: [1], 1: [] }, seat: 1 });
  assert.deepEqual(positionOfFen('B:W:BK4-5,20'), { men: { 0: [], 1: [20] }, kings: { 0: [], 1: [4, 5] }, seat: 1 });
});

test('a game of a file begins where it says, and is stepped through', () => {
  const game = {
    white: 'Lin', black: null, event: null, date: null, preset: 'plyyard', start: 'B:W8,41:B2,50', result: '*',
    moves: [
      { from: 2, to: 13, taken: [8], route: [2, 13], promoted: false },
      { from: 41, to: 37, taken: [], route: [41, 37], promoted: false },
    ],
  };
  const replay = replayPdn(game, ['White', 'Black']);
  assert.equal(replay.steps.length, 3);
  assert.deepEqual(replay.steps.map(({ game: { pieces } }) => pieces.men), [
    { 0: [8, 41], 1: [2, 50] }, { 0: [41], 1: [13, 50] }, { 0: [37], 1: [13, 50] },
  ]);
  assert.deepEqual(replay.steps.map(({ game: { turn } }) => turn.seat), [1, 0, 1]);
  assert.deepEqual(replay.steps[0].game.players.map(({ name }) => name), ['Lin', 'Black']);
  assert.equal(replay.settings.preset, 'plyyard');
});

test('a file of another game says which game, in the language of the page', () => {
  const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const names = /const fn game_name[\s\S]*?\n\}/u.exec(read('src/rules/draughts/pdn/mod.rs'))?.[0] ?? '';
  const numbers = [...names.matchAll(/^\s+(\d+) => /gmu)].map(([, number]) => number).filter((number) => number !== '20');
  assert.ok(numbers.length > 15);
  for (const lang of ['zh-Hant', 'zh-Hans', 'en']) {
    const words = JSON.parse(read(`static/i18n/${lang}.json`));
    useWords(lang, words);
    for (const number of numbers) {
      assert.ok(faultText({ ply: 0, token: `${number},W,8,8,N1`, why: 'other_game', detail: '' }).endsWith(words[`pdn.game.${number}`]), `${lang} ${number}`);
    }
  }
  const fault = (why, token) => faultText({ ply: 0, token, why, detail: '' });
  assert.match(fault('other_game', '99'), /than international draughts$/u);
  assert.match(fault('variant', '21'), /^Not readable before the moves .*unknown rules$/u);
});

test('a file is too large only where the server says so', () => {
  const words = JSON.parse(readFileSync(new URL('../../../static/i18n/en.json', import.meta.url), 'utf8'));
  useWords('en', words);
  assert.equal(refusedText(new ApiError('bad_request', 413)), words['pdn.large']);
  assert.equal(refusedText(new ApiError('bad_request', 400)), words['err.bad_request']);
  assert.equal(refusedText(new ApiError('offline', 0)), words['err.offline']);
});
