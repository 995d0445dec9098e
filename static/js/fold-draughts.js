// What draughts adds to the fold of a room: its events, by seat as everywhere else, and its board.
import { played, start } from './draughts.js';

/**
 * @typedef {import('./protocol.js').GameView} GameView
 * @typedef {import('./frames.js').EventFrame} EventFrame
 * @typedef {import('./draughts.js').DraughtsEvent} DraughtsEvent
 *
 * What the last move took, where its event was seen.
 * @typedef {{ taken?: number[], promoted?: boolean }} LastTaken
 */

const SEATS = /** @type {const} */ ({ white: 0, black: 1 });
/** @param {'white' | 'black'} colour */
const seatBy = (colour) => SEATS[colour];

/** A game's board of draughts; nothing in the other family. @param {GameView} game */
export const boardOf = (game) => game.pieces ?? null;

/** The pieces a seat has taken. @param {GameView} game @param {number} seat */
export const takenOf = (game, seat) => game.turn.seats.find((entry) => entry.seat === seat)?.taken ?? 0;

/** What the last move took. @param {GameView} game */
export const lastTaken = (game) => /** @type {LastTaken | null} */ (game.last)?.taken ?? [];

/**
 * An event of draughts as the rest of the client reads events: by seat, a route as a path, and an
 * end with its places. Every other event is left as it is.
 * @param {object} frame Off the wire, or by seat already.
 * @returns {EventFrame}
 */
export function bySeat(frame) {
  const { type, d } = /** @type {{ type?: string, d?: any }} */ (frame);
  /** @param {object} other */
  const read = (other) => /** @type {EventFrame} */ (/** @type {unknown} */ ({ ...frame, d: other }));
  if (type === 'ended' && d && 'winner' in d) {
    const winner = d.winner === null ? null : seatBy(d.winner);
    const places = [0, 1].map((seat) => ({ seat, place: winner === null || seat === winner ? 1 : 2 }));
    return read({ places: places.sort((a, b) => a.place - b.place || a.seat - b.seat), reason: d.reason });
  }
  if (!d || d.seat !== undefined || (d.colour !== 'white' && d.colour !== 'black')) return /** @type {EventFrame} */ (frame);
  return read({ ...d, seat: seatBy(d.colour), ...(d.route ? { path: d.route } : {}) });
}

/** Whether a beginning is one of draughts. @param {object} rules */
export const isDraughtsRules = (rules) => 'first_move' in rules;

/**
 * The move of an event, if it is one of draughts.
 * @param {EventFrame} frame
 * @returns {DraughtsEvent | null}
 */
export function moveOf(frame) {
  if (frame.type !== 'moved' || !('route' in frame.d)) return null;
  return /** @type {DraughtsEvent} */ (/** @type {unknown} */ (bySeat(frame).d));
}

/** What a game of draughts begins with. */
export const opening = () => /** @type {const} */ ({ family: 'draughts', pieces: start() });

/** A turn of a game that begins, until the server tells it. @param {number} seat */
export const freshSeat = (seat) => ({
  seat, in_camp: 0, away: 0, taken: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null,
});

/**
 * The game after an event that only draughts has in this form.
 * @param {GameView} game Of draughts.
 * @param {EventFrame} frame By seat.
 * @returns {GameView}
 */
export function playedOn(game, frame) {
  const move = moveOf(frame);
  const pieces = boardOf(game);
  if (move && pieces) {
    const { seat, route, taken, promoted } = move;
    // An offer is answered by moving on; one's own move leaves it open.
    const offer = game.offer && game.offer.seat !== seat ? null : game.offer;
    /** @type {import('./protocol.js').LastMove & LastTaken} */
    const last = { seat, path: [...route], taken: [...taken], promoted };
    return { ...game, pieces: played(pieces, move), last, offer };
  }
  return frame.type === 'out' ? { ...game, offer: null } : game;
}

/**
 * The game with what its last move took: a snapshot tells the way alone, the move's event the rest.
 * @param {GameView} game
 * @param {readonly EventFrame[]} log Of this game.
 */
export function withTaken(game, log) {
  const { last } = game;
  if (!last || 'taken' in last) return game;
  const frame = log.findLast(({ type }) => type === 'moved');
  const move = frame && moveOf(frame);
  if (!move || move.seat !== last.seat || move.route.join() !== last.path.join()) return game;
  return { ...game, last: { ...last, taken: move.taken, promoted: move.promoted } };
}

/**
 * The canonical text of a game's state, which the hash is made of.
 * @param {GameView} game Of draughts.
 */
export function canonicalDraughts({ turn, ...game }) {
  const pieces = boardOf(/** @type {GameView} */ ({ turn, ...game }));
  const sets = [0, 1].flatMap((seat) => [pieces?.men[seat], pieces?.kings[seat]]);
  const squares = sets.map((set) => [...(set ?? [])].sort((a, b) => a - b).join(','));
  return [turn.ply, turn.seat === null ? '-' : turn.seat === 0 ? 'W' : 'B', ...squares].join('|');
}
