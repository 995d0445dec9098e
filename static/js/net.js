// The socket: one connection with several streams, that comes back by itself. Commands keep
// their id over all retries; a stream resumes after the last event its sink has.
import { learn } from './clock.js';

/**
 * @typedef {import('./protocol.js').ServerMessage} ServerMessage
 * @typedef {import('./protocol.js').Command} Command
 *
 * @typedef {object} Sink What receives a stream.
 * @property {() => { since: number, h?: string } | null} resume Where to go on; null: from a snapshot.
 * @property {(snap: import('./protocol.js').Snapshot) => void} snap
 * @property {(frames: any[]) => 'ok' | 'gap'} events What was missed is asked for with `resume`.
 * @property {(spectators: number) => void} [watching] How many watch a room; this is no event.
 * @property {(code: import('./protocol.js').Code) => void} refused
 *
 * @typedef {{ ok: true, seq: number } | { ok: false, code: string, retry_ms: number, why: string }} Answer
 *
 * @typedef {'connecting' | 'open' | 'waiting' | 'taken' | 'old'} Phase
 *
 * @typedef {object} NetHooks
 * @property {(phase: Phase, attempt: number) => void} phase
 * @property {(late: boolean) => void} late Whether a command’s answer is late.
 * @property {(welcome: Extract<ServerMessage, { t: 'welcome' }>) => void} welcome
 * @property {() => Promise<void>} session Makes sure that there is a session.
 */

/** Between retries; from the second on the answer is late. */
const RETRIES = [2000, 2000, 4000, 8000];
const PING_MS = 15_000;
const ANSWER_MS = 10_000;
const SEND_MS = 10_000;

/** @returns {string} A new id for a command. */
function newCid() {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}

/**
 * How long to wait before the next attempt: doubling, at most 15 s, with jitter.
 * @param {number} attempt From 1.
 * @param {number} [random] In [0, 1).
 */
export const backOff = (attempt, random = Math.random()) =>
  Math.min(15_000, 400 * 2 ** (attempt - 1)) * (0.5 + random);

/**
 * Makes the connection; nothing happens before `start`.
 * @param {string} build
 * @param {NetHooks} hooks
 */
