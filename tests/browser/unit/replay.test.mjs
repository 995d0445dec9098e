import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { camp, holeOf } from '../../../static/js/board/geometry.js';
import { stateHash } from '../../../static/js/hash.js';
import { homeOf, targetOf } from '../../../static/js/homes.js';
import { listed } from '../../../static/js/pages/log.js';
import { replayOf, within } from '../../../static/js/replay.js';

// The example of the page, made by the server's own rules: items, a turn that ran out, an offer.
const page = readFileSync(new URL('../../../docs/RECORDS.md', import.meta.url), 'utf8');
const record = JSON.parse(page.split('```json\n')[1].split('```')[0]);
const frames = record.events.map((event, index) => ({ ...event, seq: 10 + 2 * index, at: 1000 }));
const replay = replayOf(frames);
const at = (step) => replay.steps[step].game;
const hole = (name) => holeOf(name) ?? assert.fail(name);

test('each act and each going out is a step, and the first one is the beginning', () => {
  assert.deepEqual(replay.steps.map(({ frame }) => frame.type), [
    'started', 'moved', 'moved', 'item_used', 'moved', 'turn_expired', 'item_used', 'moved', 'out',
  ]);
  assert.deepEqual(at(0).marbles, { 0: camp(0), 3: camp(3) });
  assert.equal(at(0).turn.seat, 3);
  assert.equal(at(0).ended, null);
});

test('the last position is the one the rules end with', () => {
  const last = replay.steps.at(-1).game;
  assert.equal(stateHash(last), record.hash);
  assert.deepEqual(last.ended.places, [{ seat: 0, place: 1 }, { seat: 3, place: 2 }]);
  assert.equal(last.scores.length, 2);
  assert.deepEqual(last.turn.seats.map(({ out, place }) => [out, place]), [[null, 1], ['resigned', 2]]);
});

test('between them stands what happened so far', () => {
  assert.deepEqual(at(1).last, { seat: 3, path: [hole('n1'), hole('m5')] });
  assert.deepEqual(replay.steps[1].path, [hole('n1'), hole('m5')]);
  assert.deepEqual(replay.steps[2].path, ['c1', 'e5'].map(hole));
  // A thing is placed before the move of the same turn, and takes nothing's place.
  assert.deepEqual([at(3).turn.seat, at(3).turn.round, at(3).turn.ply], [3, 2, 4]);
  assert.equal(replay.steps[3].path, null);
  assert.deepEqual(at(3).turn.things.map(({ hole: where, item, seat }) => [where, item, seat]), [[hole('k6'), 'roadblock', 3]]);
  assert.deepEqual(at(4).turn.seats.map(({ items }) => items.length), [6, 5]);
  assert.deepEqual(at(5).turn.seats.map(({ timeouts, turns }) => [timeouts, turns]), [[1, 2], [0, 2]]);
  // Wings are seen flying.
  assert.deepEqual(replay.steps[6].path, ['q1', 'm6'].map(hole));
  assert.ok(at(6).marbles[3].includes(hole('m6')) && !at(6).marbles[3].includes(hole('q1')));
  assert.deepEqual(at(7).turn.seats[0].timeouts, 0);
  assert.deepEqual(at(8).marbles[3], []);
});

test('any line of the list leads to its step', () => {
  const lines = frames.filter(listed);
  assert.ok(lines.length >= replay.steps.length - 1);
  assert.deepEqual(lines.map(({ seq }) => replay.stepOf(seq)), [1, 2, 3, 4, 5, 6, 6, 6, 7, 8]);
  assert.equal(replay.stepOf(1), 0);
});

test('steps stay within the game', () => {
  assert.deepEqual([-3, 0, 4, 8, 9].map((step) => within(step, 9)), [0, 0, 4, 8, 8]);
  assert.equal(within(2, 0), 0);
  assert.equal(replayOf([]), null);
  assert.equal(replayOf(frames.slice(1)), null);
});

