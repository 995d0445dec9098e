// A room as this client knows it: the fold of a snapshot and the events after it. Pure; what
// has been asked for and not yet answered is never in here.
import { familyIn, seatsOf } from './family.js';
import { bySeat, freshSeat, isDraughtsRules, opening, playedOn } from './fold-draughts.js';
import { stateHash } from './hash.js';
import { homeOf } from './homes.js';
import { levelOf } from './levels.js';

/**
 * @typedef {import('./protocol.js').RoomState} RoomState
 * @typedef {import('./protocol.js').GameView} GameView
 * @typedef {import('./frames.js').EventFrame} EventFrame
 * @typedef {import('./protocol.js').OccupantView} OccupantView
 *
 * @typedef {object} RoomModel
 * @property {number} seq Of the last event in it.
 * @property {RoomState} state
 * @property {import('./protocol.js').ClockView | null} clock
 * @property {import('./protocol.js').You} you
 * @property {readonly import('./protocol.js').LegalMove[]} legal
 * @property {import('./protocol.js').ItemTargets | null} items What the items of the seat on turn may be used on.
 * @property {string | null} h The server's hash after the last turn event.
 */

/**
 * Legal moves of either family; whoever reads them knows which.
 * @param {unknown} legal
 */
const readLegal = (legal) => /** @type {import('./protocol.js').LegalMove[] | undefined} */ (legal);

/**
 * The seat somebody acts for: one's own, and in a game on one screen the one on turn.
 * @param {RoomState} state
 * @param {number | null} own
 */
const actingSeat = ({ settings, playing, game }, own) => (
  own !== null && settings.local && playing && game ? game.turn.seat ?? own : own);

/**
 * A model from a snapshot.
 * @param {import('./protocol.js').Snapshot} snap
 * @returns {RoomModel}
 */
export function fromSnapshot(snap) {
  const state = /** @type {RoomState} */ (snap.state);
  const you = snap.you ?? { seat: null, host: false };
  return {
    seq: snap.seq,
    state,
    clock: snap.clock ?? null,
    you: { ...you, seat: actingSeat(state, you.seat) },
    legal: readLegal(snap.legal) ?? [],
    items: snap.items ?? null,
    h: snap.h ?? null,
  };
}

/**
 * Whether a model agrees with the server's hash; without one there is nothing to disagree on.
 * @param {RoomModel} model
 */
export function agrees(model) {
  const { game } = model.state;
  return !model.h || !game || stateHash(game) === model.h;
}

/**
 * @param {RoomState} state
 * @param {number} seat
 * @param {(old: OccupantView | null) => OccupantView | null} change
 * @returns {RoomState}
 */
function seated(state, seat, change) {
  const seats = state.seats.map((view) =>
    view.seat === seat ? { ...view, occupant: change(view.occupant) } : view);
  return { ...state, seats };
}

/** @param {boolean} ready @returns {(old: OccupantView | null) => OccupantView | null} */
const readyness = (ready) => (old) => old && { ...old, ready };
/** @param {boolean} connected @returns {(old: OccupantView | null) => OccupantView | null} */
const connection = (connected) => (old) => old && { ...old, connected };

/** A seat no longer asks for another game. @param {RoomState} state @param {number} seat */
const unasked = (state, seat) => ({ ...state, rematch: state.rematch.filter((other) => other !== seat) });

/** Nobody but the bots is ready. @param {RoomState} state @returns {RoomState} */
const unready = (state) => ({
  ...state,
  rematch: [],
  seats: state.seats.map((view) => ({
    ...view, occupant: view.occupant && { ...view.occupant, ready: view.occupant.bot },
  })),
});

/**
 * @param {RoomState} state
 * @param {import('./protocol.js').Settings} settings
 * @returns {RoomState}
 */
function configured(state, settings) {
  const seats = seatsOf(settings).map((seat, i) => ({
    seat,
    ...(settings.teams ? { team: i % 2 ? /** @type {const} */ ('B') : /** @type {const} */ ('A') } : {}),
    occupant: state.seats.find((view) => view.seat === seat)?.occupant ?? null,
  }));
  return unready({ ...state, settings, seats });
}

/**
 * @param {RoomState} state
 * @param {Extract<import('./protocol.js').GameEvent, { type: 'started' }>['d']} d
 * @param {EventFrame} frame
 * @returns {RoomState}
 */
