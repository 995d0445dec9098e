// A game out of a PDN file, as the server read it, played through. Pure.
import { ApiError, codeOf } from './api.js';
import { range } from './draughts.js';
import { t } from './i18n.js';
import { refusalText } from './refusals.js';
import { replayDraughts } from './replay-draughts.js';

/**
 * @typedef {object} PdnGame
 * @property {string | null} white
 * @property {string | null} black
 * @property {string | null} event
 * @property {string | null} date
 * @property {string} preset
 * @property {string} start As FEN.
 * @property {readonly (import('./draughts.js').DraughtsMove & { promoted: boolean })[]} moves
 * @property {string} result
 *
 * What is wrong with a game of a file.
 * @typedef {{ ply: number, token: string, why: string, detail: string }} PdnFault
 */

/**
 * Where a game begins.
 * @param {string} fen As the server writes it.
 * @returns {import('./draughts.js').Position & { seat: number }} With the seat to move.
 */
export function positionOfFen(fen) {
  const [turn, ...sides] = fen.split(':');
  /** @type {import('./draughts.js').Position} */
  const position = { men: { 0: [], 1: [] }, kings: { 0: [], 1: [] } };
  for (const side of sides) {
    for (const item of side.slice(1).split(',').filter(Boolean)) {
      const [from = 0, to = from] = item.replace('K', '').split('-').map(Number);
      const of = item.startsWith('K') ? position.kings : position.men;
      of[side.startsWith('W') ? 0 : 1]?.push(...range(from, to));
    }
  }
  return { ...position, seat: turn === 'W' ? 0 : 1 };
}

/**
 * The game, step by step.
 * @param {PdnGame} game
 * @param {readonly [string, string]} names What to call players without a name.
 */
export function replayPdn(game, names) {
  const { seat: first, ...pieces } = positionOfFen(game.start);
  const player = (/** @type {number} */ seat, /** @type {string | null} */ name) => ({ seat, user: null, name: name ?? names[seat], guest: true, points: 0 });
  const started = {
    game: '', number: 1, players: [player(0, game.white), player(1, game.black)], first, rated: false, turn_limit: 0, teams: false, items: false,
    rules: { first_move: first === 0 ? 'white' : 'black', king_priority: game.preset === 'plyyard' },
  };
  const moved = game.moves.map((move, n) => ({ type: 'moved', d: { ...move, colour: (n + first) % 2 === 0 ? 'white' : 'black' } }));
  const frames = [{ type: 'started', d: started }, ...moved].map((frame, n) => ({ t: 'ev', s: '', at: 0, seq: n + 1, ...frame }));
  return replayDraughts(/** @type {any} */ (frames), pieces);
}

/**
 * What is wrong with a game, in words.
 * @param {PdnFault} fault
 */
export function faultText({ ply, token, why }) {
  // The number of a game in PDN's tag `GameType`.
  const key = `pdn.game.${Number.parseInt(token, 10)}`;
  const name = why === 'other_game' ? t(key) : key;
  return t(ply ? 'pdn.fault' : 'pdn.faultHead', { ply, token, why: `${t(`pdn.why.${why}`)}${name === key ? '' : `${t('sw.colon')}${name}`}` });
}

/**
 * Why a file was not read at all.
 * @param {unknown} error
 */
export const refusedText = (error) =>
  (error instanceof ApiError && error.status === 413 ? t('pdn.large') : refusalText(codeOf(error)));
