// The input automaton of draughts: what taps, keys, drags and choices mean for the seat on turn.
// Pure: a state and an event in, a state and at most one effect out. What is legal is one entry
// for each result with one order of its landings; ways are never listed one by one.
import { takenBy } from '../draughts.js';
import { between } from './squares.js';

/**
 * @typedef {import('../draughts.js').DraughtsMove} DraughtsMove
 *
 * Idle, or a piece in hand: the landings gone through so far, the taken squares asked for, and
 * the end once it is chosen; `done` when the move only waits to be confirmed.
 * @typedef {{ from: number | null, via: readonly number[], picks: readonly number[], to: number | null, done: boolean }} RouteState
 *
 * @typedef {{ legal: readonly DraughtsMove[], own: ReadonlySet<number>, hops: boolean, confirm: boolean }} RouteContext
 *
 * @typedef {{ type: 'tap', hole: number } | { type: 'clear' } | { type: 'back' } | { type: 'confirm' }
 *   | { type: 'choose', move: DraughtsMove }} RouteInput
 *
 * @typedef {{ type: 'send', move: DraughtsMove } | { type: 'notice', what: 'illegal' | 'no_moves' | 'not_own' }} RouteEffect
 *
 * @typedef {{ state: RouteState, effect?: RouteEffect }} RouteResult
 */

/** Nothing in hand. @type {RouteState} */
export const IDLE = { from: null, via: [], picks: [], to: null, done: false };

/**
 * Where a route stands after these landings, as an index; -1 when it does not go through them.
 * @param {readonly number[]} route
 * @param {readonly number[]} via
 */
const after = (route, via) => via.reduce((at, square) => (at < 0 ? at : route.indexOf(square, at + 1)), 0);

/**
 * The moves that still fit what is in hand.
 * @param {RouteState} state
 * @param {readonly DraughtsMove[]} legal
 */
export const candidates = ({ from, via, picks, to }, legal) => legal.filter((move) => move.from === from
  && (to === null || move.to === to)
  && picks.every((square) => move.taken.includes(square))
  && after(move.route, via) >= 0);

/**
 * The taken squares that tell these moves apart: some of them take those, others do not.
 * @param {readonly DraughtsMove[]} moves
 */
export function telling(moves) {
  const all = new Set(moves.flatMap((move) => move.taken));
  return new Set([...all].filter((square) => !moves.every((move) => move.taken.includes(square))));
}

/**
 * The choices the hand is before: moves with the same two ends that take different pieces. None
 * until an end is chosen.
 * @param {RouteState} state
 * @param {readonly DraughtsMove[]} legal
 */
export function choices(state, legal) {
  if (state.to === null || state.done) return [];
  const moves = candidates(state, legal);
  return moves.length > 1 ? moves : [];
}

/**
 * What is marked while a piece is in hand: where it may end and where it may only pass, its way
 * so far, what that has taken, and which pieces tell the routes apart.
 * @param {RouteState} state
 * @param {readonly DraughtsMove[]} legal
 */
export function marksOf(state, legal) {
  const moves = candidates(state, legal);
  const [move] = moves;
  const ends = new Set(moves.map(({ to }) => to));
  /** @type {Set<number>} */
  const through = new Set();
  const single = moves.length === 1;
  // Before a choice only what tells the ways apart is worth a mark.
  const choosing = state.to !== null && !single;
  for (const { route } of moves) {
    for (const square of route.slice(after(route, state.via) + 1, -1)) {
      if (ends.has(square) || (choosing && moves.every((other) => other.route.includes(square)))) continue;
      through.add(square);
    }
  }
  // Once all is settled the whole way is shown, otherwise what every candidate has in common.
  const settled = single && state.to !== null;
  const ways = moves.map(({ route }) => (settled ? route : route.slice(0, after(route, state.via) + 1)));
  const same = ways.every((way) => way.join() === ways[0]?.join());
  const at = state.via.at(-1);
  /** @type {readonly number[]} */
  let held = [];
  if (state.from !== null) held = same ? ways[0] ?? [state.from] : at === undefined ? [state.from] : [state.from, at];
  const jumped = move && same ? takenBy(held, move.taken).filter((square) => square !== null) : [];
  const picks = new Set(settled ? [] : [...state.picks, ...(choosing ? telling(moves) : [])]);
  return { ends, through, held, gone: new Set(jumped), picks };
}

/**
 * @param {RouteState} state
 * @param {DraughtsMove} move
 * @param {boolean} confirm
 * @returns {RouteResult}
 */
function finish(state, move, confirm) {
  if (confirm) return { state: { ...state, from: move.from, picks: move.taken, to: move.to, done: true } };
  return { state: IDLE, effect: { type: 'send', move } };
}

