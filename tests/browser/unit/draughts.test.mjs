import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  SQUARES, between, lead, placeOf, pointOf, promotes, rows, squareAt, step, turned, turnsFor,
} from '../../../static/js/board/squares.js';
import { IDLE, candidates, choices, input, keep, marksOf, telling } from '../../../static/js/board/routes.js';
import {
  expected, kindOf, noteOf, piecesOf, played, positionOf, start, takenBy,
} from '../../../static/js/draughts.js';
import { choiceText, endText, isNews, keyOf, mustText, routeText, squareText } from '../../../static/js/draughtswords.js';
import { useWords } from '../../../static/js/i18n.js';

const ALL = Array.from({ length: SQUARES }, (_, i) => i + 1);
const sorted = (set) => [...set].sort((a, b) => a - b);

test('squares are numbered from Black’s side, a dark corner at each player’s left', () => {
  assert.deepEqual(placeOf(1), { column: 1, row: 0 });
  assert.deepEqual([5, 6, 46, 50].map((square) => placeOf(square)), [
    { column: 9, row: 0 }, { column: 0, row: 1 }, { column: 0, row: 9 }, { column: 8, row: 9 },
  ]);
  for (const square of ALL) {
    const { column, row } = placeOf(square);
    assert.equal(squareAt(column, row), square);
    assert.equal(squareAt(column + 1, row), null);
  }
});

test('the side that sits below has its men below, and two turns change nothing', () => {
  const { men } = start();
  for (const seat of [0, 1]) {
    for (const square of men[seat]) assert.ok(pointOf(square, turnsFor(seat)).y > 0);
    for (const square of men[1 - seat]) assert.ok(pointOf(square, turnsFor(seat)).y < 0);
  }
  for (const square of ALL) assert.equal(turned(turned(square, 1), 1), square);
  assert.deepEqual(pointOf(46), { x: -4.5, y: 4.5 });
  assert.deepEqual(pointOf(5, 1), { x: -4.5, y: 4.5 });
});

test('steps are mutual and go in the direction of the page', () => {
  assert.deepEqual([0, 1, 2, 3].map((direction) => step(28, direction)), [23, 33, 32, 22]);
  for (const turns of [0, 1]) {
    for (const square of ALL) {
      for (const [direction, [x, y]] of [[1, -1], [1, 1], [-1, 1], [-1, -1]].entries()) {
        const next = step(square, direction, turns);
        if (next === null) continue;
        assert.equal(step(next, (direction + 2) % 4, turns), square);
        const [a, b] = [pointOf(square, turns), pointOf(next, turns)];
        assert.deepEqual([b.x - a.x, b.y - a.y], [x, y]);
      }
    }
  }
});

test('the squares between two of a diagonal', () => {
  assert.deepEqual(between(46, 5), [41, 37, 32, 28, 23, 19, 14, 10]);
  assert.deepEqual(between(5, 23), [10, 14, 19]);
  assert.deepEqual(between(28, 23), []);
  assert.deepEqual(between(28, 26), []);
});

test('men are crowned on the far row only', () => {
  assert.deepEqual(ALL.filter((square) => promotes(0, square)), [1, 2, 3, 4, 5]);
  assert.deepEqual(ALL.filter((square) => promotes(1, square)), [46, 47, 48, 49, 50]);
});

test('arrows go over a table of ten rows of five as it is drawn, letters along the diagonals', () => {
  const keys = (square, turns) => ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'Home', 'End'].map((key) => lead(square, key, turns));
  assert.deepEqual(keys(28, 0), [23, 29, 33, 27, 26, 30]);
  assert.deepEqual(keys(28, 1), [33, 27, 23, 29, 30, 26]);
  assert.deepEqual(['q', 'e', 'z', 'c'].map((key) => lead(28, key, 0)), [22, 23, 32, 33]);
  assert.deepEqual(['q', 'e', 'z', 'c'].map((key) => lead(28, key, 1)), [33, 32, 23, 22]);
  assert.deepEqual([lead(3, 'ArrowUp', 0), lead(48, 'ArrowDown', 0), lead(3, 'ArrowUp', 1)], [null, null, 8]);
  assert.deepEqual([lead(30, 'ArrowRight', 0), lead(26, 'ArrowLeft', 0), lead(28, 'x', 0)], [30, 26, null]);
});

