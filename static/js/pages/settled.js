// What of a room's settings goes together.

/** @typedef {import('../protocol.js').Settings} Settings */

/**
 * Settings without what does not go with the rest of them.
 * @param {Settings} settings
 * @returns {Settings}
 */
export function settled(settings) {
  const { teams, items, local, switches, ...rest } = settings;
  const online = rest.preset === 'qq' || rest.preset === 'qq_long';
  const unrated = rest.private && !rest.rated;
  return {
    ...rest,
    ...(teams && online && rest.players > 3 ? { teams } : {}),
    ...(items && online ? { items } : {}),
    ...(local && unrated ? { local } : {}),
    ...(unrated && switches && Object.keys(switches).length ? { switches } : {}),
  };
}
