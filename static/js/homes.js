// Where each side's marbles stand at the beginning, and where they have to go.
import { camp, cubeOf, ALL, turned } from './board/geometry.js';

/**
 * How far the holes beside the point reach, by marbles a side: [row, from x, to x] for the camp at the
 * top. With 13 the middle three of the row of five, with 15 all five, with 19 four of the next row too.
 * @type {Readonly<Record<number, readonly (readonly [number, number, number])[]>>}
 */
const BESIDE = { 13: [[-4, 1, 3]], 15: [[-4, 0, 4]], 19: [[-4, 0, 4], [-3, 0, 3]] };

/**
 * The holes a side starts from, ascending.
 * @param {number} seat
 * @param {number} [army] Marbles a side.
 * @returns {number[]}
 */
export function homeOf(seat, army = 10) {
  const beside = (BESIDE[army] ?? []).flatMap(([row, from, to]) => ALL.filter((hole) => {
    const { x, z } = cubeOf(hole);
    return z === row && x >= from && x <= to;
  }));
  return [...camp(seat), ...beside.map((hole) => turned(hole, seat))].sort((a, b) => a - b);
}

/**
 * The holes a side has to fill, ascending.
 * @param {number} seat
 * @param {number} [army]
 */
export const targetOf = (seat, army = 10) => homeOf((seat + 3) % 6, army);