test('every square is reached by arrows, and up and down keep to two columns', () => {
  for (const turns of [0, 1]) {
    const drawn = rows(turns);
    assert.deepEqual(drawn.map((row) => row.length), Array(10).fill(5));
    assert.deepEqual(sorted(drawn.flat()), ALL);
    for (let column = 0; column < 5; column += 1) {
      for (let row = 1; row < 10; row += 1) {
        assert.equal(lead(drawn[row][column], 'ArrowUp', turns), drawn[row - 1][column]);
        assert.ok(Math.abs(pointOf(drawn[row][column], turns).x - pointOf(drawn[row - 1][column], turns).x) === 1);
      }
    }
  }
});

test('a quiet move carries the man along', () => {
  const event = expected(start(), 0, { from: 32, to: 28, taken: [], route: [32, 28] });
  assert.deepEqual(event, { seat: 0, from: 32, to: 28, taken: [], route: [32, 28], promoted: false });
  const after = played(start(), event);
  assert.ok(after.men[0].includes(28) && !after.men[0].includes(32));
  assert.deepEqual(after.men[1], start().men[1]);
  assert.equal(noteOf(event), '32-28');
});

test('a capture takes men and kings of the other side, and only the event crowns', () => {
  const position = { men: { 0: [17], 1: [12] }, kings: { 0: [40], 1: [2, 45] } };
  const event = { seat: 0, from: 17, to: 8, taken: [12], route: [17, 8], promoted: false };
  assert.deepEqual(played(position, event), { men: { 0: [8], 1: [] }, kings: { 0: [40], 1: [2, 45] } });
  const far = { seat: 0, from: 17, to: 3, taken: [2, 12], route: [17, 8, 3], promoted: true };
  assert.deepEqual(played(position, far), { men: { 0: [], 1: [] }, kings: { 0: [3, 40], 1: [45] } });
  assert.equal(noteOf(far), '17x8x3');
  assert.ok(expected(position, 0, far).promoted);
  assert.ok(!expected(position, 0, { ...far, from: 40 }).promoted, 'a king is not crowned again');
});

test('a move may end where it began, or where it took, and one that fits no piece changes nothing', () => {
  const position = { men: { 0: [], 1: [8, 9, 18, 19] }, kings: { 0: [3], 1: [] } };
  const round = { seat: 0, from: 3, to: 3, taken: [9, 19, 18, 8], route: [3, 14, 23, 12, 3], promoted: false };
  assert.deepEqual(played(position, round), { men: { 0: [], 1: [] }, kings: { 0: [3], 1: [] } });
  assert.deepEqual(played(position, { ...round, to: 8 }).kings[0], [8]);
  assert.equal(played(position, { ...round, seat: 1 }), position);
  assert.equal(played(position, { ...round, from: 4 }), position);
});

test('pieces by square and by side are the same position', () => {
  const position = { men: { 0: [31, 50], 1: [1] }, kings: { 0: [2], 1: [49] } };
  assert.deepEqual(positionOf(piecesOf(position)), position);
  assert.equal(piecesOf(start()).size, 40);
  assert.deepEqual([[0, false], [1, false], [0, true], [1, true]].map(([seat, king]) => kindOf(seat, king)), [0, 1, 2, 3]);
});

test('each hop is known by what it takes, however the taken squares are ordered', () => {
  assert.deepEqual(takenBy([3, 14, 23, 12, 3], [8, 9, 18, 19]), [9, 19, 18, 8]);
  assert.deepEqual(takenBy([46, 14, 3], [9, 41]), [41, 9]);
  // Back over the square it emptied: nothing is taken there twice.
  assert.deepEqual(takenBy([46, 32, 46], [37]), [37, null]);
  assert.deepEqual(takenBy([32, 28], []), [null]);
});

