// What all pages share: who one is, the connection.
import { get, post } from './api.js';
import { createNet } from './net.js';
import { withRoom } from './ownrooms.js';
import { prefs } from './prefs.js';
import { createStore } from './store.js';

export { refusalText } from './refusals.js';
export { toast, toasts } from './ui/toasts.js';

/** @typedef {import('./protocol.js').Me} Me */

/** The hash of the files this page was loaded from. */
export const build = document.querySelector('meta[name="build"]')?.getAttribute('content') ?? '';

/** Who the session is; null before it is known. */
export const me = createStore(/** @type {Me | null} */ (null));

/** Rooms this account is seated in or was playing in. */
export const myRooms = createStore(/** @type {import('./protocol.js').RoomRef[]} */ ([]));

/**
 * What a room's page knows of one's seat there, which the server tells only with `welcome`.
 * @param {import('./protocol.js').RoomRef} room
 * @param {boolean} own Whether one is seated, and the room open.
 */
export const keepRoom = (room, own) => myRooms.update((list) => withRoom(list, room, own));

/** How the connection is. */
export const link = createStore({
  phase: /** @type {import('./net.js').Phase} */ ('connecting'),
  attempt: 0,
  late: false,
});

/** Whether the server has another build than this page. */
export const outdated = createStore(false);

/** Makes sure that there is a session: the one there is, or a new guest's. */
async function session() {
  const boot = await get('/boot');
  if (boot?.build && build && boot.build !== build && !build.includes('{')) outdated.set(true);
  me.set(boot?.me ?? (await post('/session/guest', { lang: prefs.get().lang })));
  if (!me.get()?.user) me.set((await get('/boot'))?.me ?? null);
}

/** The connection. */
export const net = createNet(build, {
  phase: (phase, attempt) => link.set({ phase, attempt, late: false }),
  late: (late) => link.update((old) => (old.late === late ? old : { ...old, late })),
  session,
  welcome: (welcome) => {
    me.set(welcome.me);
    myRooms.set(welcome.rooms);
    outdated.set(Boolean(welcome.build && welcome.build !== build && !build.includes('{')));
  },
});

/** Begins: the session, the connection, one's own stream. */
export function begin() {
  net.subscribe('me', {
    resume: () => null,
    snap: (snap) => me.set(/** @type {Me} */ (snap.state)),
    events: (frames) => {
      for (const frame of frames) if (frame.type === 'points') me.set(frame.d);
      return 'ok';
    },
    refused: () => {},
  });
  net.start();
}

/**
 * Registers, logs in, upgrades a guest or logs out; the connection follows.
 * @param {'register' | 'login' | 'upgrade' | 'logout'} what
 * @param {{ name: string, password: string }} [body]
 */
export async function changeSession(what, body) {
  await post(`/session/${what}`, body);
  me.set(null);
  myRooms.set([]);
  net.restart();
}
