// A finished game played through again: events in, a game view a step out. Pure, and without rules:
// who is on turn is whoever acts next.
import { fold } from './fold.js';
import { isDraughtsRules } from './fold-draughts.js';
import { replayDraughts } from './replay-draughts.js';
import { ITEMS } from './board/aim.js';
import { homeOf, targetOf } from './homes.js';

/**
 * @typedef {import('./frames.js').EventFrame} EventFrame
 * @typedef {import('./protocol.js').GameView} GameView
 * @typedef {import('./protocol.js').TurnSeat} TurnSeat
 *
 * @typedef {object} Step
 * @property {GameView} game After it.
 * @property {number} seq Of the event that makes it.
 * @property {EventFrame} frame That event.
 * @property {readonly number[] | null} path What is to be seen moving.
 *
 * @typedef {object} Replay
 * @property {readonly Step[]} steps The first is the beginning.
 * @property {readonly EventFrame[]} frames
 * @property {(seq: number) => number} stepOf The step in which an event happens.
 * @property {import('./protocol.js').Settings} settings
 */

/**
 * Whether an event completes an act: the server counts these as plies.
 * @param {EventFrame} frame
 */
const isAct = (frame) => frame.type === 'moved' || frame.type === 'passed' || frame.type === 'turn_expired'
  || frame.type === 'turn_skipped' || frame.type === 'item_used';
/** Items that take the place of a move. */
const MOVERS = new Set(['wings', 'swap']);

/**
 * The events of a game among those of its room.
 * @param {readonly EventFrame[]} events
 * @param {string} game
 * @returns {EventFrame[]} From `started` on; none when it is not there.
 */
export function eventsOfGame(events, game) {
  const from = events.findIndex((event) => event.type === 'started' && event.d.game === game);
  if (from < 0) return [];
  const to = events.findIndex((event, index) => index > from && event.type === 'scored');
  return events.slice(from, to < 0 ? undefined : to + 1);
}

/**
 * What moved, to be seen moving.
 * @param {EventFrame} frame
 */
function pathOf(frame) {
  if (frame.type === 'moved') return frame.d.path;
  const flown = frame.type === 'item_used' && MOVERS.has(frame.d.item) ? frame.d.result[0] : undefined;
  return flown ? [flown.from, flown.to] : null;
}

/**
 * Whose act an event is, if it is one.
 * @param {EventFrame | undefined} frame
 */
const actorOf = (frame) => (frame && isAct(frame) ? frame.d.seat : null);

/**
 * Plays a game through.
 * @param {readonly EventFrame[]} frames From `started` on.
 * @returns {Replay | null} Nothing without a beginning.
 */