// Four results for the king on 46: two that end on 3 and differ in what they take, one on 25, one
// round to where it began (in numbers only); and a man on 33 with one capture.
const move = (text, ...taken) => {
  const route = text.split(' ').map(Number);
  return { from: route[0], to: route.at(-1), taken, route };
};
const left = move('46 28 14 3', 32, 19, 9);
const right = move('46 28 17 3', 32, 22, 12);
const short = move('46 28 14 25', 32, 19, 20);
const home = move('46 28 37 46', 32, 38, 41);
const man = move('33 24', 29);
const legal = [left, right, short, home, man];
const context = { legal, own: new Set([33, 46, 50]), hops: false, confirm: false };
const taps = (squares, more = {}, from = IDLE) => squares.reduce(
  ({ state }, hole) => input(state, { type: 'tap', hole }, { ...context, ...more }), { state: from });

test('a piece in hand shows its ends and the landings between', () => {
  const { state } = taps([46]);
  const marks = marksOf(state, legal);
  assert.deepEqual(sorted(marks.ends), [3, 25, 46]);
  assert.deepEqual(sorted(marks.through), [14, 17, 28, 37]);
  assert.deepEqual(marks.held, [46]);
  assert.deepEqual([marks.gone.size, marks.picks.size], [0, 0]);
  assert.deepEqual(marksOf(IDLE, legal).held, []);
});

test('one tap on an end plays the whole route where only one result ends there', () => {
  assert.deepEqual(taps([46, 25]), { state: IDLE, effect: { type: 'send', move: short } });
  assert.deepEqual(taps([33, 24]).effect, { type: 'send', move: man });
});

test('an end with several results waits for a choice, and shows only what tells them apart', () => {
  const { state, effect } = taps([46, 3]);
  assert.equal(effect, undefined);
  assert.deepEqual(choices(state, legal), [left, right]);
  const marks = marksOf(state, legal);
  assert.deepEqual(sorted(marks.ends), [3]);
  assert.deepEqual(sorted(marks.picks), [9, 12, 19, 22]);
  assert.deepEqual(sorted(marks.through), [14, 17]);
  assert.deepEqual(choices(taps([46]).state, legal), []);
});

test('a choice is made by a taken piece, by a landing or by name', () => {
  assert.deepEqual(taps([46, 3, 22]).effect, { type: 'send', move: right });
  assert.deepEqual(taps([46, 3, 14]).effect, { type: 'send', move: left });
  const { state } = taps([46, 3]);
  assert.deepEqual(input(state, { type: 'choose', move: left }, context).effect, { type: 'send', move: left });
  assert.equal(input(state, { type: 'choose', move: { ...left } }, context).effect, undefined);
  // What both take tells nothing.
  assert.deepEqual(taps([46, 3, 32]).effect, { type: 'notice', what: 'illegal' });
});

test('where no single piece tells all results apart, several taps do', () => {
  const three = [move('46 28 5', 32, 22), move('46 23 5', 22, 19), move('46 37 5', 32, 19)];
  const more = { legal: three };
  assert.deepEqual(sorted(telling(three)), [19, 22, 32]);
  const once = taps([46, 5, 32], more);
  assert.deepEqual(choices(once.state, three), [three[0], three[2]]);
  assert.deepEqual(sorted(marksOf(once.state, three).picks), [19, 22, 32]);
  assert.deepEqual(taps([19], more, once.state).effect, { type: 'send', move: three[2] });
});

test('before a choice another end is another mind', () => {
  assert.deepEqual(taps([46, 3, 25]).effect, { type: 'send', move: short });
});

test('going hop by hop narrows the results', () => {
  const first = taps([46, 28]).state;
  assert.deepEqual(candidates(first, legal), [left, right, short, home]);
  assert.deepEqual(marksOf(first, legal).held, [46, 28]);
  assert.deepEqual(sorted(marksOf(first, legal).gone), [32]);
  const second = taps([14], {}, first).state;
  assert.deepEqual(sorted(marksOf(second, legal).ends), [3, 25]);
  assert.deepEqual(sorted(marksOf(second, legal).gone), [19, 32]);
  assert.deepEqual(taps([3], {}, second).effect, { type: 'send', move: left });
});

