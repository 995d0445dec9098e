// The lobby's picture: a board in the middle of a game.
import { h } from '../../vendor/preact.js';
import { holeOf } from '../board/geometry.js';
import { Stage } from './stage.js';

const PLACES = [
  'a1 b1 c1 c3 d2 d4 e7 f6 g5 h5', 'e12 e13 f11 f12 g10 g9 h8 i7 j7 f9', 'm13 m12 l12 l11 k10 k9 j9 m10 i8 m11',
  'q1 p1 p2 o2 n1 n4 m7 l6 k6 j5', 'm1 m2 m3 l2 l1 k2 k4 j3 i4 l4', 'e1 e2 f1 f2 g1 g3 h3 i3 h2 e4',
];

const MARBLES = new Map(PLACES.flatMap((names, seat) =>
  names.split(' ').map((name) => /** @type {[number, number]} */ ([holeOf(name) ?? 0, seat]))));

/** The picture. */
export const Picture = () => h('div', { class: 'picture', 'aria-hidden': 'true' }, h(Stage, {
  marbles: MARBLES, seats: [0, 1, 2, 3, 4, 5], turns: 0, style: 'plain', coords: false, marks: {}, pending: null,
  label: '', cellLabel: () => '', motion: null, hopMs: 0, preview: true,
}));
