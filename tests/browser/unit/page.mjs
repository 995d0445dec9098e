// As much of a page as the client's modules ask for when they are loaded outside a browser. To be
// imported before them.
import { mock } from 'node:test';

// What the client waits for does not keep the tests waiting.
mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });

/** What was asked for over HTTP: `METHOD path`. */
export const asked = [];
/** Answers by `METHOD path`: a value, or a promise of one. */
export const answers = new Map();
/** The sockets that were opened, the newest last. */
export const sockets = [];

class Socket {
  static OPEN = 1;

  readyState = 1;

  sent = [];

  constructor() {
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {}

  /** Something comes from the server. */
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const nobody = { addEventListener() {} };
Object.assign(globalThis, {
  WebSocket: Socket,
  location: { pathname: '/', href: 'http://tiaoqi.test/' },
  history: { pushState: (_state, _title, path) => { globalThis.location.pathname = path; } },
  document: { ...nobody, querySelector: () => null, getElementById: () => null, documentElement: {} },
  matchMedia: () => ({ ...nobody, matches: false }),
  addEventListener() {},
  scrollTo() {},
  scrollY: 0,
  async fetch(url, { method = 'GET' } = {}) {
    const key = `${method} ${url}`;
    asked.push(key);
    if (!answers.has(key)) throw new TypeError(`no answer for ${key}`);
    const body = JSON.stringify(await answers.get(key));
    return { ok: true, status: 200, text: async () => body, json: async () => JSON.parse(body) };
  },
});
Object.defineProperty(globalThis, 'navigator', { value: { languages: ['en'], onLine: true }, configurable: true });

/** Lets everything happen that waits for nothing. */
export const settle = () => new Promise((resolve) => setImmediate(resolve));
