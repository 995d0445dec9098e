import assert from 'node:assert/strict';
import { test } from 'node:test';
import { camp } from '../../../static/js/board/geometry.js';
import { fold, fromSnapshot } from '../../../static/js/fold.js';
import { canonical, stateHash } from '../../../static/js/hash.js';

const ME = 'me';
const SEATS = [0, 1, 3, 4];
const FULL = ['roadblock', 'road_worker', 'power_marble', 'wings', 'swap', 'tornado'];
const settings = { preset: 'qq', players: 4, turn_seconds: 30, rated: false, private: true, teams: true, items: true };

const waiting = (more = {}, seats = SEATS) => fromSnapshot({
  s: 'room:1', seq: 1,
  state: {
    code: 'ABCDEFGH', settings: { ...settings, ...more }, host: ME, host_name: 'Ming',
    seats: seats.map((seat) => ({ seat, occupant: { user: seat === 3 || more.local ? ME : null, name: 'x', guest: false, bot: seat !== 3, points: 0, level: 1, ready: true, connected: true } })),
    playing: false, game: null, rematch: [], spectators: 0, closed: false,
  },
  you: { seat: more.local ? seats[0] : 3, host: true },
});

const turnOf = (seat, ply, more = {}, seats = SEATS) => ({
  seat, ply, round: 1,
  seats: seats.map((own) => ({ seat: own, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null, items: FULL })),
  teams: [{ team: 'A', seats: [0, 3], in_camp: 0, goal: 15 }, { team: 'B', seats: [1, 4], in_camp: 0, goal: 15 }],
  ...more,
});

const play = (model, ...events) => events.reduce(
  (state, event) => fold(state, { at: 1000, ...event, seq: state.seq + 1 }, ME), model);

const start = (model, army = 10, seats = SEATS, more = {}) => play(model, {
  type: 'started',
  d: {
    game: 'g', number: 1, first: seats[0], rules: { army }, turn_limit: 30000, rated: false, farm: 1, teams: true, items: true,
    players: seats.map((seat) => ({ seat, user: null, name: 'x', guest: false, points: 0 })),
  },
  turn: { ...turnOf(seats[0], 1, more, seats) },
});

test('settings with teams give every seat its team, in turn', () => {
  const model = play(waiting(), { type: 'configured', d: { settings: { ...settings, players: 6 } } });
  assert.deepEqual(model.state.seats.map((view) => view.team), ['A', 'B', 'A', 'B', 'A', 'B']);
  const free = play(model, { type: 'configured', d: { settings: { ...settings, teams: false } } });
  assert.ok(free.state.seats.every((view) => view.team === undefined));
});

test('larger armies start from larger homes', () => {
  const count = (army, seats) => Object.values(start(waiting({}, seats), army, seats).state.game.marbles).map((holes) => holes.length);
  assert.deepEqual(count(13, SEATS), [13, 13, 13, 13]);
  assert.deepEqual([15, 19].map((army) => count(army, [0, 3])), [[15, 15], [19, 19]]);
});

test('a swap exchanges the marbles of two seats, and is the last move', () => {
  const model = play(start(waiting()), {
    type: 'item_used', turn: turnOf(1, 2),
    d: { seat: 0, item: 'swap', from: 9, with: 30, result: [{ seat: 0, from: camp(0)[9], to: camp(1)[0] }, { seat: 1, from: camp(1)[0], to: camp(0)[9] }] },
  });
  const { marbles, last } = model.state.game;
  assert.ok(marbles[0].includes(camp(1)[0]) && marbles[1].includes(camp(0)[9]));
  assert.equal(marbles[0].length + marbles[1].length, 20);
  assert.deepEqual(last, { seat: 0, path: [camp(0)[9], camp(1)[0]] });
});