test('a king that goes straight on may be set down anywhere between two pieces it takes', () => {
  const ends = ['46 32 14', '46 32 10', '46 32 5'].map((text) => move(text, 37, 19));
  const straight = { ...context, legal: ends, own: new Set([46]), hops: true };
  const king = input(IDLE, { type: 'tap', hole: 46 }, straight).state;
  for (const hole of [32, 28, 23]) {
    const { state, effect } = input(king, { type: 'tap', hole }, straight);
    assert.equal(effect, undefined, `${hole}`);
    assert.deepEqual(state.via, [32], `${hole}`);
    assert.deepEqual(input(state, { type: 'tap', hole: 10 }, straight).effect, { type: 'send', move: ends[1] });
  }
  // Before the first, on a piece, and aside.
  for (const hole of [41, 37, 27]) assert.deepEqual(input(king, { type: 'tap', hole }, straight).effect, { type: 'notice', what: 'illegal' });
  // Where it turns there is one square to land on.
  const turning = { ...straight, legal: [move('46 28 17 3', 32, 22, 12)] };
  assert.deepEqual(input(king, { type: 'tap', hole: 23 }, turning).effect, { type: 'notice', what: 'illegal' });
});

test('a taken piece may be pointed at before any end', () => {
  const { state } = taps([46, 22]);
  assert.deepEqual(candidates(state, legal), [right]);
  assert.deepEqual(sorted(marksOf(state, legal).picks), [22]);
  assert.deepEqual(taps([3], {}, state).effect, { type: 'send', move: right });
});

test('round and back to its own square is confirmed by a second tap, and Esc puts it down', () => {
  const { state, effect } = taps([46, 46]);
  assert.equal(effect, undefined);
  assert.ok(state.done);
  assert.deepEqual(marksOf(state, legal).held, home.route);
  assert.deepEqual(taps([46], {}, state).effect, { type: 'send', move: home });
  assert.deepEqual(input(state, { type: 'clear' }, context).state, IDLE);
  assert.deepEqual(taps([33, 33]).state, IDLE);
});

test('where every hop is chosen, an end that leads on is only a landing', () => {
  const more = { legal: [move('46 28 10', 32, 19), move('46 28 10 5', 32, 19, 9)], hops: true };
  const { state, effect } = taps([46, 10], more);
  assert.equal(effect, undefined);
  assert.deepEqual(state.via, [10]);
  assert.deepEqual(taps([10], more, state).effect, { type: 'send', move: more.legal[0] });
  assert.deepEqual(taps([5], more, state).effect, { type: 'send', move: more.legal[1] });
});

test('with confirmation every move waits, shown whole', () => {
  const more = { confirm: true };
  const waiting = taps([46, 3, 22], more);
  assert.equal(waiting.effect, undefined);
  assert.deepEqual(marksOf(waiting.state, legal).held, right.route);
  assert.deepEqual(sorted(marksOf(waiting.state, legal).gone), [12, 22, 32]);
  assert.deepEqual(choices(waiting.state, legal), []);
  assert.deepEqual(input(waiting.state, { type: 'confirm' }, { ...context, ...more }).effect, { type: 'send', move: right });
  assert.deepEqual(taps([3], more, waiting.state).effect, { type: 'send', move: right });
  assert.equal(input(taps([46]).state, { type: 'confirm' }, context).effect, undefined);
});

test('Backspace takes one decision back at a time', () => {
  const back = (state) => input(state, { type: 'back' }, context).state;
  const deep = taps([46, 28, 3]).state;
  assert.equal(deep.to, 3);
  assert.equal(back(deep).to, null);
  assert.deepEqual(back(back(deep)).via, []);
  assert.deepEqual(back(back(back(deep))), IDLE);
  const waiting = taps([46, 25], { confirm: true }).state;
  assert.deepEqual(back(waiting), { ...IDLE, from: 46 });
});

