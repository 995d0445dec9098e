// The input automaton: what taps, keys and drags mean for the seat on turn. Pure: a state and
// an event in, a state and at most one effect out.
import { step } from './geometry.js';

/**
 * @typedef {import('../protocol.js').LegalMove} LegalMove
 *
 * Idle, or a marble in hand with the way it has gone so far; `done` when the way only waits to
 * be confirmed.
 * @typedef {{ path: number[], done: boolean }} InputState
 *
 * @typedef {{ legal: readonly LegalMove[], own: ReadonlySet<number>, hops: boolean, confirm: boolean }} InputContext
 *
 * @typedef {{ type: 'tap', hole: number } | { type: 'clear' } | { type: 'back' } | { type: 'confirm' }} InputEvent
 *
 * @typedef {{ type: 'send', from: number, to: number, path: number[] }
 *   | { type: 'notice', what: 'illegal' | 'no_moves' | 'not_own' }} InputEffect
 *
 * @typedef {{ state: InputState, effect?: InputEffect }} InputResult
 */

/** Nothing in hand. @type {InputState} */
export const IDLE = { path: [], done: false };

/**
 * Whether a way is one step to the next hole: a chain never goes on from there.
 * @param {readonly number[]} path
 */
export const isStep = ([from, to, more]) =>
  from !== undefined && to !== undefined && more === undefined
  && [0, 1, 2, 3, 4, 5].some((direction) => step(from, direction) === to);

/**
 * The ways on from where the marble in hand stands: the rest of every legal way that passes it.
 * @param {InputState} state
 * @param {readonly LegalMove[]} legal
 * @returns {Map<number, number[]>} The whole way by its end.
 */
export function waysOn(state, legal) {
  const from = state.path[0];
  const at = state.path.at(-1);
  /** @type {Map<number, number[]>} */
  const ways = new Map();
  if (from === undefined || at === undefined || isStep(state.path)) return ways;
  for (const move of legal) {
    if (move.from !== from || (state.path.length > 1 && isStep(move.path))) continue;
    const index = move.path.indexOf(at);
    if (index < 0 || move.to === at) continue;
    ways.set(move.to, [...state.path, ...move.path.slice(index + 1)]);
  }
  return ways;
}

/**
 * What is marked while a marble is in hand: where it may end, and where it may only pass.
 * @param {InputState} state
 * @param {readonly LegalMove[]} legal
 */
export function marksOf(state, legal) {
  const from = state.path[0];
  const ends = new Set(legal.filter((move) => move.from === from).map((move) => move.to));
  /** @type {Set<number>} */
  const through = new Set();
  for (const way of waysOn(state, legal).values()) {
    for (const hole of way.slice(state.path.length, -1)) if (!ends.has(hole)) through.add(hole);
  }
  return { ends, through };
}

/**
 * @param {number[]} path
 * @param {InputContext} context
 * @returns {InputResult}
 */
function finish(path, context) {
  const from = path[0];
  const to = path.at(-1);
  if (from === undefined || to === undefined) return { state: IDLE };
  if (context.confirm) return { state: { path, done: true } };
  return { state: IDLE, effect: { type: 'send', from, to, path } };
}

/**
 * @param {InputState} state
 * @param {number} hole
 * @param {InputContext} context
 * @returns {InputResult}
 */
function tap(state, hole, context) {
  const { legal } = context;
  const from = state.path[0];
  const at = state.path.at(-1);
  const movable = legal.some((move) => move.from === hole);
  if (from === undefined) {
    if (movable) return { state: { path: [hole], done: false } };
    return { state, effect: { type: 'notice', what: context.own.has(hole) ? 'no_moves' : 'not_own' } };
  }
  const ends = legal.filter((move) => move.from === from);
  const isEnd = ends.some((move) => move.to === hole);
  // A second tap on where the marble stands plays it, or puts it down where it came from.
  if (hole === at && state.path.length > 1) {
    return isEnd ? finish(state.path, { ...context, confirm: context.confirm && !state.done }) : { state };
  }
  if (hole === from) return { state: IDLE };
  if (movable) return { state: { path: [hole], done: false } };
  const ways = waysOn({ path: state.path, done: false }, legal);
  const way = ways.get(hole) ?? ends.find((move) => move.to === hole)?.path;
  if (way) {
    const further = !isStep(way) && ends.some((move) => move.to !== hole && move.path.includes(hole));
    if (context.hops && further) return { state: { path: [...way], done: false } };
    return finish([...way], context);
  }
  // A hole the marble may only pass: the way goes on from there.
  for (const longer of [...ways.values(), ...ends.map((move) => move.path)]) {
    const index = longer.indexOf(hole);
    if (index > 0) return { state: { path: longer.slice(0, index + 1), done: false } };
  }
  return { state, effect: { type: 'notice', what: 'illegal' } };
}

/**
 * The automaton.
 * @param {InputState} state
 * @param {InputEvent} event
 * @param {InputContext} context
 * @returns {InputResult}
 */
export function input(state, event, context) {
  switch (event.type) {
    case 'tap':
      return tap(state, event.hole, context);
    case 'clear':
      return { state: IDLE };
    case 'back':
      return { state: state.path.length > 1 ? { path: state.path.slice(0, -1), done: false } : IDLE };
    case 'confirm': {
      const from = state.path[0];
      const to = state.path.at(-1);
      const fits = context.legal.some((move) => move.from === from && move.to === to);
      return fits ? finish(state.path, { ...context, confirm: false }) : { state };
    }
  }
}

/**
 * A state that still fits after the position changed, or idle.
 * @param {InputState} state
 * @param {readonly LegalMove[]} legal
 * @returns {InputState}
 */
export function keep(state, legal) {
  const from = state.path[0];
  if (from === undefined) return state;
  if (!legal.some((move) => move.from === from)) return IDLE;
  return state.path.length > 1 ? { path: [from], done: false } : state;
}
