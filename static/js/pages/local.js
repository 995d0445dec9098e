// A game on one screen: one person sits on all seats.
import { codeOf, post } from '../api.js';
import { refusalText, toast } from '../app.js';
import { openRoom } from '../room.js';
import { navigate } from '../router.js';

/**
 * Makes such a room and starts its game.
 * @param {'qq' | 'qq_long'} preset
 * @param {number} players
 */
export async function playLocal(preset, players) {
  let ref;
  try {
    ref = await post('/rooms', { settings: { preset, players, turn_seconds: 300, rated: false, private: true, local: true } });
  } catch (error) {
    toast(refusalText(codeOf(error)), 'bad');
    return;
  }
  const room = openRoom(ref.id);
  await new Promise((done) => {
    if (room.view.get().model) done(null);
    const off = room.view.watch(({ model }) => {
      if (!model) return;
      off();
      done(null);
    });
  });
  await room.command({ type: 'start', d: {} });
  room.close();
  navigate(`/r/${ref.code}`);
}
