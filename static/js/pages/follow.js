// Whose camp is at the bottom of the board, where somebody asked for another than it would be.
import { useEffect, useState } from '../../vendor/hooks.js';

/**
 * A wish that holds as long as the key is the same: until another game, or another seat of one's own.
 * @param {string} key
 * @returns {[number | null, (seat: number | null) => void]}
 */
export function useFollow(key) {
  const [wish, setWish] = useState({ key, seat: /** @type {number | null} */ (null) });
  useEffect(() => setWish({ key, seat: null }), [key]);
  return [wish.key === key ? wish.seat : null, (seat) => setWish({ key, seat })];
}
