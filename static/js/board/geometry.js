// The star's geometry: 121 holes in reading order, their names, camps, lines and rotations.

/** @typedef {{ x: number, y: number, z: number }} Cube */

/** How far apart two rows are when two holes of a row are 1 apart. */
export const ROW = Math.sqrt(3) / 2;

/** The six ways out of a hole, clockwise from the upper right. */
export const DIRECTIONS = /** @type {const} */ ([
  { x: 1, y: 0, z: -1 },
  { x: 1, y: -1, z: 0 },
  { x: 0, y: -1, z: 1 },
  { x: -1, y: 0, z: 1 },
  { x: -1, y: 1, z: 0 },
  { x: 0, y: 1, z: -1 },
]);

/** @param {number} x @param {number} y @param {number} z */
const onBoard = (x, y, z) =>
  (x >= -4 && y >= -4 && z >= -4) || (x <= 4 && y <= 4 && z <= 4);

/** @type {Cube[]} */
const cubes = [];
/** @type {string[]} */
const names = [];
/** @type {Map<string, number>} */
const byCube = new Map();
/** @type {Map<string, number>} */
const byName = new Map();

for (let z = -8; z <= 8; z += 1) {
  let place = 0;
  for (let x = -8; x <= 8; x += 1) {
    const y = 0 - x - z;
    if (!onBoard(x, y, z)) continue;
    place += 1;
    const name = `${String.fromCharCode(97 + z + 8)}${place}`;
    byCube.set(`${x},${z}`, cubes.length);
    byName.set(name, cubes.length);
    cubes.push({ x, y, z });
    names.push(name);
  }
}

/** How many holes there are. */
export const HOLES = cubes.length;

/** Every hole's number, in reading order. */
export const ALL = cubes.map((_, hole) => hole);

/**
 * A hole's cube coordinates.
 * @param {number} hole
 * @returns {Cube}
 */
export function cubeOf(hole) {
  const cube = cubes[hole];
  if (!cube) throw new RangeError(`no hole ${hole}`);
  return cube;
}

/**
 * The hole at these coordinates.
 * @param {number} x
 * @param {number} z
 * @returns {number | null}
 */
export const holeAt = (x, z) => byCube.get(`${x},${z}`) ?? null;

/**
 * A hole's name: `a1` is the top tip, `q1` the bottom tip.
 * @param {number} hole
 */
export const nameOf = (hole) => names[hole] ?? '?';

/**
 * The hole of a name.
 * @param {string} name
 * @returns {number | null}
 */
export const holeOf = (name) => byName.get(name.toLowerCase()) ?? null;

/**
 * The camp a hole lies in, 0..=5 clockwise from the top.
 * @param {number} hole
 * @returns {number | null}
 */
export function campOf(hole) {
  const { x, y, z } = cubeOf(hole);
  if (z < -4) return 0;
  if (x > 4) return 1;
  if (y < -4) return 2;
  if (z > 4) return 3;
  if (x < -4) return 4;
  if (y > 4) return 5;
  return null;
}

/**
 * The ten holes of a camp, ascending.
 * @param {number} seat
 */
export const camp = (seat) => ALL.filter((hole) => campOf(hole) === seat);

/**
 * Where a hole is drawn when the board is turned `turns` times 60 degrees clockwise.
 * @param {number} hole
 * @param {number} turns
 * @returns {number} The hole whose place on the page it takes.
 */
export function turned(hole, turns) {
  let { x, y, z } = cubeOf(hole);
  for (let i = ((turns % 6) + 6) % 6; i > 0; i -= 1) [x, y, z] = [-z, -x, -y];
  return holeAt(x, z) ?? hole;
}

/**
 * How often the board is turned for a seat to have its camp at the bottom.
 * @param {number} seat
 */
export const turnsFor = (seat) => (9 - seat) % 6;

/**
 * A hole's place in the drawing, the centre being 0, 0.
 * @param {number} hole
 * @param {number} [turns]
 */
export function pointOf(hole, turns = 0) {
  const { x, z } = cubeOf(turned(hole, turns));
  return { x: x + z / 2, y: z * ROW };
}

/**
 * The next hole on the page in one of the six directions, on a turned board.
 * @param {number} hole
 * @param {number} direction Index into DIRECTIONS, as seen on the page.
 * @param {number} [turns]
 * @returns {number | null}
 */
export function step(hole, direction, turns = 0) {
  const shown = cubeOf(turned(hole, turns));
  const by = DIRECTIONS[direction];
  if (!by) return null;
  const next = holeAt(shown.x + by.x, shown.z + by.z);
  return next === null ? null : turned(next, -turns);
}

/**
 * The holes row by row as they are drawn on a turned board.
 * @param {number} turns
 */
export function rows(turns) {
  /** @type {number[][]} */
  const out = Array.from({ length: 17 }, () => []);
  for (const place of ALL) out[cubeOf(place).z + 8]?.push(turned(place, -turns));
  return out;
}

/** The camps in use, in turn order, for each count of players. */
const SEATS = /** @type {Record<number, readonly number[]>} */ ({
  2: [0, 3],
  3: [0, 2, 4],
  4: [0, 1, 3, 4],
  6: [0, 1, 2, 3, 4, 5],
});

/**
 * The camps in use, in turn order.
 * @param {number} players
 */
export const seatsFor = (players) => SEATS[players] ?? [];
