// A finished game of draughts played through again: events in, a game view a step out.
import { bySeat, freshSeat, moveOf } from './fold-draughts.js';
import { fold } from './fold.js';

/**
 * @typedef {import('./frames.js').EventFrame} EventFrame
 * @typedef {import('./replay.js').Step} Step
 * @typedef {ReturnType<typeof freshSeat>} Side
 */

/**
 * The settings a game was played with, as far as its beginning tells them.
 * @param {Extract<EventFrame, { type: 'started' }>['d']} d
 * @returns {import('./protocol.js').Settings}
 */
const settingsOf = ({ rules, rated, turn_limit: limit, clock }) => ({
  preset: 'king_priority' in rules && rules.king_priority ? 'plyyard' : 'fmjd',
  players: 2, turn_seconds: Math.round(limit / 1000), ...(clock ? { clock } : {}), rated, private: false,
});

/**
 * Plays a game through.
 * @param {readonly EventFrame[]} events From `started` on.
 * @param {import('./draughts.js').Position} [start] Where it begins, if not as usual.
 * @returns {import('./replay.js').Replay | null} Nothing without a beginning.
 */
export function replayDraughts(events, start) {
  const frames = events.map(bySeat);
  const first = frames[0];
  if (first?.type !== 'started') return null;
  const settings = settingsOf(first.d);
  /** @type {import('./protocol.js').RoomState} */
  const state = {
    code: '', settings, host: '', host_name: '', seats: [], playing: false, game: null, rematch: [], spectators: 0, closed: false,
  };
  /** @type {import('./fold.js').RoomModel} */
  let model = { seq: first.seq - 1, state, clock: null, you: { seat: null, host: false }, legal: [], items: null, h: null };
  /** @type {Map<number, Side>} */
  const sides = new Map(first.d.players.map(({ seat }) => [seat, freshSeat(seat)]));
  /** @param {number} seat @param {(old: Side) => object} change */
  const set = (seat, change) => {
    const old = sides.get(seat);
    if (old) sides.set(seat, { ...old, ...change(old) });
  };
  let ply = 1;
  /** @type {number} */
  let next = first.d.first;
  /** @type {Step[]} */
  const steps = [];
  /** @type {Map<number, number>} */
  const stepBySeq = new Map();

  for (const frame of frames) {
    const move = moveOf(frame);
    if (move) {
      set(move.seat, (old) => ({ taken: old.taken + move.taken.length, turns: old.turns + 1, timeouts: 0 }));
      next = 1 - move.seat;
      ply += 1;
    } else if (frame.type === 'turn_expired') {
      const { seat, count } = frame.d;
      set(seat, () => ({ timeouts: count }));
      ply += 1;
    } else if (frame.type === 'out') {
      const { seat, why } = frame.d;
      set(seat, () => ({ out: why }));
    } else if (frame.type === 'ended') frame.d.places.forEach(({ seat, place }) => set(seat, () => ({ place })));
    const folded = fold(model, { ...frame, seq: model.seq + 1 }, null);
    const game = frame === first && start && folded.state.game ? { ...folded.state.game, pieces: start } : folded.state.game;
    if (!game) continue;
    const turn = { seat: game.ended ? null : next, ply, round: Math.ceil(ply / 2), seats: [...sides.values()] };
    const after = /** @type {import('./protocol.js').GameView} */ ({ ...game, turn });
    model = { ...folded, seq: frame.seq, state: { ...folded.state, game: after } };
    const latest = steps.at(-1);
    if (!latest || move || frame.type === 'turn_expired' || frame.type === 'out') {
      steps.push({ game: after, seq: frame.seq, frame, path: latest && move ? move.route : null });
    } else steps[steps.length - 1] = { ...latest, game: after };
    stepBySeq.set(frame.seq, steps.length - 1);
  }
  return { steps, frames, settings, stepOf: (seq) => stepBySeq.get(seq) ?? 0 };
}
