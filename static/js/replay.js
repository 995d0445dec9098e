// A finished game played through again: events in, a game view a step out. Pure, and without rules:
// who is on turn is whoever acts next.
import { fold } from './fold.js';
import { homeOf, targetOf } from './homes.js';

/**
 * @typedef {import('./protocol.js').EventFrame} EventFrame
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

/** Events that complete an act: the server counts them as plies. */
const ACTS = new Set(['moved', 'passed', 'turn_expired', 'turn_skipped', 'item_used']);
/** Events that end in a picture of their own. */
const STEPS = new Set([...ACTS, 'out']);
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
 * What an item did: fields that older types do not know.
 * @param {EventFrame} frame
 * @returns {{ seat: number, from: number, to: number }[]}
 */
const shiftsOf = (frame) => /** @type {any} */ (frame).d?.result ?? [];

/**
 * What moved, to be seen moving.
 * @param {EventFrame} frame
 */
function pathOf(frame) {
  if (frame.type === 'moved') return frame.d.path;
  const own = shiftsOf(frame).find((shift) => shift.seat === /** @type {any} */ (frame).d.seat);
  return /** @type {any} */ (frame).d?.item === 'wings' && own ? [own.from, own.to] : null;
}

/**
 * Plays a game through.
 * @param {readonly EventFrame[]} frames From `started` on.
 * @returns {Replay | null} Nothing without a beginning.
 */
export function replayOf(frames) {
  const first = frames[0];
  if (first?.type !== 'started') return null;
  const { players, rules, rated, turn_limit: limit } = first.d;
  const army = rules.army ?? 10;
  const { hop } = rules;
  /** @type {import('./protocol.js').Settings} */
  const settings = {
    preset: hop === 'long' ? 'qq_long' : 'qq', players: players.length, turn_seconds: Math.round(limit / 1000), rated, private: false,
  };
  /** @type {import('./protocol.js').RoomState} */
  const state = {
    code: '', settings, host: '', host_name: '', seats: [], playing: false, game: null, rematch: [], spectators: 0, closed: false,
  };
  /** @type {Map<number, TurnSeat>} */
  const seats = new Map(players.map(({ seat }) => [seat, {
    seat, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null,
  }]));
  const targets = new Map(players.map(({ seat }) => [seat, new Set(targetOf(seat, army))]));
  const homes = new Map(players.map(({ seat }) => [seat, new Set(homeOf(seat, army))]));
  let ply = 1;
  let round = 1;
  /** @type {import('./fold.js').RoomModel} */
  let model = { seq: first.seq - 1, state, clock: null, you: { seat: null, host: false }, legal: [], h: null };
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
    const seat = /** @type {any} */ (frame).d?.seat;
    const old = seats.get(seat);
    if (!old) return;
    if (ACTS.has(frame.type ?? '')) {
      ply += 1;
      const own = frame.type === 'moved' || frame.type === /** @type {any} */ ('item_used') || (frame.type === 'passed' && frame.d.why !== 'blocked');
      if (own) set(seat, { timeouts: 0 });
    }
    if (frame.type === 'turn_expired') set(seat, { timeouts: frame.d.count });
    if (frame.type === 'finished') set(seat, { place: frame.d.place });
    if (frame.type === 'out') set(seat, { out: frame.d.why });
  }

  frames.forEach((frame, index) => {
    count(frame);
    const next = frames.slice(index + 1).find((later) => ACTS.has(later.type ?? ''));
    const onTurn = /** @type {any} */ (next)?.d?.seat ?? null;
    const act = ACTS.has(frame.type ?? '');
    const seat = /** @type {any} */ (frame).d?.seat;
    const bare = fold(model, { ...frame, seq: model.seq + 1 }, null);
    if (act && endsTurn(frames, index)) set(seat, { turns: (seats.get(seat)?.turns ?? 0) + 1 });
    if (onTurn !== null) round = (seats.get(onTurn)?.turns ?? 0) + 1;
    const game = bare.state.game;
    if (game) {
      for (const [own] of seats) {
        const holes = game.marbles[own] ?? [];
        const out = seats.get(own)?.out;
        set(own, {
          in_camp: holes.filter((hole) => targets.get(own)?.has(hole)).length,
          away: out ? 0 : holes.filter((hole) => !homes.get(own)?.has(hole)).length,
        });
      }
      const places = frame.type === 'ended' ? frame.d.places : [];
      for (const { seat: own, place } of places) set(own, { place });
      const turn = {
        ...game.turn, seat: game.ended ? null : onTurn, ply, round,
        seats: players.map((player) => /** @type {TurnSeat} */ (seats.get(player.seat))),
      };
      model = { ...bare, seq: frame.seq, state: { ...bare.state, game: { ...game, turn } } };
    } else model = { ...bare, seq: frame.seq };
    const after = /** @type {GameView} */ (model.state.game);
    const latest = steps.at(-1);
    if (!latest || STEPS.has(frame.type ?? '')) {
      steps.push({ game: after, seq: frame.seq, frame, path: latest ? pathOf(frame) : null });
    } else steps[steps.length - 1] = { ...latest, game: after };
    stepBySeq.set(frame.seq, steps.length - 1);
  });

  return { steps, frames, settings, stepOf: (seq) => stepBySeq.get(seq) ?? 0 };
}

/**
 * Whether an act ends its seat's turn: an item that is placed does not, nor the first act under a power
 * marble. What comes next tells: within a turn the same seat goes on, and it has used an item in it.
 * @param {readonly EventFrame[]} frames
 * @param {number} index
 */
function endsTurn(frames, index) {
  const frame = /** @type {any} */ (frames[index]);
  if (frame.type === 'item_used' && !MOVERS.has(frame.d.item)) return false;
  if (frame.type !== 'moved' && frame.type !== 'item_used') return true;
  // Back to what began this turn.
  let acts = 1;
  let power = false;
  for (let at = index - 1; at > 0; at -= 1) {
    const before = /** @type {any} */ (frames[at]);
    if (!ACTS.has(before.type)) continue;
    power = before.type === 'item_used' && before.d.item === 'power_marble' && before.d.seat === frame.d.seat;
    const acted = before.type === 'moved' || (before.type === 'item_used' && MOVERS.has(before.d.item));
    if (before.d.seat !== frame.d.seat || !acted) break;
    acts += 1;
  }
  if (!power || acts >= 2) return true;
  // The first of two acts; a finish, or the end, cuts the turn short.
  const rest = /** @type {any[]} */ (frames.slice(index + 1));
  const next = rest.find((later) => ACTS.has(later.type) || later.type === 'finished' || later.type === 'ended');
  return !next || next.type === 'finished' || next.type === 'ended' || next.d.seat !== frame.d.seat;
}

/**
 * The step a reader asks for, within what there is.
 * @param {number} step
 * @param {number} count
 */
export const within = (step, count) => Math.min(Math.max(step, 0), Math.max(count - 1, 0));
