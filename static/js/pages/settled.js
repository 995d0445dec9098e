// What a new room has, and what of a room's settings goes together.
import { seatsOf } from '../family.js';

/** @typedef {import('../protocol.js').Settings} Settings */

/** What a new room has before anything is chosen. @type {Settings} */
export const DEFAULTS = { preset: 'qq', players: 2, turn_seconds: 30, rated: false, private: false };

/** What a main clock begins with: 5 minutes and 3 seconds a move (RULES.md section 9). @type {import('../protocol.js').MainClock} */
export const CLOCK = { main: 300, increment: 3 };

/**
 * The same wishes in the other family, as far as it knows them.
 * @param {Settings} settings
 * @param {import('../protocol.js').Family} family
 * @returns {Settings}
 */
export function inFamily({ rated, private: hidden, turn_seconds: seconds }, family) {
  const base = { ...DEFAULTS, rated, private: hidden, turn_seconds: seconds };
  return family === 'star' ? base : { ...base, preset: 'fmjd', clock: CLOCK };
}

/**
 * Settings without what does not go with the rest of them.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function settled(settings) {
  const { teams, items, local, switches, first, ...rest } = settings;
  const online = rest.preset === 'qq' || rest.preset === 'qq_long';
  const unrated = rest.private && !rest.rated;
  return {
    ...rest,
    ...(teams && online && rest.players > 3 ? { teams } : {}),
    ...(items && online ? { items } : {}),
    ...(local && unrated ? { local } : {}),
    ...(first !== undefined && !rest.rated && seatsOf(rest).includes(first) ? { first } : {}),
    ...(unrated && switches && Object.keys(switches).length ? { switches } : {}),
  };
}
