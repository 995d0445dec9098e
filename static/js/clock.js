/** What is to be added to this device's time to have the server's. */
let offset = 0;
let best = Infinity;

/**
 * Learns the server's time from an answer: the shortest round trip is believed most.
 * @param {number} server The server's time in the answer.
 * @param {number} roundTrip How long it took.
 */
export function learn(server, roundTrip) {
  // A slow drift of the belief lets a later, slower measurement win in the end.
  best += 5;
  if (roundTrip > best) return;
  best = roundTrip;
  offset = server + roundTrip / 2 - Date.now();
}

/** The server's time now. */
export const serverNow = () => Date.now() + offset;

/**
 * The milliseconds a seat has left.
 * @param {import('./protocol.js').ClockView | null} clock
 * @param {number} seat
 * @param {number} [now]
 * @returns {number | null}
 */
export function leftOf(clock, seat, now = serverNow()) {
  const left = clock?.left[seat];
  if (!clock || left === undefined) return null;
  return Math.max(0, clock.running === seat ? left - (now - clock.at) : left);
}

/**
 * As people read it: 0:27, 1:04:00.
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = Math.ceil(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  /** @param {number} n */
  const two = (n) => String(n).padStart(2, '0');
  return `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`}:${two(seconds % 60)}`;
}