test('both acts of a power marble are one turn', () => {
  const [started] = frames;
  const d = (seat) => ({ seat, kind: 'move' });
  const events = [
    started,
    { type: 'item_used', d: { seat: 3, item: 'power_marble', from: hole('n1'), result: [] } },
    { type: 'moved', d: { ...d(3), path: ['n1', 'm5'].map(hole) } },
    { type: 'moved', d: { ...d(3), path: ['m5', 'l4'].map(hole) } },
    { type: 'moved', d: { ...d(0), path: ['d1', 'e5'].map(hole) } },
    { type: 'moved', d: { ...d(3), path: ['l4', 'k4'].map(hole) } },
  ].map((event, index) => ({ ...event, seq: index + 1, at: 0 }));
  const turns = replayOf(events).steps.map(({ game }) => game.turn.seats.map((seat) => seat.turns));
  assert.deepEqual(turns, [[0, 0], [0, 0], [0, 0], [0, 1], [1, 1], [1, 2]]);
});

test('what stands on the board counts its owner\'s turns, and teams are counted', () => {
  const [started] = frames;
  const players = [0, 1, 3, 4].map((seat) => ({ ...started.d.players[0], seat, name: `P${seat}` }));
  const moved = (seat, ...path) => ({ type: 'moved', d: { seat, kind: 'move', path: path.map(hole) } });
  const events = [
    { ...started, d: { ...started.d, players, first: 0, teams: true, items: true } },
    { type: 'item_used', d: { seat: 0, item: 'roadblock', hole: hole('f6'), result: [] } },
    moved(0, 'd1', 'e5'),
    { type: 'out', d: { seat: 0, why: 'left' } },
    moved(1, 'h9', 'h8'),
    moved(3, 'n1', 'm5'),
    moved(4, 'j2', 'j3'),
    moved(1, 'h8', 'h7'),
  ].map((event, index) => ({ ...event, seq: index + 1, at: 0 }));
  const { steps, settings } = replayOf(events);
  assert.deepEqual(steps.map(({ game }) => game.turn.things.map(({ left }) => left)), [[], [3], [3], [3], [3], [3], [2], [2]]);
  assert.deepEqual(steps[0].game.turn.teams, [
    { team: 'A', seats: [0, 3], in_camp: 0, goal: 15 }, { team: 'B', seats: [1, 4], in_camp: 0, goal: 15 },
  ]);
  assert.deepEqual([settings.teams, settings.items], [true, true]);
});

test('homes grow with the marbles, and a target is the home across', () => {
  for (const seat of [0, 1, 2, 3, 4, 5]) {
    for (const army of [10, 13, 15, 19]) {
      const home = homeOf(seat, army);
      assert.equal(new Set(home).size, army);
      assert.ok(camp(seat).every((own) => home.includes(own)));
      // Point reflection maps reading order onto itself, backwards.
      assert.deepEqual(targetOf(seat, army), home.map((own) => 120 - own).sort((a, b) => a - b));
    }
  }
  assert.deepEqual(homeOf(0, 15).slice(10), ['e5', 'e6', 'e7', 'e8', 'e9'].map(hole));
  assert.deepEqual(homeOf(3, 13).slice(0, 3), ['m6', 'm7', 'm8'].map(hole));
  assert.deepEqual(homeOf(0, 19).slice(15), ['f5', 'f6', 'f7', 'f8'].map(hole));
});

test('addresses of replays and profiles', async () => {
  globalThis.location ??= { pathname: '/' };
  globalThis.addEventListener ??= () => {};
  globalThis.history ??= {};
  const { idOf } = await import('../../../static/js/router.js');
  const id = '01937a4e-2b10-7c3d-9f00-112233445566';
  assert.equal(idOf('g', `/g/${id}`), id);
  assert.equal(idOf('p', `/p/${id}/`), id);
  for (const path of [`/p/${id}`, '/g/x', `/g/${id}0`, `/x/g/${id}`]) assert.equal(idOf('g', path), null, path);
});
