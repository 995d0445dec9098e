// The list of the rooms one has a seat in.

/** @typedef {import('./protocol.js').RoomRef} RoomRef */

/**
 * The list with a room in it, or without; the same list where nothing changes.
 * @param {RoomRef[]} list
 * @param {RoomRef} room
 * @param {boolean} own Whether one has a seat there.
 */
export function withRoom(list, room, own) {
  const known = list.find(({ id }) => id === room.id);
  if (own ? known?.playing === room.playing : !known) return list;
  const others = list.filter((other) => other !== known);
  return own ? [room, ...others] : others;
}