/**
 * One move of several is chosen, or more has to be told.
 * @param {RouteState} state Narrowed.
 * @param {RouteContext} context
 * @returns {RouteResult}
 */
function settle(state, { legal, confirm }) {
  const [move, ...others] = candidates(state, legal);
  return move && !others.length ? finish(state, move, confirm) : { state };
}

/**
 * @param {RouteState} state
 * @param {number} hole
 * @param {RouteContext} context
 * @returns {RouteResult}
 */
function tap(state, hole, context) {
  const { legal, own } = context;
  const { from } = state;
  const movable = legal.some((move) => move.from === hole);
  if (from === null) {
    if (movable) return { state: { ...IDLE, from: hole } };
    return { state, effect: { type: 'notice', what: own.has(hole) ? 'no_moves' : 'not_own' } };
  }
  const moves = candidates(state, legal);
  // A second tap on the end of a way that waits plays it.
  if (state.done) {
    const [move] = moves;
    if (hole === state.to && move) return finish(state, move, false);
    return hole === from ? { state: IDLE } : { state, effect: { type: 'notice', what: 'illegal' } };
  }
  const isEnd = moves.some((move) => move.to === hole);
  if (hole === from) {
    // Round and back to where it stands: never by a slip, so it waits to be confirmed.
    return isEnd && state.to === null ? settle({ ...state, to: hole }, { ...context, confirm: true }) : { state: IDLE };
  }
  // A piece that only some of the ways take: those remain. It can be an end too, under `plyyard`.
  if (telling(moves).has(hole) && (state.to !== null || !isEnd)) {
    const narrowed = { ...state, picks: [...state.picks, hole] };
    return state.to === null ? { state: narrowed } : settle(narrowed, context);
  }
  if (movable) return { state: { ...IDLE, from: hole } };
  const at = state.via.at(-1);
  const passed = { ...state, via: [...state.via, landingAt(state, hole, moves)] };
  const further = candidates(passed, legal).some((move) => move.to !== hole);
  if (isEnd && (hole === at || !context.hops || !further)) return settle({ ...state, to: hole }, context);
  if (hole === at) return { state };
  if (further) return state.to === null ? { state: passed } : settle(passed, context);
  // Before a choice, another end is another mind.
  if (state.to !== null) return tap({ ...state, to: null, picks: [] }, hole, context);
  return { state, effect: { type: 'notice', what: 'illegal' } };
}

/**
 * The landing that a square stands for. A king that goes on in its direction may rest anywhere between
 * two pieces it takes, while a way names one square there.
 * @param {RouteState} state
 * @param {number} hole
 * @param {readonly DraughtsMove[]} moves Those that still fit.
 */
function landingAt(state, hole, moves) {
  if (moves.some(({ route }) => route.includes(hole))) return hole;
  for (const { route, taken } of moves) {
    const at = after(route, state.via);
    const [start, landing, next] = [route[at], route[at + 1], route[at + 2]];
    if (start === undefined || landing === undefined || next === undefined) continue;
    const line = between(start, next);
    const [first, second] = line.filter((square) => taken.includes(square));
    if (!line.includes(landing) || first === undefined || second === undefined) continue;
    if (line.slice(line.indexOf(first) + 1, line.indexOf(second)).includes(hole)) return landing;
  }
  return hole;
}

/**
 * One decision back: the confirmation, the last piece pointed at, the end, the last landing.
 * @param {RouteState} state
 * @returns {RouteState}
 */
function back(state) {
  if (state.done) return { ...state, done: false, to: null, picks: [] };
  if (state.picks.length) return { ...state, picks: state.picks.slice(0, -1) };
  if (state.to !== null) return { ...state, to: null };
  return state.via.length ? { ...state, via: state.via.slice(0, -1) } : IDLE;
}

/**
 * The automaton.
 * @param {RouteState} state
 * @param {RouteInput} event
 * @param {RouteContext} context
 * @returns {RouteResult}
 */
export function input(state, event, context) {
  switch (event.type) {
    case 'tap':
      return tap(state, event.hole, context);
    case 'choose':
      return context.legal.includes(event.move) ? finish(state, event.move, false) : { state };
    case 'clear':
      return { state: IDLE };
    case 'back':
      return { state: back(state) };
    case 'confirm': {
      const [move, ...others] = candidates(state, context.legal);
      return move && state.done && !others.length ? finish(state, move, false) : { state };
    }
  }
}

/**
 * A state that still fits after the position changed, or idle.
 * @param {RouteState} state
 * @param {readonly DraughtsMove[]} legal
 */
export const keep = (state, legal) => (state.from === null || candidates(state, legal).length ? state : IDLE);