function started(state, d, frame) {
  const draughts = isDraughtsRules(d.rules);
  const { army } = /** @type {{ army?: number }} */ (d.rules);
  const game = {
    id: d.game,
    number: d.number,
    rated: d.rated,
    started: frame.at,
    players: d.players,
    first: d.first,
    marbles: draughts ? {} : Object.fromEntries(d.players.map(({ seat }) => [seat, homeOf(seat, army)])),
    last: null,
    turn: frame.turn ?? {
      seat: d.first,
      ply: 1,
      round: 1,
      seats: d.players.map(({ seat }) => (draughts ? freshSeat(seat) : {
        seat, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null,
      })),
    },
    seed_commitment: d.seed_commitment,
    offer: null,
    ended: null,
    scores: [],
  };
  const board = draughts ? opening() : { family: 'star' };
  return { ...state, playing: true, game: /** @type {GameView} */ ({ ...game, ...board }), rematch: [] };
}

/**
 * @param {GameView} game
 * @param {number} seat
 * @param {number[]} path
 * @param {string} kind
 * @returns {GameView}
 */
function moved(game, seat, path, kind) {
  const from = path[0];
  const to = path.at(-1);
  if (from === undefined || to === undefined) return game;
  const marbles = { ...game.marbles };
  if (kind === 'swap') {
    for (const [other, holes] of Object.entries(marbles)) {
      if (holes.includes(to)) marbles[other] = holes.map((hole) => (hole === to ? from : hole));
    }
  }
  const own = (marbles[seat] ?? []).filter((hole) => hole !== from);
  marbles[seat] = [...own, to].sort((a, b) => a - b);
  return { ...game, marbles, last: { seat, path } };
}

/**
 * What a seat has offered lapses when it acts again.
 * @param {GameView} game
 * @param {number} seat
 * @returns {GameView}
 */
function lapsed(game, seat) {
  const offer = game.offer?.seat === seat ? null : game.offer;
  const proposals = game.proposals?.filter((open) => open.seat !== seat);
  return { ...game, offer, ...(proposals ? { proposals } : {}) };
}

/**
 * Whether two seats are of one team.
 * @param {GameView} game
 * @param {number} one
 * @param {number} other
 */
export const mates = ({ turn }, one, other) =>
  turn.teams?.some(({ seats }) => seats.includes(one) && seats.includes(other)) ?? false;

/**
 * @param {GameView} old
 * @param {EventFrame} frame
 * @returns {GameView}
 */
function played(old, frame) {
  let game = old;
  if (familyIn(game) === 'draughts' && (frame.type === 'moved' || frame.type === 'out')) return playedOn(game, frame);
  switch (frame.type) {
    case 'moved': {
      const { seat, path, kind } = frame.d;
      return moved(lapsed(game, seat), seat, path, kind);
    }
    case 'item_used': {
      const { seat, item, result } = frame.d;
      game = lapsed(game, seat);
      const marbles = { ...game.marbles };
      for (const { seat: own, from } of result) marbles[own] = (marbles[own] ?? []).filter((hole) => hole !== from);
      for (const { seat: own, to } of result) marbles[own] = [...(marbles[own] ?? []), to].sort((a, b) => a - b);
      const own = item === 'wings' || item === 'swap' ? result[0] : undefined;
      return { ...game, marbles, ...(own ? { last: { seat, path: [own.from, own.to] } } : {}) };
    }
    case 'passed':
      return lapsed(game, frame.d.seat);
    case 'resign_proposed':
      return { ...game, proposals: [...game.proposals ?? [], { seat: frame.d.seat, agreed: [frame.d.seat] }] };
    case 'resign_agreed': {
      const { seat } = frame.d;
      return {
        ...game,
        proposals: game.proposals?.map((open) => (mates(game, open.seat, seat) ? { ...open, agreed: [...open.agreed, seat] } : open)) ?? [],
      };
    }
    case 'resign_declined': {
      const { seat } = frame.d;
      return { ...game, proposals: game.proposals?.filter((open) => !mates(game, open.seat, seat)) ?? [] };
    }
    case 'out':
      return { ...game, offer: null, marbles: { ...game.marbles, [frame.d.seat]: [] } };
    case 'draw_offered':
      return { ...game, offer: { seat: frame.d.seat, agreed: [frame.d.seat] } };
    case 'draw_agreed':
      return game.offer
        ? { ...game, offer: { ...game.offer, agreed: [...game.offer.agreed, frame.d.seat] } }
        : game;
    case 'draw_declined':
      return { ...game, offer: null };
    case 'ended':
      return { ...game, ended: frame.d, offer: null, proposals: [], turn: { ...game.turn, seat: null } };
    case 'scored':
      return { ...game, scores: frame.d.scores };
    default:
      return game;
  }
}

