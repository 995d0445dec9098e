// Who of a game that has ended is no longer in the room.

/** @typedef {import('./protocol.js').RoomState} RoomState */

/**
 * The seats of an ended game whose players have left: free, or somebody else's by now.
 * @param {RoomState} state
 * @returns {readonly number[]}
 */
export function goneFrom({ game, playing, seats }) {
  if (!game || playing) return [];
  // Bots have no account, and one is as good as another.
  const owners = new Map(seats.flatMap(({ seat, occupant }) => (occupant ? [[seat, occupant.user ?? null]] : [])));
  const gone = game.players.filter(({ seat, user }) => owners.get(seat) !== (user ?? null));
  // The sides change right before another game: then everybody is still there.
  const swapped = owners.size === game.players.length && gone.every(({ user }) => [...owners.values()].includes(user ?? null));
  return swapped ? [] : gone.map(({ seat }) => seat);
}

/**
 * Whether the same players can have another game.
 * @param {RoomState} state
 */
export const mayAgain = (state) => !state.closed && goneFrom(state).length === 0 && state.seats.every(({ occupant }) => occupant);
