// The HTTP part of the server: plain JSON; refusals are problem documents with a `code`.
import { bySeat } from './fold-draughts.js';

/**
 * A refusal, or no answer at all (`offline`).
 */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {number} status
   * @param {string} [why]
   */
  constructor(code, status, why = '') {
    super(code);
    this.name = 'ApiError';
    /** The refusal's code; the words for it are `err.<code>`. */
    this.code = code;
    /** The HTTP status; 0 when no answer came. */
    this.status = status;
    /** What exactly is wrong with settings, a name or a password, as a code. */
    this.why = why;
  }
}

/**
 * @param {'GET' | 'POST'} method
 * @param {string} path
 * @param {object | Blob | string} [body] Sent as it is, or as JSON.
 * @returns {Promise<any>}
 */
async function request(method, path, body) {
  /** @type {RequestInit} */
  const init = { method, credentials: 'same-origin', headers: { accept: 'application/json' } };
  if (method === 'POST') {
    const file = typeof body === 'string' || body instanceof Blob;
    init.headers = { accept: 'application/json', 'content-type': file ? 'application/vnd.draughts-pdn' : 'application/json' };
    init.body = file ? body : JSON.stringify(body ?? {});
  }
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, init);
  } catch {
    throw new ApiError('offline', 0);
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    // Not JSON: a proxy's page, perhaps.
  }
  if (!answer.ok) throw new ApiError(data?.code ?? 'internal', answer.status, data?.why ?? '');
  return data;
}

/** @param {string} path */
export const get = (path) => request('GET', path);

/**
 * @param {string} path
 * @param {object} [body]
 */
export const post = (path, body) => request('POST', path, body);

/**
 * A PDN file as it is.
 * @param {string} path
 * @param {Blob | string} file
 */
export const postFile = (path, file) => request('POST', path, file);

/**
 * Events, one a line (ND-JSON).
 * @param {string} path
 * @returns {Promise<import('./frames.js').EventFrame[]>}
 */
export async function getEvents(path) {
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, { credentials: 'same-origin' });
  } catch {
    throw new ApiError('offline', 0);
  }
  if (!answer.ok) throw new ApiError(answer.status === 404 ? 'not_found' : 'internal', answer.status);
  const lines = (await answer.text()).split('\n');
  return lines.filter(Boolean).map((line) => bySeat(JSON.parse(line)));
}

/** How many events of a room are asked for at once. */
const PAGE = 500;

/**
 * The events of a room's game up to a number, from its beginning.
 * @param {string} room
 * @param {string} game
 * @param {number} until The number of the last event wanted.
 */
export async function eventsSoFar(room, game, until) {
  /** @type {import('./frames.js').EventFrame[]} */
  let events = [];
  for (let to = until; to > 0;) {
    const since = Math.max(0, to - PAGE);
    const page = await getEvents(`/rooms/${room}/events?since=${since}&limit=${to - since}`);
    const start = page.findIndex((event) => event.type === 'started' && event.d.game === game);
    if (start >= 0) return [...page.slice(start), ...events];
    events = [...page, ...events];
    to = since;
  }
  return events;
}

/**
 * A refusal's code, whatever was thrown.
 * @param {unknown} error
 */
export const codeOf = (error) => (error instanceof ApiError ? error.code : 'internal');

/**
 * What exactly is wrong with what was refused, where the server says so.
 * @param {unknown} error
 */
export const whyOf = (error) => (error instanceof ApiError ? error.why : '');
