import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camp, holeOf } from '../../../static/js/board/geometry.js';
import { clockText, leftOf } from '../../../static/js/clock.js';
import { agrees, fits, fold, fromSnapshot } from '../../../static/js/fold.js';
import { canonical, fnv1a64, stateHash } from '../../../static/js/hash.js';
import { levelFrom, levelOf } from '../../../static/js/levels.js';

const ME = 'me';
const at = (name) => holeOf(name) ?? assert.fail(name);
const settings = { preset: 'qq', players: 2, turn_seconds: 30, rated: false, private: false };

function snapshot() {
  return fromSnapshot({
    s: 'room:1',
    seq: 1,
    state: {
      code: 'ABCDEFGH', settings, host: ME, host_name: 'Ming',
      seats: [{ seat: 0, occupant: null }, { seat: 3, occupant: null }],
      playing: false, game: null, rematch: [], spectators: 0, closed: false,
    },
    you: { seat: null, host: true },
  });
}

const turnOf = (seat, ply, more = {}) => ({
  seat, ply, round: 1,
  seats: [0, 3].map((own) => ({
    seat: own, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null, ...more[own],
  })),
});

/** Folds events, numbered on from the model. */
const play = (model, ...events) => events.reduce(
  (state, event) => fold(state, { at: 1000, ...event, seq: state.seq + 1 }, ME), model);

const players = [
  { seat: 0, user: null, name: 'Bot', guest: false, points: 0 },
  { seat: 3, user: ME, name: 'Ming', guest: false, points: 120 },
];

const seated = () => play(
  snapshot(),
  { type: 'sat', d: { seat: 3, user: ME, name: 'Ming', guest: false, points: 120 } },
  { type: 'bot_added', d: { seat: 0, name: 'Bot' } },
);

const started = () => play(seated(), {
  type: 'started',
  d: { game: 'g', number: 1, players, first: 3, rules: {}, turn_limit: 30000, rated: false, farm: 1 },
  turn: turnOf(3, 1), legal: [{ from: at('n1'), to: at('m5'), path: [at('n1'), at('m5')], kind: 'move' }],
  clock: { running: 3, left: { 0: 30000, 3: 30000 }, at: 1000 },
});

test('the hash is FNV-1a 64, with the published vectors', () => {
  assert.equal(fnv1a64(''), 'cbf29ce484222325');
  assert.equal(fnv1a64('a'), 'af63dc4c8601ec8c');
  assert.equal(fnv1a64('foobar'), '85944171f73967e8');
});

test('the canonical text and hash of the first position are those of the server', () => {
  const { game } = started().state;
  const first = { ...game, turn: turnOf(0, 1) };
  assert.equal(canonical(first), '1|0|0:0,1,2,3,4,5,6,7,8,9;3:111,112,113,114,115,116,117,118,119,120;|||');
  assert.equal(stateHash(first), '96a360b0bb796e3e');
});

test('seats, readiness and the host follow their events', () => {
  let model = seated();
  assert.equal(model.you.seat, 3);
  assert.equal(model.state.seats[0].occupant.ready, true);
  assert.equal(model.state.seats[1].occupant.level, 3);
  model = play(model, { type: 'readied', d: { seat: 3 } });
  assert.equal(model.state.seats[1].occupant.ready, true);
  model = play(model, { type: 'configured', d: { settings: { ...settings, players: 4 } } });
  assert.deepEqual(model.state.seats.map((view) => view.seat), [0, 1, 3, 4]);
  assert.equal(model.state.seats[2].occupant.ready, false);
  model = play(model, { type: 'stood', d: { seat: 3, why: 'left' } }, { type: 'host_changed', d: { host: 'x', host_name: 'X' } });
  assert.deepEqual(model.you, { seat: null, host: false });
});

test('a game starts with every marble at home and the legal moves of the seat on turn', () => {
  const { state, legal, clock } = started();
  assert.ok(state.playing);
  assert.deepEqual(state.game.marbles, { 0: camp(0), 3: camp(3) });
  assert.equal(legal.length, 1);
  assert.equal(clock.running, 3);
});