export function createNet(build, hooks) {
  /** @type {WebSocket | null} */
  let socket = null;
  let ready = false;
  let attempt = 0;
  let wanted = false;
  let wait = 0;
  let pinger = 0;
  let deadline = 0;
  let pingNo = 0;
  /** @type {Map<number, number>} */
  const pings = new Map();
  /** @type {Map<string, Sink>} */
  const sinks = new Map();
  /** What waits for an answer; given up where it could not be sent in time. @type {Map<string, { frame: object, until: number, tries: number, timer: number, done: (answer: Answer) => void }>} */
  const pending = new Map();

  /** Whether it was sent. @param {object} frame */
  function send(frame) {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {string} s */
  function sub(s) {
    if (ready) send({ t: 'sub', s, ...sinks.get(s)?.resume() });
  }

  function ping() {
    pingNo += 1;
    pings.set(pingNo, performance.now());
    send({ t: 'ping', n: pingNo });
    deadline ||= setTimeout(lost, ANSWER_MS);
  }

  function heard() {
    clearTimeout(deadline);
    deadline = 0;
  }

  const tellLate = () => hooks.late([...pending.values()].some(({ tries }) => tries > 2));

  /** @param {string} cid */
  function transmit(cid) {
    const entry = pending.get(cid);
    if (!entry) return;
    clearTimeout(entry.timer);
    if (Date.now() >= entry.until) {
      settle(cid, { ok: false, code: 'not_sent', retry_ms: 0, why: '' });
      return;
    }
    let delay = 1000;
    if (ready && send(entry.frame)) {
      delay = RETRIES[Math.min(entry.tries, RETRIES.length - 1)] ?? 8000;
      // It may have arrived: only an answer tells.
      entry.until = Infinity;
      entry.tries += 1;
      tellLate();
      if (entry.tries > 2) ping();
    }
    entry.timer = setTimeout(() => transmit(cid), delay);
  }

  /** @param {string} cid @param {Answer} answer */
  function settle(cid, answer) {
    const entry = pending.get(cid);
    if (!entry) return;
    clearTimeout(entry.timer);
    pending.delete(cid);
    tellLate();
    entry.done(answer);
  }

  /** @param {Extract<ServerMessage, { t: 'no' }>} no */
  function refused(no) {
    if (no.cid) {
      const entry = pending.get(no.cid);
      // A room that moves or a store that rests answers later; the id stays the same.
      if (entry && no.code === 'unavailable' && entry.tries < 6) {
        clearTimeout(entry.timer);
        const cid = no.cid;
        entry.timer = setTimeout(() => transmit(cid), no.retry_ms ?? 1000);
        return;
      }
      settle(no.cid, { ok: false, code: no.code, retry_ms: no.retry_ms ?? 0, why: no.why ?? '' });
    } else if (no.s) {
      const { s } = no;
      if (no.code === 'unavailable' || no.code === 'rate') {
        setTimeout(() => sinks.has(s) && sub(s), no.retry_ms ?? 1000);
      } else sinks.get(s)?.refused(no.code);
    }
  }

  /** @param {string} s @param {any[]} frames */
  function events(s, frames) {
    if (sinks.get(s)?.events(frames) === 'gap') sub(s);
  }

  /** @param {ServerMessage} message */
  function receive(message) {
    switch (message.t) {
      case 'welcome': {
        ready = true;
        attempt = 0;
        learn(message.now, 400);
        hooks.phase('open', 0);
        hooks.welcome(message);
        for (const s of sinks.keys()) sub(s);
        for (const [cid, entry] of pending) {
          entry.tries = 0;
          transmit(cid);
        }
        ping();
        break;
      }
      case 'snap': {
        sinks.get(message.s)?.snap(message);
        for (const { cid, seq } of message.answered ?? []) settle(cid, { ok: true, seq });
        break;
      }
      case 'ev':
        if (message.s) events(message.s, [message]);
        break;
      case 'evs':
        events(message.s, message.events);
        break;
      case 'watching':
        sinks.get(message.s)?.watching?.(message.spectators);
        break;
      case 'ok':
        settle(message.cid, { ok: true, seq: message.seq });
        break;
      case 'no':
        refused(message);
        break;
      case 'pong': {
        const sent = pings.get(message.n);
        pings.delete(message.n);
        if (sent !== undefined) learn(message.now, performance.now() - sent);
        break;
      }
      case 'bye':
        byes = message;
        break;
    }
  }

  /** @type {Extract<ServerMessage, { t: 'bye' }> | null} */
  let byes = null;

  /** The connection is gone, or as good as. @param {CloseEvent} [event] */
  function lost(event) {
    const old = socket;
    socket = null;
    ready = false;
    clearInterval(pinger);
    heard();
    pings.clear();
    if (old) {
      old.onopen = old.onmessage = old.onclose = null;
      old.close();
    }
    if (!wanted) return;
    const code = byes?.code ?? event?.code ?? 0;
    const later = byes?.retry_ms ?? 0;
    byes = null;
    if (code === 4409) {
      wanted = false;
      hooks.phase('taken', 0);
      return;
    }
    if (code === 4426) {
      wanted = false;
      hooks.phase('old', 0);
      return;
    }
    attempt += 1;
    hooks.phase('waiting', attempt);
    // After a restart everybody would come back at once: the jitter spreads them.
    const spread = code === 4001 ? Math.random() * 1500 : 0;
    clearTimeout(wait);
    wait = setTimeout(open, Math.max(later, backOff(attempt)) + spread);
  }

  /** @type {Promise<void> | null} */
  let opening = null;

  /** Connects; once at a time, or a first visit would make a guest for each. */
  function open() {
    opening ??= connect().finally(() => {
      opening = null;
    });
  }

  async function connect() {
    clearTimeout(wait);
    if (!wanted || socket) return;
    hooks.phase('connecting', attempt);
    try {
      await hooks.session();
    } catch {
      lost();
      return;
    }
    if (!wanted || socket) return;
    const url = new URL('/ws', location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const fresh = new WebSocket(url, 'tiaoqi.v1.json');
    socket = fresh;
    deadline = setTimeout(lost, ANSWER_MS);
    fresh.onopen = () => {
      send({ t: 'hello', build, caps: [] });
      pinger = setInterval(ping, PING_MS);
    };
    fresh.onmessage = ({ data }) => {
      heard();
      /** @type {ServerMessage} */
      let message;
      try {
        message = JSON.parse(data);
      } catch {
        lost();
        return;
      }
      receive(message);
    };
    fresh.onclose = (event) => lost(event);
  }

  /** Tries at once, where the back-off waits. */
  function hurry() {
    if (!wanted) return;
    if (!socket) open();
    else if (ready) ping();
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') hurry();
  });
  addEventListener('online', hurry);

  return {
    /** Connects, and stays connected. */
    start() {
      wanted = true;
      attempt = 0;
      open();
    },
    /** Connects anew, as after another account logged in. */
    restart() {
      wanted = false;
      lost();
      wanted = true;
      attempt = 0;
      open();
    },
    hurry,
    /**
     * Subscribes to a stream until the answer is called.
     * @param {string} s
     * @param {Sink} sink
     */
    subscribe(s, sink) {
      sinks.set(s, sink);
      sub(s);
      return () => {
        if (sinks.get(s) !== sink) return;
        sinks.delete(s);
        if (ready) send({ t: 'unsub', s });
      };
    },
    /**
     * Sends a command, again and again until it is answered; `not_sent` if it could not be.
     * @param {string} s
     * @param {Command} command
     * @param {number} [ply]
     * @returns {Promise<Answer>}
     */
    command(s, command, ply) {
      const cid = newCid();
      const frame = { t: 'cmd', s, cid, ...(ply === undefined ? {} : { ply }), ...command };
      return new Promise((done) => {
        pending.set(cid, { frame, until: Date.now() + SEND_MS, tries: 0, timer: 0, done });
        transmit(cid);
      });
    },
  };
}