test('what cannot be done is said, and another own piece is another choice', () => {
  assert.deepEqual(taps([50]).effect, { type: 'notice', what: 'no_moves' });
  assert.deepEqual(taps([20]).effect, { type: 'notice', what: 'not_own' });
  assert.deepEqual(taps([46, 21]).effect, { type: 'notice', what: 'illegal' });
  assert.equal(taps([46, 28, 33]).state.from, 33);
});

test('an end that is a taken square is an end first, and a piece once a choice is open', () => {
  const more = { legal: [move('46 23 37', 32, 37), move('46 10 37', 28, 32)] };
  const first = taps([46, 37], more);
  assert.deepEqual(choices(first.state, more.legal), more.legal);
  assert.deepEqual(taps([37], more, first.state).effect, { type: 'send', move: more.legal[0] });
});

test('a hand that no longer fits is emptied', () => {
  const { state } = taps([46, 28]);
  assert.equal(keep(state, legal), state);
  assert.equal(keep(state, [man]), IDLE);
  assert.equal(keep(IDLE, []), IDLE);
});

test('a thousand results are one entry each, and are told apart without listing ways', () => {
  // Every set of 5 out of 12 pieces: 792 results with the same two ends.
  const many = [];
  for (let bits = 0; bits < 4096; bits += 1) {
    const taken = Array.from({ length: 12 }, (_, i) => i + 7).filter((_, i) => (bits >> i) & 1);
    if (taken.length === 5) many.push({ from: 46, to: 5, taken, route: [46, 5] });
  }
  const more = { legal: many };
  const wanted = many[400];
  const { state } = taps([46, 5], more);
  assert.equal(choices(state, many).length, 792);
  const result = wanted.taken.reduce((at, hole) => (at.effect ? at : taps([hole], more, at.state)), { state });
  assert.deepEqual(result.effect, { type: 'send', move: wanted });
});

test('cells, routes, choices and reasons have words in every language', () => {
  const words = (lang) => useWords(lang, JSON.parse(readFileSync(new URL(`../../../static/i18n/${lang}.json`, import.meta.url), 'utf8')));
  words('zh-Hant');
  assert.equal(squareText(31, 0, 'movable'), '31 白方兵，可走');
  assert.equal(squareText(9, 3, null), '9 黑方王');
  assert.equal(squareText(28, undefined, 'end'), '28 空位，可落子');
  assert.equal(squareText(31, 0, 'must', 'most_pieces'), '31 白方兵，必須吃子（吃多數棋子）');
  assert.equal(mustText({ squares: [46], why: 'most_pieces' }, legal), '必須選擇吃 3 子的走法');
  words('zh-Hans');
  assert.equal(routeText(right), '46 经 28、17 跳吃到 3，吃 32、22、12');
  assert.equal(mustText({ squares: [46], why: 'king_priority' }, legal), '吃子数相同时，必须选择吃王最多的走法');
  words('en');
  assert.equal(squareText(31, 0, 'must', 'must_capture'), '31 White man, must capture (Capture is compulsory)');
  assert.equal(routeText({ ...man, promoted: true }), '33 jumps to 24, takes 29, and is crowned');
  assert.equal(routeText(move('32 28')), '32 to 28');
  assert.equal(choiceText(left, telling([left, right])), 'takes 19, 9');
  assert.equal(endText(man), '24 · takes 29');
  assert.equal(endText(move('32 28')), '28');
  assert.equal(new Set(legal.map(keyOf)).size, legal.length);
});

test('what counts toward a draw is shown from the first quiet ply of the house variant on', () => {
  const shown = (reason, made, limit) => isNews({ reason, made, limit });
  assert.deepEqual([0, 1, 24, 25].map((made) => shown('quiet_plies', made, 100)), [false, true, true, true]);
  assert.deepEqual([1, 2].map((made) => shown('repetition', made, 3)), [false, true]);
  assert.deepEqual([0, 1, 12, 13].map((made) => shown('kings_only', made, 50)), [false, false, false, true]);
  assert.deepEqual([0, 1].map((made) => shown('two_against_king', made, 10)), [false, true]);
});
