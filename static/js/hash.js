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

/**
 * The canonical text of a game's state, which the hash of PROTOCOL.md is made of.
 * @param {import('./protocol.js').GameView} game
 */
export function canonical(game) {
  const { turn } = game;
  const marbles = [...game.players].sort((a, b) => a.seat - b.seat)
    .map(({ seat }) => `${seat}:${[...(game.marbles[seat] ?? [])].sort((a, b) => a - b).join(',')};`)
    .join('');
  const out = turn.seats.filter((seat) => seat.out).map(({ seat }) => seat).sort((a, b) => a - b);
  return `${turn.ply}|${turn.seat ?? '-'}|${marbles}|${out.join(',')}||`;
}

/**
 * A game's hash.
 * @param {import('./protocol.js').GameView} game
 */
export const stateHash = (game) => fnv1a64(canonical(game));
