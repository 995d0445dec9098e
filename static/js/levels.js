/** From how many points each level is reached; level 1 has no floor (RULES.md section 8). */
const FROM = [
  -Infinity, 50, 100, 150, 200, 250, 400, 600, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000,
  7000, 9000, 11000, 13000, 15000, 18000, 21000, 25000,
];

/**
 * The level of so many points, 1..=25.
 * @param {number} points
 */
export function levelOf(points) {
  let level = 1;
  while (level < FROM.length && points >= (FROM[level] ?? Infinity)) level += 1;
  return level;
}

/**
 * From how many points a level is reached; null: there is none.
 * @param {number} level
 */
export function levelFrom(level) {
  const from = FROM[level - 1];
  return from === undefined || from === -Infinity ? null : from;
}