export function replayOf(frames) {
  const first = frames[0];
  if (first?.type !== 'started') return null;
  if (isDraughtsRules(first.d.rules)) return replayDraughts(frames);
  const { players, rules, rated, turn_limit: limit } = first.d;
  const army = rules.army ?? 10;
  const { hop } = rules;
  /** @type {import('./protocol.js').Settings} */
  const settings = {
    preset: hop === 'long' ? 'qq_long' : 'qq', players: players.length, turn_seconds: Math.round(limit / 1000), rated, private: false,
    ...(first.d.teams ? { teams: true } : {}), ...(first.d.items ? { items: true } : {}),
  };
  /** @type {import('./protocol.js').RoomState} */
  const state = {
    code: '', settings, host: '', host_name: '', seats: [], playing: false, game: null, rematch: [], spectators: 0, closed: false,
  };
  /** @type {Map<number, TurnSeat>} */
  const seats = new Map(players.map(({ seat }) => [seat, {
    seat, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null,
    ...(first.d.items ? { items: [...ITEMS] } : {}),
  }]));
  /** @type {import('./protocol.js').Thing[]} */
  let things = [];
  const targets = new Map(players.map(({ seat }) => [seat, new Set(targetOf(seat, army))]));
  const homes = new Map(players.map(({ seat }) => [seat, new Set(homeOf(seat, army))]));
  const order = players.map(({ seat }) => seat);
  let ply = 1;
  let round = 1;
  /** @type {import('./fold.js').RoomModel} */
  let model = { seq: first.seq - 1, state, clock: null, you: { seat: null, host: false }, legal: [], items: null, h: null };
  /** @type {Step[]} */
  const steps = [];
  /** @type {Map<number, number>} */
  const stepBySeq = new Map();

  /** @param {number} seat @param {Partial<TurnSeat>} change */
  const set = (seat, change) => {
    const old = seats.get(seat);
    if (old) seats.set(seat, { ...old, ...change });
  };

  /** Counts what an event says. @param {EventFrame} frame */
  function count(frame) {
    if (isAct(frame)) ply += 1;
    switch (frame.type) {
      case 'moved':
        return set(frame.d.seat, { timeouts: 0 });
      case 'passed':
        return frame.d.why === 'blocked' ? undefined : set(frame.d.seat, { timeouts: 0 });
      case 'item_used': {
        const { seat, item, hole } = /** @type {{ seat: number, item: import('./protocol.js').Item, hole?: number }} */ (frame.d);
        if (hole !== undefined && item !== 'tornado') things = [...things, { hole, item, seat, left: 3 }];
        return set(seat, { timeouts: 0, items: (seats.get(seat)?.items ?? []).filter((other) => other !== item) });
      }
      case 'item_expired':
        things = things.filter(({ hole }) => hole !== frame.d.hole);
        return undefined;
      case 'turn_expired':
        return set(frame.d.seat, { timeouts: frame.d.count });
      case 'finished':
        return set(frame.d.seat, { place: frame.d.place });
      case 'out':
        return set(frame.d.seat, { out: frame.d.why });
      case 'ended':
        return frame.d.places.forEach(({ seat, place }) => set(seat, { place }));
      default:
        return undefined;
    }
  }

  frames.forEach((frame, index) => {
    count(frame);
    const actor = actorOf(frame);
    const next = actorOf(frames.slice(index + 1).find(isAct));
    if (actor !== null && endsTurn(frames, index)) {
      set(actor, { turns: (seats.get(actor)?.turns ?? 0) + 1 });
      if (next !== null) things = counted(things, between(order, actor, next));
    }
    if (next !== null) round = (seats.get(next)?.turns ?? 0) + 1;
    const folded = fold(model, { ...frame, seq: model.seq + 1 }, null);
    const { game } = folded.state;
    if (!game) return;
    for (const [seat, { out }] of seats) {
      const holes = game.marbles[seat] ?? [];
      set(seat, {
        in_camp: holes.filter((hole) => targets.get(seat)?.has(hole)).length,
        away: out ? 0 : holes.filter((hole) => !homes.get(seat)?.has(hole)).length,
      });
    }
    const turn = {
      seat: game.ended ? null : next, ply, round, things,
      seats: players.map(({ seat }) => /** @type {TurnSeat} */ (seats.get(seat))),
      ...(first.d.teams ? { teams: teamsOf([...seats.values()]) } : {}),
    };
    const after = { ...game, turn };
    model = { ...folded, seq: frame.seq, state: { ...folded.state, game: after } };
    const latest = steps.at(-1);
    if (!latest || actor !== null || frame.type === 'out') {
      steps.push({ game: after, seq: frame.seq, frame, path: latest ? pathOf(frame) : null });
    } else steps[steps.length - 1] = { ...latest, game: after };
    stepBySeq.set(frame.seq, steps.length - 1);
  });

  return { steps, frames, settings, stepOf: (seq) => stepBySeq.get(seq) ?? 0 };
}

/**
 * The seats whose turns begin, or would begin were they still playing, from one turn to the next.
 * @param {readonly number[]} order
 * @param {number} after
 * @param {number} next
 */
function between(order, after, next) {
  const from = [...order, ...order].slice(order.indexOf(after) + 1);
  return from.slice(0, from.indexOf(next) + 1);
}

/**
 * What stands on the board, a turn of these seats later.
 * @param {readonly import('./protocol.js').Thing[]} things
 * @param {readonly number[]} seats
 */
const counted = (things, seats) => things.map((thing) => ({ ...thing, left: thing.left - (seats.includes(thing.seat) ? 1 : 0) }));

/**
 * How far two teams have come, whose members alternate.
 * @param {readonly TurnSeat[]} seats In turn order.
 * @returns {import('./protocol.js').TeamView[]}
 */
const teamsOf = (seats) => /** @type {const} */ (['A', 'B']).map((team, at) => {
  const members = seats.filter((_, index) => index % 2 === at);
  return {
    team, seats: members.map(({ seat }) => seat), in_camp: members.reduce((sum, { in_camp: n }) => sum + n, 0), goal: seats.length === 4 ? 15 : 23,
  };
});

/**
 * Whether an act ends its seat's turn: an item that is placed does not, nor the first act under a power
 * marble. What comes next tells: within a turn the same seat goes on, and it has used an item in it.
 * @param {readonly EventFrame[]} frames
 * @param {number} index
 */
function endsTurn(frames, index) {
  const frame = frames[index];
  if (!frame || (frame.type === 'item_used' && !MOVERS.has(frame.d.item))) return false;
  if (frame.type !== 'moved' && frame.type !== 'item_used') return true;
  // Back to what began this turn.
  let acts = 1;
  let power = false;
  for (const before of frames.slice(0, index).reverse().filter(isAct)) {
    if (actorOf(before) !== frame.d.seat) break;
    power = before.type === 'item_used' && before.d.item === 'power_marble';
    if (before.type !== 'moved' && !(before.type === 'item_used' && MOVERS.has(before.d.item))) break;
    acts += 1;
  }
  if (!power || acts > 1) return true;
  // The first of two acts; a finish, or the end, cuts the turn short.
  const next = frames.slice(index + 1).find((later) => isAct(later) || later.type === 'finished' || later.type === 'ended');
  return actorOf(next) !== frame.d.seat;
}

/**
 * The step a reader asks for, within what there is.
 * @param {number} step
 * @param {number} count
 */
export const within = (step, count) => Math.min(Math.max(step, 0), Math.max(count - 1, 0));
