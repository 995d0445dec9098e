import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ALL, HOLES, camp, campOf, holeOf, nameOf, pointOf, rows, seatsFor, step, turned, turnsFor,
} from '../../../static/js/board/geometry.js';
import { IDLE, input, isStep, keep, marksOf } from '../../../static/js/board/input.js';
import { chipPlaces } from '../../../static/js/ui/chip.js';

const at = (name) => {
  const hole = holeOf(name);
  assert.notEqual(hole, null, name);
  return hole;
};
const path = (names) => names.split(' ').map(at);
const move = (names) => ({ from: path(names)[0], to: path(names).at(-1), path: path(names), kind: 'move' });

test('the board has 121 holes with names in reading order', () => {
  assert.equal(HOLES, 121);
  assert.deepEqual([0, 10, 60, 120].map(nameOf), ['a1', 'e1', 'i5', 'q1']);
  assert.deepEqual(rows(0).map((row) => row.length), [1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1]);
  assert.deepEqual(rows(0).flat(), ALL);
  assert.equal(holeOf('E13'), 22);
  assert.equal(holeOf('z9'), null);
});

test('six camps of ten holes lie clockwise from the top', () => {
  for (let seat = 0; seat < 6; seat += 1) assert.equal(camp(seat).length, 10);
  assert.deepEqual(camp(0), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(['a1', 'e13', 'm13', 'q1', 'm1', 'e1', 'i5'].map((name) => campOf(at(name))), [0, 1, 2, 3, 4, 5, null]);
});

test('neighbours are mutual, a unit apart and in the six directions', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((d) => nameOf(step(at('i5'), d))), ['h6', 'i6', 'j6', 'j5', 'i4', 'h5']);
  for (const hole of ALL) {
    for (let d = 0; d < 6; d += 1) {
      const next = step(hole, d);
      if (next === null) continue;
      assert.equal(step(next, (d + 3) % 6), hole);
      const [a, b] = [pointOf(hole), pointOf(next)];
      assert.ok(Math.abs(Math.hypot(a.x - b.x, a.y - b.y) - 1) < 1e-9);
    }
  }
});

test('turning puts the own camp at the bottom and six turns change nothing', () => {
  for (let seat = 0; seat < 6; seat += 1) {
    const turns = turnsFor(seat);
    for (const hole of camp(seat)) assert.equal(campOf(turned(hole, turns)), 3);
    for (const hole of camp((seat + 1) % 6)) assert.equal(campOf(turned(hole, turns)), 4);
  }
  for (const hole of ALL) {
    assert.equal(turned(hole, 6), hole);
    assert.equal(turned(turned(hole, 2), -2), hole);
  }
});

test('on a turned board a step goes in the direction of the page', () => {
  for (let turns = 0; turns < 6; turns += 1) {
    for (const hole of ALL) {
      const next = step(hole, 1, turns);
      if (next === null) continue;
      const [a, b] = [pointOf(hole, turns), pointOf(next, turns)];
      assert.ok(Math.abs(b.x - a.x - 1) < 1e-9 && Math.abs(b.y - a.y) < 1e-9);
    }
  }
});

test('chips take the free corners, and strips only with six', () => {
  assert.deepEqual([...chipPlaces(seatsFor(2), 3)].sort(), [[0, 'tl'], [3, 'br']]);
  for (const players of [2, 3, 4, 6]) {
    for (const bottom of seatsFor(players)) {
      const places = [...chipPlaces(seatsFor(players), bottom).values()];
      assert.equal(new Set(places).size, players);
      if (players < 6) assert.ok(!places.includes('top') && !places.includes('bottom'));
    }
  }
});

const legal = [move('n1 m5'), move('n1 m6'), move('o1 m5'), move('o1 m5 k5'), move('o1 m5 k5 i5'), move('p1 n1 l3')];
const own = new Set(path('n1 o1 p1 q1'));
const context = { legal, own, hops: false, confirm: false };
const tap = (state, name, more = {}) => input(state, { type: 'tap', hole: at(name) }, { ...context, ...more });

test('tapping a marble and any of its ends sends the whole way', () => {
  const picked = tap(IDLE, 'o1').state;
  assert.deepEqual(picked.path, path('o1'));
  const sent = tap(picked, 'i5');
  assert.deepEqual(sent.effect, { type: 'send', from: at('o1'), to: at('i5'), path: path('o1 m5 k5 i5') });
  assert.deepEqual(sent.state, IDLE);
});

test('what cannot be done is said and changes nothing', () => {
  assert.deepEqual(tap(IDLE, 'q1').effect, { type: 'notice', what: 'no_moves' });
  assert.deepEqual(tap(IDLE, 'a1').effect, { type: 'notice', what: 'not_own' });
  const picked = tap(IDLE, 'o1').state;
  const wrong = tap(picked, 'a1');
  assert.deepEqual(wrong.effect, { type: 'notice', what: 'illegal' });
  assert.equal(wrong.state, picked);
});

test('the marble is put down by a tap on it or Esc, another is taken by a tap', () => {
  const picked = tap(IDLE, 'o1').state;
  assert.deepEqual(tap(picked, 'o1').state, IDLE);
  assert.deepEqual(input(picked, { type: 'clear' }, context).state, IDLE);
  assert.deepEqual(tap(picked, 'n1').state.path, path('n1'));
});

test('hop by hop a chain grows, can be taken back, and ends where it is tapped again', () => {
  const hops = { hops: true };
  let { state } = tap(tap(IDLE, 'o1', hops).state, 'm5', hops);
  assert.deepEqual(state.path, path('o1 m5'));
  state = tap(state, 'k5', hops).state;
  assert.deepEqual(state.path, path('o1 m5 k5'));
  const back = input(state, { type: 'back' }, { ...context, ...hops }).state;
  assert.deepEqual(back.path, path('o1 m5'));
  assert.deepEqual(tap(state, 'k5', hops).effect, { type: 'send', from: at('o1'), to: at('k5'), path: path('o1 m5 k5') });
  assert.equal(tap(state, 'i5', hops).effect?.type, 'send');
});

test('a hole that may only be passed is shown and leads on', () => {
  const picked = tap(IDLE, 'p1').state;
  assert.deepEqual([...marksOf(picked, legal).through], path('n1'));
  assert.deepEqual(marksOf(tap(IDLE, 'o1').state, legal).through.size, 0);
});

test('with confirmation a move waits for it', () => {
  const waiting = tap(tap(IDLE, 'o1', { confirm: true }).state, 'k5', { confirm: true });
  assert.equal(waiting.effect, undefined);
  assert.ok(waiting.state.done);
  const sent = input(waiting.state, { type: 'confirm' }, { ...context, confirm: true });
  assert.deepEqual(sent.effect?.path, path('o1 m5 k5'));
  assert.equal(tap(waiting.state, 'k5', { confirm: true }).effect?.type, 'send');
});

test('a step never leads on into a chain', () => {
  assert.ok(isStep(path('n1 m5')) && !isStep(path('o1 m5')));
  const mixed = [move('n1 m5'), move('n1 l2 m5 k5')];
  const marks = marksOf({ path: path('n1 m5'), done: false }, mixed);
  assert.equal(marks.through.size, 0);
});

test('a hand that no longer fits is emptied', () => {
  assert.deepEqual(keep({ path: path('o1'), done: false }, []), IDLE);
  assert.deepEqual(keep({ path: path('o1 m5'), done: false }, legal).path, path('o1'));
});
