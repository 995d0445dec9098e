import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drewIn } from '../../../static/js/family.js';
import { useWords } from '../../../static/js/i18n.js';
import { Places, outcomeText, reasonOf } from '../../../static/js/pages/places.js';
import { explain } from '../../../static/js/pages/sum.js';

const words = JSON.parse(readFileSync(new URL('../../../static/i18n/en.json', import.meta.url), 'utf8'));
useWords('en', words);
const qq = { preset: 'qq', players: 2, turn_seconds: 30, rated: true, private: false };
const SEATS = { 2: [0, 3], 3: [0, 2, 4], 4: [0, 1, 3, 4], 6: [0, 1, 2, 3, 4, 5] };

/** A game that is over, by what is known of each seat. */
function over(entries, { reason = 'places', teams = false, family = 'star' } = {}) {
  const seats = family === 'draughts' ? [0, 1] : SEATS[entries.length];
  const scores = entries.map(({ out: _out, ...entry }, n) => ({
    seat: seats[n], place: n + 1, in_camp: 0, round: 40, points: 0, before: 300, after: 300, lag: 0, ...entry,
    parts: { placing: 0, encouragement: 0, cap: 0, farm: 0, ...entry.parts },
  }));
  const team = (n) => seats.filter((_, at) => at % 2 === n);
  return {
    family, rated: true, scores, marbles: {}, players: seats.map((seat) => ({ seat, name: `P${seat}` })),
    ended: { reason, places: scores.map(({ seat, place }) => ({ seat, place })) },
    turn: {
      seats: scores.map(({ seat, in_camp, place }, n) => ({ seat, in_camp, place, out: entries[n].out ?? null, taken: entries[n].taken })),
      ...(teams ? { teams: [0, 1].map((n) => ({ team: 'AB'[n], seats: team(n), in_camp: 0, goal: 15 })) } : {}),
    },
  };
}
const told = (game, n, settings = qq) => explain(game.scores[n], game, settings);
const says = (game, n, ...parts) => {
  const texts = told(game, n);
  assert.equal(texts.length, parts.length, texts.join(' | '));
  parts.forEach((part, at) => assert.match(texts[at], part));
};

test('after a draw only those who still played drew', () => {
  const game = over([{ place: 1, in_camp: 10 }, { place: 2 }, { place: 2 }, { place: 4, out: 'resigned' }], { reason: 'draw' });
  assert.deepEqual([0, 1, 3, 4].map((seat) => drewIn(game, seat)), [false, true, true, false]);
  assert.deepEqual([0, 1, 3, 4].map((seat) => reasonOf(game, seat)), ['All marbles in camp', 'Draw agreed', 'Draw agreed', 'Resigned']);
  assert.equal(reasonOf({ ...game, ended: { ...game.ended, reason: 'round_limit' } }, 1), 'Round 300 reached');
  says(game, 0, /Four players, by place/u);
  says(game, 1, /Draw: those still playing/u);
  says(game, 3, /Four players, by place/u);
  const labels = Places({ game, own: 1, settings: qq }).props.children.map((item) => item.props.children[0].props.children[0].props.children);
  assert.deepEqual(labels, [words['res.draw'], ...[1, 2, 4].map((n) => (n === 2 ? words['res.draw'] : words['g.finished'].replace('{n}', n)))]);
  assert.equal(outcomeText(game, 1), 'Draw');
  assert.equal(outcomeText(game, null), 'Draw');
  assert.match(outcomeText(game, 0), /number 1.*others drew/u);
  assert.match(outcomeText(game, 4), /number 4.*others drew/u);
  const draughts = over([{ place: 1 }, { place: 1 }], { reason: 'repetition', family: 'draughts' });
  says(draughts, 1, /both get 0/u);
});

test('a game of two is explained by the levels, and by the marbles in camp', () => {
  const game = over([{ in_camp: 10, before: 300 }, { in_camp: 4, before: 120, parts: { placing: -22, encouragement: 8 } }]);
  says(game, 0, /own level 6 − opponent’s level 3.*makes 22/u);
  says(game, 1, /own level 3 − opponent’s level 6.*costs 22/u, /4 marbles in the goal camp, doubled/u);
  const higher = over([{ in_camp: 10 }, { in_camp: 1, parts: { placing: -25, encouragement: 1 } }]);
  says(higher, 1, /costs 25/u, /1 marble in the goal camp\.$/u);
});

