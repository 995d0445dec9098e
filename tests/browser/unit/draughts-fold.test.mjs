import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDraw, seatsOf } from '../../../static/js/family.js';
import { agrees, fold, fromSnapshot } from '../../../static/js/fold.js';
import { bySeat, lastTaken, withTaken } from '../../../static/js/fold-draughts.js';
import { canonical, stateHash } from '../../../static/js/hash.js';
import { replayOf } from '../../../static/js/replay.js';

const settings = { preset: 'fmjd', players: 2, turn_seconds: 30, rated: false, private: false };
const occupant = (name) => ({
  user: name, name, guest: false, bot: false, points: 0, level: 1, ready: true, connected: true,
});
const turn = (seat, ply, more = {}) => ({
  seat, ply, round: Math.ceil(ply / 2), ...more,
  seats: [0, 1].map((own) => ({
    seat: own, in_camp: 0, away: 0, taken: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null,
  })),
});

const empty = (change = {}) => fromSnapshot({
  s: 'room:1', seq: 1, you: { seat: 0, host: true },
  state: {
    code: 'ABCDEFGH', settings: { ...settings, ...change }, host: 'Ming', host_name: 'Ming',
    seats: [{ seat: 0, occupant: occupant('Ming') }, { seat: 1, occupant: occupant('Lan') }],
    playing: false, game: null, rematch: [0, 1], spectators: 0, closed: false,
  },
});
const play = (model, ...events) => events.reduce(
  (state, event) => fold(state, { at: 1000, ...event, seq: state.seq + 1 }, 'Ming'), model);
const started = (model = empty()) => play(model, {
  type: 'started', turn: turn(0, 1),
  d: {
    game: 'g', number: 1, first: 0, rated: false, turn_limit: 30000, seed_commitment: '',
    players: ['Ming', 'Lan'].map((name, seat) => ({ seat, user: name, name, guest: false, points: 0 })),
    rules: { first_move: 'white', taken_leave: 'at_end', king_priority: false },
  },
});
const moved = (colour, route, taken, ply, promoted = false) => ({
  type: 'moved', turn: turn(colour === 'white' ? 1 : 0, ply),
  d: { colour, from: route[0], to: route.at(-1), taken, route, promoted },
});

test('the hash is the one of the rules’ own example', () => {
  const game = {
    family: 'draughts', marbles: {}, players: [{ seat: 0 }, { seat: 1 }], turn: turn(1, 1),
    pieces: { men: { 0: [46], 1: [] }, kings: { 0: [50], 1: [6, 1] } },
  };
  assert.equal(canonical(game), '1|B|46|50||1,6');
  assert.equal(stateHash(game), '4c9c5b332a28d9e6');
  assert.equal(canonical({ ...game, turn: turn(null, 9) }), '9|-|46|50||1,6');
});

test('a game begins with twenty men a side and no marbles', () => {
  const { game } = started().state;
  assert.equal(game.family, 'draughts');
  assert.deepEqual(game.marbles, {});
  assert.deepEqual([0, 1].map((seat) => game.pieces.men[seat].length), [20, 20]);
  assert.match(canonical(game), /^1\|W\|31,32,.*,50\|\|1,2,.*,20\|$/u);
});

test('moves go by colour, what they take leaves, and the hash agrees', () => {
  const model = play(started(), moved('white', [32, 28], [], 2), moved('black', [19, 23], [], 3), moved('white', [28, 19], [23], 4));
  const { game } = model.state;
  assert.deepEqual(game.pieces.men[0].filter((square) => square < 31), [19]);
  assert.ok(!game.pieces.men[1].includes(23));
  assert.deepEqual(game.last.path, [28, 19]);
  assert.deepEqual(lastTaken(game), [23]);
  assert.ok(agrees({ ...model, h: stateHash(game) }));
  assert.ok(!agrees({ ...model, h: '0000000000000000' }));
});

test('an open offer outlives one’s own move and lapses with the opponent’s', () => {
  const offered = play(started(), { type: 'draw_offered', d: { seat: 0 } }, moved('white', [32, 28], [], 2));
  assert.deepEqual(offered.state.game.offer, { seat: 0, agreed: [0] });
  assert.equal(play(offered, moved('black', [19, 23], [], 3)).state.game.offer, null);
});

test('an end is folded to places, the best first', () => {
  const lost = play(started(), { type: 'out', d: { colour: 'white', why: 'flag' } }, { type: 'ended', d: { winner: 'black', reason: 'out' } });
  assert.deepEqual(lost.state.game.ended, { places: [{ seat: 1, place: 1 }, { seat: 0, place: 2 }], reason: 'out' });
  assert.equal(lost.state.game.turn.seat, null);
  assert.equal(lost.state.game.pieces.men[0].length, 20);
  assert.ok(!isDraw(lost.state.game.ended));
  const drawn = play(started(), { type: 'ended', d: { winner: null, reason: 'agreement' } });
  assert.deepEqual(drawn.state.game.ended.places, [{ seat: 0, place: 1 }, { seat: 1, place: 1 }]);
  assert.ok(isDraw(drawn.state.game.ended));
});

