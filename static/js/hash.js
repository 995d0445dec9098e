import { ITEMS } from './board/aim.js';
import { boardOf, canonicalDraughts } from './fold-draughts.js';

const PRIME = 0x100000001b3n;
const BASIS = 0xcbf29ce484222325n;
const MASK = (1n << 64n) - 1n;

/**
 * FNV-1a over 64 bits of an ASCII text, as 16 hex digits.
 * @param {string} text
 */
export function fnv1a64(text) {
  let hash = BASIS;
  for (let i = 0; i < text.length; i += 1) {
    hash = ((hash ^ BigInt(text.charCodeAt(i))) * PRIME) & MASK;
  }
  return hash.toString(16).padStart(16, '0');
}

/** @param {readonly number[]} numbers */
const ascending = (numbers) => [...numbers].sort((a, b) => a - b).join(',');

/**
 * The things on the board, as the canonical text has them.
 * @param {readonly import('./protocol.js').Thing[]} things
 */
function thingsText(things) {
  if (things.length === 0) return '';
  /** @param {string} item */
  const holes = (item) => ascending(things.filter((thing) => thing.item === item).map((thing) => thing.hole));
  return `R:${holes('roadblock')};W:${holes('road_worker')}`;
}

/**
 * The canonical text of a game's state, which the hash of PROTOCOL.md is made of.
 * @param {import('./protocol.js').GameView} game
 */
export function canonical(game) {
  if (boardOf(game)) return canonicalDraughts(game);
  const { turn } = game;
  const seats = [...game.players].map(({ seat }) => seat).sort((a, b) => a - b);
  const marbles = seats.map((seat) => `${seat}:${ascending(game.marbles[seat] ?? [])};`).join('');
  const out = turn.seats.filter((entry) => entry.out).map(({ seat }) => seat);
  const items = seats.map((seat) => {
    const hand = turn.seats.find((entry) => entry.seat === seat)?.items;
    return hand ? `${seat}:${ascending(hand.map((item) => ITEMS.indexOf(item)))};` : '';
  }).join('');
  return `${turn.ply}|${turn.seat ?? '-'}|${marbles}|${ascending(out)}|${items}|${thingsText(turn.things ?? [])}`;
}

/**
 * A game's hash.
 * @param {import('./protocol.js').GameView} game
 */
export const stateHash = (game) => fnv1a64(canonical(game));
