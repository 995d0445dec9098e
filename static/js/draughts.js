// A draughts position and what a move makes of it. Pure; knows no rules: what is legal, and what
// is promoted, the server says.
import { between, promotes } from './board/squares.js';

/**
 * Squares are 1..=50; seat 0 is White, seat 1 Black.
 *
 * @typedef {object} Position
 * @property {Record<string, number[]>} men Squares by seat, ascending.
 * @property {Record<string, number[]>} kings
 *
 * A result: from, to and the set of taken squares tell it from every other (RULES.md section 9).
 * @typedef {object} DraughtsMove
 * @property {number} from
 * @property {number} to
 * @property {readonly number[]} taken
 * @property {readonly number[]} route One order of the squares it lands on, `from` first and `to` last.
 *
 * @typedef {DraughtsMove & { seat: number, promoted: boolean }} DraughtsEvent
 *
 * @typedef {{ squares: readonly number[], why: 'must_capture' | 'most_pieces' | 'king_priority' }} Must
 *
 * What stands on a square: 0 a white man, 1 a black man, 2 a white king, 3 a black king.
 * @typedef {number} Kind
 */

/** @param {number} seat @param {boolean} king @returns {Kind} */
export const kindOf = (seat, king) => seat + (king ? 2 : 0);
/** @param {Kind} kind */
export const seatOf = (kind) => kind % 2;
/** @param {Kind} kind */
export const isKing = (kind) => kind >= 2;

/** All from one to the other. @param {number} from @param {number} to */
export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Where a game starts. @returns {Position} */
export const start = () => ({ men: { 0: range(31, 50), 1: range(1, 20) }, kings: { 0: [], 1: [] } });

/**
 * What stands where.
 * @param {Position} position
 * @returns {Map<number, Kind>}
 */
export function piecesOf({ men, kings }) {
  /** @type {Map<number, Kind>} */
  const map = new Map();
  for (const seat of [0, 1]) {
    for (const square of men[seat] ?? []) map.set(square, kindOf(seat, false));
    for (const square of kings[seat] ?? []) map.set(square, kindOf(seat, true));
  }
  return map;
}

/**
 * A position of what stands where.
 * @param {ReadonlyMap<number, Kind>} pieces
 * @returns {Position}
 */
export function positionOf(pieces) {
  /** @param {Kind} kind */
  const all = (kind) => [...pieces].filter(([, other]) => other === kind).map(([square]) => square).sort((a, b) => a - b);
  return { men: { 0: all(0), 1: all(1) }, kings: { 0: all(2), 1: all(3) } };
}

/**
 * The position after a move: the taken pieces leave before the mover arrives, for under `plyyard`
 * it may end where one of them stood.
 * @param {Position} position
 * @param {DraughtsEvent} event
 * @returns {Position} The same one when no piece of the seat stands on `from`.
 */
export function played(position, { seat, from, to, taken, promoted }) {
  const pieces = piecesOf(position);
  const kind = pieces.get(from);
  if (kind === undefined || seatOf(kind) !== seat) return position;
  pieces.delete(from);
  for (const square of taken) pieces.delete(square);
  pieces.set(to, promoted ? kindOf(seat, true) : kind);
  return positionOf(pieces);
}

/**
 * A legal move as the event it will become, to be shown before the server answers.
 * @param {Position} position
 * @param {number} seat
 * @param {DraughtsMove} move
 * @returns {DraughtsEvent}
 */
export const expected = (position, seat, move) => ({
  ...move, seat, promoted: Boolean(position.men[seat]?.includes(move.from)) && promotes(seat, move.to),
});

/**
 * What each hop of a route takes, in the order of the hops; nothing for a hop over empty squares.
 * @param {readonly number[]} route
 * @param {readonly number[]} taken In any order.
 * @returns {(number | null)[]}
 */
export function takenBy(route, taken) {
  const left = new Set(taken);
  return route.slice(1).map((to, i) => {
    const square = between(route[i] ?? to, to).find((over) => left.has(over)) ?? null;
    if (square !== null) left.delete(square);
    return square;
  });
}

/**
 * A move in the notation of PDN, always with the squares between.
 * @param {Pick<DraughtsMove, 'taken' | 'route'>} move
 */
export const noteOf = ({ taken, route }) => route.join(taken.length ? 'x' : '-');