test('a shared place is explained by the mean', () => {
  const parts = { placing: 8 };
  const game = over([{ place: 1, in_camp: 10 }, { place: 2, parts }, { place: 2, parts }, { place: 2, parts }]);
  says(game, 0, /Four players/u);
  says(game, 2, /Four players/u, /3 share places 2–4: each gets the mean of \+25, \+15, −15, .*: \+8\./u);
});

test('team mates of a leaver lose nothing', () => {
  const game = over([
    { place: 2, out: 'left', parts: { placing: -50 } }, { place: 1, parts: { placing: 30 } },
    { place: 2, in_camp: 3, parts: { encouragement: 3 } }, { place: 1, parts: { placing: 30 } },
  ], { teams: true });
  says(game, 0, /flat −50/u);
  says(game, 1, /2v2/u);
  says(game, 2, /bears the loss alone: placing 0/u, /3 marbles/u);
});

test('the caps say which they are', () => {
  const resigned = over([{ place: 1, round: 20 }, { place: 2, round: 20, out: 'resigned', in_camp: 9, parts: { placing: -6, encouragement: 9, cap: -3 } }]);
  says(resigned, 1, /Loss/u, /9 marbles/u, /resigned cannot gain/u);
  const stalled = over([{ place: 1 }, { place: 2 }, { place: 3, parts: { placing: 15 } }, { place: 4, out: 'stalled' }]);
  const shielded = { ...stalled.scores[1], parts: { placing: -15, encouragement: 2, cap: 13, farm: 0 } };
  assert.match(explain(shielded, stalled, qq).at(-1), /facing seat stalled: no loss/u);
});

test('too early says before which round', () => {
  const parts = { placing: 25, cap: -25 };
  const limit = (game, n, settings) => Number(/before round (\d+)/u.exec(told(game, n, settings).at(-1))?.[1]);
  const out = over([{ place: 1, round: 6, parts }, { place: 2, round: 6, out: 'resigned', parts: { placing: -25 } }]);
  assert.equal(limit(out, 0), 11);
  assert.match(told(out, 0).at(-1), /in round 6/u);
  const sprint = over([{ place: 1, round: 9, in_camp: 10, parts }, { place: 2, round: 9, in_camp: 2 }]);
  assert.equal(limit(sprint, 0), 18);
  assert.equal(limit(sprint, 0, { ...qq, preset: 'qq_long' }), 10);
  const free = over([
    { place: 1, round: 15, in_camp: 10, parts: { placing: 35, cap: -35 } }, { place: 2, round: 17, in_camp: 10, parts },
    { place: 3, round: 17, parts: { placing: 15, cap: -15 } }, { place: 4, round: 12, out: 'left' },
  ]);
  assert.deepEqual([0, 1, 2].map((n) => limit(free, n)), [18, 18, 18]);
  const last = over([{ place: 1, round: 10, parts: { placing: 30, cap: -30 } }, { place: 2, round: 10, out: 'left' }, { place: 3, round: 4, out: 'left' }]);
  assert.equal(limit(last, 0), 11);
  const moves = over([{ place: 1, parts }, { place: 2, out: 'resigned' }], { family: 'draughts', reason: 'out' });
  assert.match(told(moves, 0).at(-1), /each side had made 10 moves/u);
});

test('the factor for repeated games is told', () => {
  const half = over([{ points: 12, parts: { placing: 25, farm: -13 } }, { points: -25, parts: { placing: -25 } }]);
  assert.match(told(half, 0).at(-1), /half the gain/u);
  says(half, 1, /Loss/u);
  const none = over([{ points: 0, parts: { placing: 25, farm: -25 } }, { points: -25, parts: { placing: -25 } }]);
  assert.match(told(none, 0).at(-1), /more than six.*no gain/iu);
});
