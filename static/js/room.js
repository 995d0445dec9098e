// One room: the fold of its stream, what was asked for and not yet answered, and its commands.
import { net, me, refusalText, toast } from './app.js';
import { agrees, fits, fold, fromSnapshot } from './fold.js';
import { bySeat } from './fold-draughts.js';
import { stateHash } from './hash.js';
import { createStore } from './store.js';

/**
 * @typedef {import('./fold.js').RoomModel} RoomModel
 * @typedef {import('./frames.js').EventFrame} EventFrame
 *
 * @typedef {object} PendingMove A move asked for, shown on top of the confirmed state.
 * @property {number} from
 * @property {number} to
 * @property {number[]} path
 * @property {readonly number[]} taken In draughts.
 * @property {number} until The number of the event that confirms it; Infinity before the answer.
 *
 * @typedef {object} RoomView
 * @property {RoomModel | null} model
 * @property {PendingMove | null} pending
 * @property {string | null} failed Why there is no room.
 * @property {number} snaps How many snapshots came: before each of them events may have been missed.
 *
 * @typedef {(before: RoomModel, after: RoomModel, frame: EventFrame, live: boolean) => void} Listener
 */

/**
 * Opens a room's stream.
 * @param {string} id
 */
export function openRoom(id) {
  const stream = `room:${id}`;
  const view = createStore(/** @type {RoomView} */ ({ model: null, pending: null, failed: null, snaps: 0 }));
  /** @type {Set<Listener>} */
  const listeners = new Set();
  let trusted = true;
  /** Where the hashes parted, with this client's own, until a snapshot comes. @type {{ since: number, h: string } | null} */
  let doubt = null;
  /** Commands without an answer: a second click is the same command. @type {Map<string, ReturnType<typeof net.command>>} */
  const asked = new Map();

  /** @param {RoomModel} model @param {PendingMove | null} pending */
  const still = (model, pending) => (pending && model.seq < pending.until ? pending : null);

  const close = net.subscribe(stream, {
    resume() {
      if (doubt) return doubt;
      const { model } = view.get();
      if (!model?.h) return null;
      return { since: model.seq, h: model.h };
    },
    snap(snap) {
      const model = fromSnapshot(snap);
      // When even a snapshot does not agree, the hash is not what this client thinks it is:
      // asking again and again would help nobody.
      trusted = agrees(model);
      doubt = null;
      if (!trusted) console.warn('the hash of a snapshot differs');
      view.update((old) => ({ model, pending: still(model, old.pending), failed: null, snaps: old.snaps + 1 }));
    },
    events(frames) {
      let { model } = view.get();
      if (!model || doubt) return 'ok';
      const fresh = frames.filter((frame) => frame.seq > (model?.seq ?? 0)).length;
      for (const frame of frames.map(bySeat)) {
        const fit = fits(model.seq, frame);
        if (fit === 'old') continue;
        if (fit === 'gap') return 'gap';
        const before = model;
        model = fold(before, frame, me.get()?.user ?? null);
        const after = model;
        if (trusted && frame.h && after.state.game && !agrees(after)) {
          doubt = { since: after.seq, h: stateHash(after.state.game) };
          return 'gap';
        }
        view.update((old) => ({ ...old, model: after, pending: still(after, old.pending) }));
        for (const listener of listeners) listener(before, after, frame, fresh === 1);
      }
      return 'ok';
    },
    watching: (spectators) => view.update((old) => (old.model
      ? { ...old, model: { ...old.model, state: { ...old.model.state, spectators } } } : old)),
    refused: (code) => view.update((old) => ({ ...old, failed: code })),
  });

  /**
   * Sends a command; a refusal is said.
   * @param {import('./protocol.js').Command} command
   * @param {number} [ply]
   */
  function command(command, ply) {
    const key = JSON.stringify([command, ply]);
    const sent = asked.get(key) ?? net.command(stream, command, ply).then((answer) => {
      asked.delete(key);
      if (!answer.ok) toast(refusalText(answer.code, answer.why), 'bad');
      return answer;
    });
    asked.set(key, sent);
    return sent;
  }

  return {
    id,
    view,
    close,
    command,
    /** @param {Listener} listener */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Plays a move: shown at once as pending, confirmed by its event.
     * @param {number} from
     * @param {number} to
     * @param {number[]} path
     * @param {readonly number[]} [taken]
     */
    async move(from, to, path, taken = []) {
      const game = view.get().model?.state.game;
      if (!game || view.get().pending) return;
      view.update((old) => ({ ...old, pending: { from, to, path, taken, until: Infinity } }));
      const answer = await command({ type: 'move', d: { from, to, path } }, game.turn.ply);
      view.update((old) => {
        if (!old.pending || old.pending.path !== path) return old;
        const pending = answer.ok ? { ...old.pending, until: answer.seq } : null;
        return { ...old, pending: pending && old.model ? still(old.model, pending) : pending };
      });
    },
  };
}

/** @typedef {ReturnType<typeof openRoom>} Room */
