// The two families of games under one roof: which is played, by which seats, in which colours.
import { seatsFor } from './board/geometry.js';
import { COLOURS } from './board/marbles.js';

/**
 * @typedef {import('./protocol.js').Family} Family
 * @typedef {import('./protocol.js').Settings} Settings
 * @typedef {import('./protocol.js').GameView} GameView
 */

/** The rule sets of draughts. */
export const DRAUGHTS_PRESETS = /** @type {const} */ (['fmjd', 'plyyard']);

/** @param {string} preset @returns {Family} */
export const familyOf = (preset) =>
  (DRAUGHTS_PRESETS.some((other) => other === preset) ? 'draughts' : 'star');

/** @param {GameView | null | undefined} game @returns {Family} */
export const familyIn = (game) => game?.family ?? 'star';

/** The seats of these settings, in turn order. @param {Settings} settings @returns {readonly number[]} */
export const seatsOf = ({ preset, players }) => (familyOf(preset) === 'draughts' ? [0, 1] : seatsFor(players));

/** The name of a seat's colour. @param {Family} family @param {number} seat */
export const colourKey = (family, seat) =>
  `color.${family === 'draughts' ? (seat === 1 ? 'black' : 'white') : COLOURS[seat] ?? 'white'}`;

/** Whether a seat still plays: it is neither finished nor out. @param {GameView} game @param {number | null} seat */
export const stillPlays = ({ turn }, seat) => turn.seats.some((entry) => entry.seat === seat && !entry.out && entry.place === null);

/** Ends that a side has won by. */
const DECIDED = new Set(['places', 'no_pieces', 'no_moves', 'out']);

/** Whether an end is a draw. @param {{ reason: string }} ended */
export const isDraw = ({ reason }) => !DECIDED.has(reason);

/**
 * Whether a draw is a seat's result: those still playing draw, the others keep their places. They
 * share the last place that is not of a seat out.
 * @param {GameView} game
 * @param {number} seat
 */
export function drewIn({ ended, turn }, seat) {
  if (!ended || !isDraw(ended)) return false;
  const left = ended.places.filter((entry) => !turn.seats.some((other) => other.seat === entry.seat && other.out));
  const last = Math.max(...left.map((entry) => entry.place));
  return left.some((entry) => entry.seat === seat && entry.place === last);
}
