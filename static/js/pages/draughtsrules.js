// The rules of draughts in short: what both rule sets share, and what they differ in side by side.
import { h } from '../../vendor/preact.js';
import { createDraughtsBoard } from '../board/draughts.js';
import { sideName } from '../draughtswords.js';
import { t } from '../i18n.js';
import { ruleText } from '../words.js';
import { Stage } from './stage.js';

/** Two captures, what stands there and the way of it. 0 a white man, 1 a black man, 2 a white king. */
const EXAMPLES = /** @type {const} */ ([
  { key: 'dMan', own: [43, 0], others: [39, 29, 28, 13], way: [43, 34, 23, 32], taken: [39, 29, 28] },
  { key: 'dKing', own: [36, 2], others: [22, 8, 19, 28], way: [36, 13, 2, 24], taken: [22, 8, 19] },
]);

/** @param {{ own: readonly [number, number], others: readonly number[], way: readonly number[], taken: readonly number[], text: string }} props */
function Example({ own, others, way, taken, text }) {
  const pieces = new Map([own, ...others.map((square) => /** @type {const} */ ([square, 1]))]);
  return h('figure', { class: 'example square' }, [
    h(Stage, {
      make: createDraughtsBoard, marbles: pieces, seats: [0, 1], turns: 0, style: 'plain', coords: true,
      marks: { held: way, picks: new Set(taken) }, pending: null, label: '', cellLabel: () => '', motion: null, hopMs: 0, preview: true,
    }),
    h('figcaption', null, text),
  ]);
}

/** What the two differ in, by the keys of the words. */
const DIFFERENCES = /** @type {const} */ ([
  ['dEqual', ['rules.dEqual1'], ['rules.dEqual2']],
  ['dGone', ['rules.dGone1'], ['rules.dGone2']],
  ['dDraws', ['end.repetition', 'end.kings_only', 'end.three_against_king', 'end.two_against_king'], ['end.repetition', 'end.quiet_plies']],
]);

/** @param {string} key @param {number} n */
const list = (key, n) => h('ul', null, Array.from({ length: n }, (_, i) => h('li', { key: i }, t(`rules.${key}${i + 1}`))));

/** The article without its title. */
export function DraughtsRules() {
  /** @param {readonly string[]} keys */
  const cell = (keys) => h('td', null, keys.map((key) => h('div', { key }, t(key))));
  /** @param {string} key @param {any[]} cells */
  const group = (key, cells) => h('tbody', { key }, [
    h('tr', null, h('th', { scope: 'rowgroup', colSpan: 2 }, t(`rules.${key}`))), h('tr', null, cells),
  ]);
  return h('div', { 'data-testid': 'rules-draughts' }, [
    h('p', { class: 'lead' }, t('rules.dAim')),
    h('h2', null, t('rules.moving')),
    list('dMove', 3),
    h('h2', null, t('rules.dTaking')),
    list('dTake', 4),
    h('div', { class: 'examples' }, EXAMPLES.map((example) => h(Example, { ...example, text: t(`rules.${example.key}`) }))),
    h('h2', null, t('rules.dSets')),
    h('table', { class: 'titles sets' }, [
      h('thead', null, h('tr', null, ['fmjd', 'plyyard'].map((preset) => h('th', { key: preset, scope: 'col' }, ruleText(preset))))),
      group('dFirst', [0, 1].map((seat) => h('td', { key: seat }, sideName(seat)))),
      ...DIFFERENCES.map(([key, fmjd, house]) => group(key, [cell(fmjd), cell(house)])),
    ]),
    h('h2', null, t('rules.dEnd')),
    list('dEnd', 5),
    h('h2', null, t('rules.points')),
    h('ul', null, ['rules.points1', 'rules.dPoints1', 'rules.dPoints2', 'rules.dPoints3', 'rules.points5'].map((key) => h('li', { key }, t(key)))),
  ]);
}