test('a tornado deals marbles anew without losing one, whoever goes where another stood', () => {
  const [a, b] = [camp(0)[0], camp(0)[1]];
  const model = play(start(waiting()), {
    type: 'item_used', turn: turnOf(0, 2),
    d: { seat: 0, item: 'tornado', hole: 60, result: [{ seat: 0, from: a, to: b }, { seat: 0, from: b, to: a }, { seat: 1, from: camp(1)[0], to: 60 }] },
  });
  const { marbles, last } = model.state.game;
  assert.deepEqual(marbles[0], camp(0));
  assert.ok(marbles[1].includes(60) && marbles[1].length === 10);
  assert.equal(last, null);
});

test('hands and things are in the canonical text, by the numbers of the items', () => {
  const things = [
    { hole: 61, item: 'roadblock', seat: 0, left: 3 }, { hole: 59, item: 'roadblock', seat: 1, left: 2 },
    { hole: 60, item: 'road_worker', seat: 3, left: 1 },
  ];
  const { game } = start(waiting(), 10, [0, 3], { things }).state;
  game.turn.seats[0].items = ['tornado', 'wings'];
  game.turn.seats[1].items = [];
  assert.equal(canonical(game).split('|').slice(3).join('|'), '|0:3,5;3:;|R:59,61;W:60');
  game.turn.things = [things[2]];
  assert.equal(canonical(game).split('|')[5], 'R:;W:60');
});

test('the hash after a roadblock is the one of the protocol', () => {
  const { game } = start(waiting({ players: 2 }, [0, 3]), 10, [0, 3], {
    ply: 2, used: 'roadblock', things: [{ hole: 27, item: 'roadblock', seat: 0, left: 3 }],
  }).state;
  game.turn.seats[0].items = FULL.slice(1);
  assert.equal(stateHash(game), '286cc3ec52b0818b');
});

test('what items may be used on comes with an event and goes with the next turn', () => {
  const items = { roadblock: [60], road_worker: [], power_marble: [], wings: [], swap: [], tornado: [] };
  const model = play(start(waiting()), { type: 'turn_skipped', d: { seat: 0 }, turn: turnOf(3, 2), items });
  assert.deepEqual(model.items.roadblock, [60]);
  assert.equal(play(model, { type: 'disconnected', d: { seat: 0 } }).items, model.items);
  assert.equal(play(model, { type: 'turn_expired', d: { seat: 3, count: 1 }, turn: turnOf(4, 3) }).items, null);
});

test('a proposal to resign is the team\'s: agreed to, declined, or lapsed by the proposer\'s act', () => {
  const both = play(start(waiting()), { type: 'resign_proposed', d: { seat: 0 } }, { type: 'resign_proposed', d: { seat: 1 } });
  const agreed = play(both, { type: 'resign_agreed', d: { seat: 3 } });
  assert.deepEqual(agreed.state.game.proposals, [{ seat: 0, agreed: [0, 3] }, { seat: 1, agreed: [1] }]);
  const declined = play(both, { type: 'resign_declined', d: { seat: 4 } });
  assert.deepEqual(declined.state.game.proposals, [{ seat: 0, agreed: [0] }]);
  const acted = play(both, { type: 'passed', d: { seat: 0, why: 'voluntary' } });
  assert.deepEqual(acted.state.game.proposals, [{ seat: 1, agreed: [1] }]);
  const over = play(both, { type: 'ended', d: { places: [], reason: 'places' } });
  assert.deepEqual(over.state.game.proposals, []);
});

test('on one screen one acts for the seat on turn', () => {
  let model = start(waiting({ local: true }));
  assert.equal(model.you.seat, 0);
  model = play(model, { type: 'moved', d: { seat: 0, path: [6, 14], kind: 'move' }, turn: turnOf(1, 2) });
  assert.equal(model.you.seat, 1);
  model = play(model, { type: 'play_on_asked', d: {}, turn: turnOf(null, 2, { asking: [] }) });
  assert.equal(model.you.seat, 0);
  assert.deepEqual(model.state.game.turn.asking, []);
});
