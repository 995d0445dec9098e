// The ladders: who has the most points, in each family.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { codeOf, get } from '../api.js';
import { me, refusalText } from '../app.js';
import { num, t } from '../i18n.js';
import { Link } from '../router.js';
import { useStore } from '../store.js';
import { More } from '../ui/more.js';
import { Button, Loading, segments, Title } from '../ui/parts.js';
import { useTitle } from '../ui/title.js';
import { familyOptions } from '../words.js';

/**
 * @typedef {import('../family.js').Family} Family
 * @typedef {{ rank: number, user: string, name: string, points: number, level: number, rated: number, firsts: number }} Entry
 * @typedef {{ rows: Entry[], next: string | null, own: Entry | null }} Ladder
 */

/** @param {{ entry: Entry, own: boolean }} props */
const Row = ({ entry, own }) => h('tr', { class: own ? 'own' : '', 'aria-current': own ? 'true' : undefined, 'data-testid': own ? 'ladder-own' : 'ladder-row' }, [
  h('td', { class: 'num', 'data-label': t('lad.rank') }, entry.rank),
  h('th', { scope: 'row' }, h(Link, { href: `/p/${entry.user}` }, h('bdi', null, entry.name))),
  h('td', { 'data-label': t('pro.title') }, t(`rank.${entry.level}`)),
  h('td', { class: 'num', 'data-label': t('pro.points') }, num(entry.points)),
  h('td', { class: 'num', 'data-label': t('lad.games') }, entry.rated),
  h('td', { class: 'num', 'data-label': t('lad.firsts') }, entry.firsts),
]);

/** The page. */
export function LadderPage() {
  const [family, setFamily] = useState(/** @type {Family} */ ('star'));
  useTitle(t('nav.ladder'));
  return h('div', { class: 'page', 'data-testid': 'ladder' }, [
    h(Title, null, t('nav.ladder')),
    segments({
      legend: t('lobby.game'), name: 'ladder', value: family,
      options: familyOptions(), onChange: setFamily,
    }),
    h(Table, { family, key: family }),
  ]);
}

/** @param {{ family: Family }} props */
function Table({ family }) {
  const [ladder, setLadder] = useState(/** @type {Ladder | null} */ (null));
  const [failed, setFailed] = useState('');
  const user = useStore(me)?.user;
  /** @param {string} after */
  async function load(after) {
    const page = /** @type {Ladder} */ (await get(`/ladders/${family}${after}`));
    setLadder((old) => ({ ...page, rows: [...(after ? old?.rows ?? [] : []), ...page.rows] }));
  }
  const begin = () => load('').then(() => setFailed(''), (error) => setFailed(refusalText(codeOf(error))));
  useEffect(() => void begin(), [family]);
  if (!ladder) {
    if (!failed) return h(Loading, null);
    return h('div', null, [h('p', { class: 'error', role: 'alert' }, failed), h(Button, { onClick: begin }, t('btn.retry'))]);
  }
  const { rows, next, own } = ladder;
  if (rows.length === 0) return h('p', { class: 'empty' }, t('lad.none'));
  // One's own row is shown below the others while it is not among them.
  const below = own && !rows.some((entry) => entry.user === own.user) ? own : null;
  return h('div', null, [
    h('table', { class: 'room-table ladder' }, [
      h('thead', null, h('tr', null, ['lad.rank', 'acct.name', 'pro.title', 'pro.points', 'lad.games', 'lad.firsts']
        .map((word, n) => h('th', { key: word, scope: 'col', class: n === 0 || n > 2 ? 'num' : '' }, t(word))))),
      h('tbody', null, [
        ...rows.map((entry) => h(Row, { key: entry.user, entry, own: entry.user === user })),
        below && h(Row, { key: below.user, entry: below, own: true }),
      ]),
    ]),
    next && h(More, { testid: 'ladder-more', text: t('lad.more'), load: () => load(`?after=${encodeURIComponent(next)}`) }),
  ]);
}
