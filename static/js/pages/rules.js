// The rules in short, of either family, with two small boards.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { ITEMS } from '../board/aim.js';
import { holeOf } from '../board/geometry.js';
import { t } from '../i18n.js';
import { levelFrom } from '../levels.js';
import { ITEM_PATHS } from '../ui/itemicon.js';
import { later } from '../ui/later.js';
import { segments, Title } from '../ui/parts.js';
import { familyOptions, ruleHelp, ruleText } from '../words.js';
import { Stage } from './stage.js';

const DraughtsRules = later(async () => (await import('./draughtsrules.js')).DraughtsRules, 'part');

/** @param {string} names */
const path = (names) => names.split(' ').map((name) => holeOf(name) ?? 0);

/** The two ways of hopping, as positions with a way. */
const EXAMPLES = /** @type {const} */ ([
  { key: 'adjacent', own: 'm7', others: 'l6 j5 i5', way: 'm7 k6 i5 g5' },
  { key: 'long', own: 'm7', others: 'k6 i7', way: 'm7 i5 i9' },
]);

/** @param {{ own: string, others: string, way: string, text: string }} props */
function Example({ own, others, way, text }) {
  const route = path(way);
  const marbles = new Map(path(others).map((hole) => /** @type {[number, number]} */ ([hole, 0])));
  marbles.set(path(own)[0] ?? 0, 3);
  return h('figure', { class: 'example' }, [
    h(Stage, {
      marbles, seats: [0, 3], turns: 0, style: 'plain', coords: false, marks: { held: route }, pending: null,
      label: '', cellLabel: () => '', motion: null, hopMs: 0, preview: true,
    }),
    h('figcaption', null, text),
  ]);
}

/** @param {string} key @param {number} n */
const list = (key, n) => h('ul', null, Array.from({ length: n }, (_, i) => h('li', { key: i }, t(`rules.${key}${i + 1}`))));

/** The rules of Chinese checkers. */
const StarRules = () => h('div', { 'data-testid': 'rules-star' }, [
  h('p', { class: 'lead' }, t('rules.aim')),
  h('h2', null, t('rules.moving')),
  list('move', 4),
  h('div', { class: 'examples' }, EXAMPLES.map((example) => h(Example, { ...example, text: `${t(`rule.${example.key}`)}${t('say.stop')}${t(`rule.${example.key}Help`)}` }))),
  h('h2', null, t('rules.turns')),
  list('turn', 5),
  h('h2', null, t('rules.stall')),
  list('stall', 2),
  h('h2', null, t('rules.presets')),
  h('dl', { class: 'item-list' }, ['classic', 'turns'].flatMap((preset) => [
    h('dt', { key: preset }, ruleText(preset)), h('dd', { key: `${preset}Help` }, ruleHelp(preset)),
  ])),
  h('p', null, t('rules.presetsBoth')),
  h('h2', null, t('team.title')),
  h('ul', null, ['rules.team1', 'rules.team2', 'rules.team3'].map((key) => h('li', { key }, t(key)))),
  h('h2', null, t('item.title')),
  h('p', null, t('rules.items')),
  h('dl', { class: 'item-list' }, ITEMS.flatMap((item) => [
    h('dt', { key: item }, [h('svg', { class: 'item-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ITEM_PATHS[item] })), t(`item.${item}`)]),
    h('dd', { key: `${item}Help` }, t(`item.${item}Help`)),
  ])),
  h('h2', null, t('rules.points')),
  list('points', 5),
]);

/** The page; `#draughts` leads to the other family. */
export function RulesPage() {
  const [family, setFamily] = useState(/** @type {import('../family.js').Family} */ (location.hash === '#draughts' ? 'draughts' : 'star'));
  useEffect(() => {
    document.title = `${t('nav.rules')} · ${t('app.short')}`;
  });
  return h('article', { class: 'page prose' }, [
    h(Title, null, t('rules.title')),
    segments({
      legend: t('lobby.game'), name: 'rules-of', value: family,
      options: familyOptions(),
      onChange: (chosen) => {
        setFamily(chosen);
        history.replaceState(null, '', chosen === 'star' ? location.pathname : `#${chosen}`);
      },
    }),
    h(family === 'star' ? StarRules : DraughtsRules, null),
    h('details', null, [
      h('summary', null, t('rules.titles')),
      h('table', { class: 'titles' }, [
        h('thead', null, h('tr', null, [t('pro.level'), t('pro.title'), t('pro.points')].map((text) => h('th', { key: text, scope: 'col' }, text)))),
        h('tbody', null, Array.from({ length: 25 }, (_, i) => h('tr', { key: i }, [
          h('td', null, i + 1), h('th', { scope: 'row' }, t(`rank.${i + 1}`)), h('td', { class: 'num' }, levelFrom(i + 1) ?? '—'),
        ]))),
      ]),
    ]),
  ]);
}
