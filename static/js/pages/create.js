// Making rooms, and the one click against the computer.
import { codeOf, whyOf, post } from '../api.js';
import { refusalText, toast } from '../app.js';
import { familyOf, seatsOf } from '../family.js';
import { openRoom } from '../room.js';
import { goOn, route } from '../router.js';
import { DEFAULTS } from './settled.js';

/** @typedef {import('../protocol.js').Settings} Settings */

/**
 * Makes a room; says why not, otherwise.
 * @param {Settings} settings
 * @returns {Promise<string | null>} Its code.
 */
export async function createFrom(settings) {
  try {
    return (await post('/rooms', { settings })).code;
  } catch (error) {
    toast(refusalText(codeOf(error), whyOf(error)), 'bad');
    return null;
  }
}

/**
 * A game against the computer, started at once.
 * @param {import('../protocol.js').GamePreset} preset
 * @param {number} players
 */
export const playBots = (preset, players) =>
  playNow({ ...DEFAULTS, preset, players, turn_seconds: familyOf(preset) === 'draughts' ? 300 : 120, private: true });

/**
 * A game at one screen, started at once; with more time than anybody needs.
 * @param {import('../protocol.js').GamePreset} preset
 * @param {number} players
 */
export const playLocal = (preset, players) => playNow({
  ...DEFAULTS, preset, players, turn_seconds: 300, private: true, local: true,
  ...(familyOf(preset) === 'draughts' ? { clock: { main: 10_800, increment: 60 } } : {}),
});

/**
 * A room of one's own, whose free seats bots take, started at once.
 * @param {Settings} settings
 */
async function playNow(settings) {
  const from = route.get();
  let ref;
  try {
    ref = await post('/rooms', { settings });
  } catch (error) {
    toast(refusalText(codeOf(error), whyOf(error)), 'bad');
    return;
  }
  const room = openRoom(ref.id);
  /** @type {import('../room.js').RoomView} */
  const { model, failed } = await new Promise((done) => {
    const off = room.view.watch((view) => {
      if (!view.model && !view.failed) return;
      off();
      done(view);
    });
  });
  if (!model) {
    room.close();
    toast(refusalText(failed ?? 'internal'), 'bad');
    return;
  }
  const seats = seatsOf(settings);
  const own = model.you.seat ?? seats.find((seat) => seat === 3) ?? seats[0] ?? 0;
  /** @type {import('../protocol.js').Command[]} */
  const steps = [
    ...(model.you.seat === null ? [/** @type {const} */ ({ type: 'sit', d: { seat: own } })] : []),
    ...seats.filter((seat) => seat !== own && !settings.local).map((seat) => /** @type {const} */ ({ type: 'add_bot', d: { seat } })),
    { type: 'start', d: {} },
  ];
  // Who has gone elsewhere meanwhile is not called back, nor is a game begun without them.
  for (const step of steps) if (route.get() !== from || !(await room.command(step)).ok) break;
  room.close();
  goOn(from, `/r/${ref.code}`);
}