test('events by seat are left as they are', () => {
  const star = { type: 'moved', seq: 1, at: 0, d: { seat: 3, path: [1, 2], kind: 'move' } };
  assert.equal(bySeat(star), star);
  const expired = bySeat({ type: 'turn_expired', d: { colour: 'black', count: 2 } });
  assert.deepEqual(expired.d, { colour: 'black', count: 2, seat: 1 });
  assert.equal(bySeat(expired), expired);
});

test('sides are changed before a rematch, and one’s own seat with them', () => {
  const model = play(empty(), { type: 'swapped', d: {} });
  assert.deepEqual(model.state.seats.map((view) => [view.seat, view.occupant.name]), [[0, 'Lan'], [1, 'Ming']]);
  assert.equal(model.you.seat, 1);
});

test('other settings bring the seats of their family', () => {
  assert.deepEqual(seatsOf({ ...settings, preset: 'qq' }), [0, 3]);
  const star = play(empty(), { type: 'configured', d: { settings: { ...settings, preset: 'qq' } } });
  assert.deepEqual(star.state.seats.map((view) => view.seat), [0, 3]);
  const back = play(star, { type: 'configured', d: { settings } });
  assert.deepEqual(back.state.seats.map((view) => view.seat), [0, 1]);
});

test('whoever plays both sides at one screen is the side on turn', () => {
  const room = empty({ local: true, private: true });
  room.state.seats.forEach((view) => { view.occupant = occupant('Ming'); });
  const begun = started(room);
  assert.equal(begun.you.seat, 0);
  assert.equal(play(begun, moved('white', [32, 28], [], 2)).you.seat, 1);
});

test('a finished game is played through again', () => {
  const frames = [
    {
      type: 'started', seq: 5, at: 0,
      d: {
        game: 'g', number: 1, first: 1, rated: true, turn_limit: 60000, clock: { main: 600, increment: 5 }, seed_commitment: '',
        players: ['Ming', 'Lan'].map((name, seat) => ({ seat, user: name, name, guest: false, points: 0 })),
        rules: { first_move: 'black', king_priority: true },
      },
    },
    { seq: 6, at: 1, type: 'moved', d: { colour: 'black', from: 19, to: 23, taken: [], route: [19, 23], promoted: false } },
    { seq: 7, at: 2, type: 'turn_expired', d: { colour: 'white', count: 1 } },
    { seq: 8, at: 3, type: 'moved', d: { colour: 'white', from: 32, to: 28, taken: [], route: [32, 28], promoted: false } },
    { seq: 9, at: 4, type: 'moved', d: { colour: 'black', from: 23, to: 32, taken: [28], route: [23, 32], promoted: false } },
    { seq: 10, at: 5, type: 'out', d: { colour: 'white', why: 'resigned' } },
    { seq: 11, at: 5, type: 'ended', d: { winner: 'black', reason: 'out' } },
    { seq: 12, at: 5, type: 'scored', d: { scores: [] } },
  ];
  const replay = replayOf(frames);
  assert.equal(replay.settings.preset, 'plyyard');
  assert.deepEqual(replay.settings.clock, { main: 600, increment: 5 });
  assert.equal(replay.steps.length, 6);
  assert.deepEqual(replay.steps.map(({ game }) => game.turn.seat), [1, 0, 0, 1, 0, null]);
  assert.deepEqual(replay.steps.map(({ path }) => path?.join('-') ?? null), [null, '19-23', null, '32-28', '23-32', null]);
  const last = replay.steps.at(-1).game;
  assert.deepEqual(last.turn.seats.map(({ taken, turns, place, out }) => [taken, turns, place, out]), [[0, 1, 2, 'resigned'], [1, 2, 1, null]]);
  assert.equal(last.pieces.men[0].length, 19);
  assert.deepEqual([5, 9, 12].map(replay.stepOf), [0, 4, 5]);
});

test('what the last move took is found again after a snapshot', () => {
  const frame = moved('white', [28, 19], [23], 4);
  const after = play(started(), moved('white', [32, 28], [], 2), moved('black', [19, 23], [], 3), frame).state.game;
  const snapshot = { ...after, last: { seat: 0, path: [28, 19] } };
  const log = [moved('black', [19, 23], [], 3), frame, { type: 'draw_offered', d: { colour: 'white' } }];
  assert.deepEqual(lastTaken(snapshot), []);
  assert.deepEqual(lastTaken(withTaken(snapshot, log)), [23]);
  assert.deepEqual(withTaken(snapshot, log).last, after.last);
  // Nothing is made up of another move, nor changed where it is known.
  assert.equal(withTaken(snapshot, log.slice(0, 1)), snapshot);
  assert.equal(withTaken(snapshot, []), snapshot);
  assert.equal(withTaken(after, []), after);
});