/**
 * The two sides change seats, before another game.
 * @param {RoomState} state
 * @returns {RoomState}
 */
function swapped(state) {
  const [one, two, ...others] = state.seats;
  if (!one || !two) return state;
  return { ...state, seats: [{ ...one, occupant: two.occupant }, { ...two, occupant: one.occupant }, ...others] };
}

/**
 * @param {RoomState} state
 * @param {EventFrame} frame
 * @returns {RoomState}
 */
function room(state, frame) {
  switch (frame.type) {
    case 'swapped':
      return swapped(state);
    case 'configured':
      return configured(state, frame.d.settings);
    case 'sat': {
      const { seat, user, name, guest, points } = frame.d;
      return seated(state, seat, () => ({
        user, name, guest, points, bot: false, level: levelOf(points), ready: false, connected: true,
      }));
    }
    case 'bot_added': {
      const { seat, name } = frame.d;
      return seated(state, seat, () => ({
        user: null, name, guest: false, bot: true, points: 0, level: 1, ready: true, connected: true,
      }));
    }
    case 'stood':
    case 'kicked':
      return unasked(seated(state, frame.d.seat, () => null), frame.d.seat);
    case 'readied':
      return seated(state, frame.d.seat, readyness(true));
    case 'unreadied':
      return unasked(seated(state, frame.d.seat, readyness(false)), frame.d.seat);
    case 'disconnected':
      return seated(state, frame.d.seat, connection(false));
    case 'reconnected':
      return seated(state, frame.d.seat, connection(true));
    case 'host_changed':
      return { ...state, host: frame.d.host, host_name: frame.d.host_name };
    case 'rematch':
      return {
        ...seated(state, frame.d.seat, readyness(true)),
        rematch: [...unasked(state, frame.d.seat).rematch, frame.d.seat],
      };
    case 'closed':
      return { ...state, closed: true };
    case 'started':
      return started(state, frame.d, frame);
    case 'ended':
      return { ...state, playing: false };
    case 'scored':
      return unready(frame.d.scores.reduce((next, { seat, after }) => seated(next, seat, (old) =>
        old && !old.bot ? { ...old, points: after, level: levelOf(after) } : old), state));
    default:
      return state;
  }
}

/**
 * The model after one more event.
 * @param {RoomModel} model
 * @param {EventFrame} event
 * @param {string | null} user This client's account.
 * @returns {RoomModel}
 */
export function fold(model, event, user) {
  const frame = bySeat(event);
  let state = room(model.state, frame);
  if (state.game) {
    let game = played(state.game, frame);
    if (frame.turn) game = { ...game, turn: frame.turn };
    if (game !== state.game) state = { ...state, game };
  }
  const own = state.seats.find((view) => view.occupant?.user && view.occupant.user === user)?.seat ?? null;
  const you = { seat: actingSeat(state, own), host: user !== null && state.host === user };
  const over = frame.type === 'ended';
  return {
    seq: frame.seq,
    state,
    clock: frame.clock ?? (over ? null : model.clock),
    you,
    legal: readLegal(frame.legal) ?? (frame.turn || over ? [] : model.legal),
    items: frame.items ?? (frame.turn || over ? null : model.items),
    h: frame.h ?? (frame.turn || over ? null : model.h),
  };
}

/**
 * What may be done with a frame that came: it is next, it is old, or some are missing.
 * @param {number} seq Of the last event known.
 * @param {{ seq: number }} frame
 * @returns {'next' | 'old' | 'gap'}
 */
export const fits = (seq, frame) => (frame.seq <= seq ? 'old' : frame.seq === seq + 1 ? 'next' : 'gap');
