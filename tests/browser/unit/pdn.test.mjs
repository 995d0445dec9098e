import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { start } from '../../../static/js/draughts.js';
import { useWords } from '../../../static/js/i18n.js';
import { faultText, positionOfFen, replayPdn } from '../../../static/js/pdn.js';

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

test('a file of another game says which game', () => {
  const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  useWords('en', JSON.parse(read('static/i18n/en.json')));
  // As the server writes it.
  assert.match(read('src/rules/draughts/pdn/mod.rs'), /"another game: \{name\}"[\s\S]*"English draughts"[\s\S]*"a game without a name"/u);
  const fault = (why, detail) => faultText({ ply: 0, token: '21', why, detail });
  assert.match(fault('other_game', 'another game: English draughts'), /another game than international draughts: English draughts$/u);
  assert.match(fault('other_game', 'another game: a game without a name'), /than international draughts$/u);
  assert.match(fault('variant', 'unknown variant'), /unknown rules$/u);
});