test('a move carries the marble along, and the turn view is replaced whole', () => {
  const model = play(started(), {
    type: 'moved', d: { seat: 3, path: [at('n1'), at('m5')], kind: 'move' }, turn: turnOf(0, 2, { 3: { away: 1 } }),
  });
  const { game } = model.state;
  assert.ok(game.marbles[3].includes(at('m5')) && !game.marbles[3].includes(at('n1')));
  assert.deepEqual(game.marbles[3], [...game.marbles[3]].sort((a, b) => a - b));
  assert.equal(game.turn.ply, 2);
  assert.equal(game.turn.seats[1].away, 1);
  assert.deepEqual(model.legal, []);
  assert.deepEqual(game.last, { seat: 3, path: [at('n1'), at('m5')] });
});

test('an exchange puts the foreign marble where the move began', () => {
  const model = play(started(), { type: 'moved', d: { seat: 3, path: [at('n1'), at('a1')], kind: 'swap' }, turn: turnOf(0, 2) });
  assert.ok(model.state.game.marbles[0].includes(at('n1')));
  assert.ok(model.state.game.marbles[3].includes(at('a1')));
});

test('a seat that is out loses its marbles; the end, points and rematch follow', () => {
  let model = play(
    started(),
    { type: 'draw_offered', d: { seat: 3 } },
    { type: 'out', d: { seat: 3, why: 'resigned' }, turn: turnOf(null, 2, { 3: { out: 'resigned' } }) },
    { type: 'ended', d: { places: [{ seat: 0, place: 1 }, { seat: 3, place: 2 }], reason: 'places' } },
    { type: 'scored', d: { scores: [{ seat: 3, place: 2, in_camp: 0, round: 1, points: -20, parts: { placing: -20, encouragement: 0, cap: 0, farm: 0 }, before: 120, after: 99 }] } },
  );
  assert.deepEqual(model.state.game.marbles[3], []);
  assert.equal(model.state.game.offer, null);
  assert.equal(model.state.playing, false);
  assert.equal(model.clock, null);
  assert.equal(model.state.seats[1].occupant.level, 2);
  assert.equal(canonical(model.state.game).split('|')[3], '3');
  model = play(model, { type: 'rematch', d: { seat: 3 } });
  assert.deepEqual(model.state.rematch, [3]);
  assert.equal(model.state.seats[1].occupant.ready, true);
});

test('an offer grows by agreement and falls when declined or when the offerer moves', () => {
  const offered = play(started(), { type: 'draw_offered', d: { seat: 3 } }, { type: 'draw_agreed', d: { seat: 0 } });
  assert.deepEqual(offered.state.game.offer, { seat: 3, agreed: [3, 0] });
  assert.equal(play(offered, { type: 'draw_declined', d: { seat: 0 } }).state.game.offer, null);
  const moved = { type: 'moved', d: { seat: 3, path: [at('n1'), at('m5')], kind: 'move' } };
  assert.equal(play(offered, moved).state.game.offer, null);
});

test('an event without content only counts', () => {
  const model = started();
  const next = play(model, {});
  assert.equal(next.seq, model.seq + 1);
  assert.equal(next.state, model.state);
});

test('a wrong hash is seen, a right one agrees', () => {
  const model = started();
  assert.ok(agrees({ ...model, h: stateHash(model.state.game) }));
  assert.ok(!agrees({ ...model, h: '0000000000000000' }));
});

test('frames are next, old or after a gap', () => {
  assert.deepEqual([4, 5, 6, 9].map((seq) => fits(5, { seq })), ['old', 'old', 'next', 'gap']);
});

test('clocks are computed from the time they were true at', () => {
  const clock = { running: 3, left: { 0: 30000, 3: 20000 }, at: 1000 };
  assert.equal(leftOf(clock, 3, 6000), 15000);
  assert.equal(leftOf(clock, 0, 6000), 30000);
  assert.equal(leftOf(clock, 3, 60000), 0);
  assert.equal(leftOf(clock, 1, 0), null);
  assert.deepEqual([0, 1, 59_500, 61_000, 3_599_000, 11_045_000].map(clockText), ['0:00', '0:01', '1:00', '1:01', '59:59', '3:04:05']);
});

test('levels follow the table', () => {
  assert.deepEqual([-60, 0, 49, 50, 399, 400, 24_999, 25_000].map(levelOf), [1, 1, 1, 2, 6, 7, 24, 25]);
  assert.deepEqual([1, 2, 25, 26].map(levelFrom), [null, 50, 25000, null]);
});
