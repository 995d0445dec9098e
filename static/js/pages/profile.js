// A person, as others see them: points, title, finished games.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { codeOf, get } from '../api.js';
import { refusalText } from '../app.js';
import { lang, num, signed, t } from '../i18n.js';
import { shownName } from '../names.js';
import { Link } from '../router.js';
import { useStore } from '../store.js';
import { More } from '../ui/more.js';
import { Loading, Title } from '../ui/parts.js';
import { useTitle } from '../ui/title.js';
import { familyText, ruleText, standingText } from '../words.js';

/**
 * @typedef {{ seat: number, user: string | null, name: string, place: number, out: string | null, points: number }} Line
 * @typedef {{ id: string, family: import('../family.js').Family, preset: string, rated: boolean, ended: number, seats: Line[] }} Game
 * @typedef {{ user: string, name: string, guest: boolean, standings: { family: import('../family.js').Family, points: number, level: number, games: number, rated: number, firsts: number }[] }} Person
 */

/** @param {{ user: string }} props */
export function ProfilePage({ user }) {
  const [person, setPerson] = useState(/** @type {Person | null} */ (null));
  const [games, setGames] = useState(/** @type {readonly Game[]} */ ([]));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const [failed, setFailed] = useState('');
  /** @param {string | null} before */
  async function more(before) {
    const page = await get(`/players/${user}/games${before ? `?before=${encodeURIComponent(before)}` : ''}`);
    setGames((old) => [...(before ? old : []), ...page.games]);
    setNext(page.next);
  }
  useEffect(() => {
    get(`/players/${user}`).then(async (found) => {
      await more(null);
      setPerson(found);
    }).catch((error) => setFailed(codeOf(error)));
  }, [user]);
  useTitle(failed ? t('state.error') : person?.name ?? '');
  if (failed) {
    return h('div', { class: 'page narrow' }, [
      h(Title, null, t('state.error')),
      h('p', { 'data-testid': 'profile-failed' }, refusalText(failed)),
      h(Link, { href: '/', class: 'btn primary' }, t('nav.home')),
    ]);
  }
  if (!person) return h(Loading, null);
  // Whoever has not played yet begins at nothing, in Chinese checkers.
  const standings = person.standings.length > 0 ? person.standings : [{ family: /** @type {const} */ ('star'), points: 0, level: 1, games: 0 }];
  return h('div', { class: 'page', 'data-testid': 'profile' }, [
    h(Title, null, h('bdi', null, person.name)),
    person.guest && h('p', null, h('span', { class: 'badge' }, t('room.guest'))),
    standings.map(({ family, level, points, games: played }) => h('section', { key: family, 'data-testid': `standing-${family}` }, [
      h('h2', null, familyText(family)),
      h('dl', { class: 'facts' }, [
        [t('pro.title'), t(`rank.${level}`)], [t('pro.level'), level], [t('pro.points'), points], [t('pro.games'), played],
      ].map(([name, value]) => h('div', { key: name }, [h('dt', null, name), h('dd', { class: typeof value === 'number' ? 'num' : '' }, num(value ?? 0))]))),
    ])),
    h('h2', { id: 'recent' }, t('pro.recent')),
    games.length === 0 ? h('p', { class: 'empty' }, t('pro.noGames')) : h('table', { class: 'room-table', 'aria-labelledby': 'recent' }, [
      h('thead', null, h('tr', null, [
        h('th', { scope: 'col' }, t('pro.when')), h('th', { scope: 'col' }, t('lobby.rule')), h('th', { scope: 'col' }, t('pro.others')),
        h('th', { scope: 'col' }, t('pro.place')), h('th', { scope: 'col' }, t('res.delta')), h('td', null, h('span', { class: 'sr-only' }, t('rep.title'))),
      ])),
      h('tbody', null, games.map((game) => h(Row, { key: game.id, game, user }))),
    ]),
    next && h(More, { testid: 'more-games', text: t('pro.more'), load: () => more(next) }),
    h('p', null, h(Link, { href: '/pdn', class: 'btn small', 'data-testid': 'open-pdn' }, t('pdn.title'))),
  ]);
}

/** What a seat made of a game. @param {Game} game @param {Line} line */
export const resultText = ({ family, seats }, { out, place }) =>
  (out ? t(`out.${out}`) : standingText(family, place, seats.every((line) => line.place === 1)));

/** @param {{ game: Game, user: string }} props */
function Row({ game, user }) {
  const tag = useStore(lang);
  const when = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' }).format(game.ended);
  const own = game.seats.find((line) => line.user === user);
  const others = game.seats.filter((line) => line !== own);
  return h('tr', { 'data-testid': 'game-row' }, [
    h('th', { scope: 'row' }, when),
    h('td', null, ruleText(game.preset)),
    h('td', null, others.flatMap((line, n) => [n > 0 && t('say.comma'), line.user
      ? h(Link, { key: line.seat, href: `/p/${line.user}` }, h('bdi', null, line.name))
      : h('bdi', { key: line.seat }, shownName(line))])),
    h('td', null, own && resultText(game, own)),
    h('td', { class: 'num' }, game.rated ? signed(own?.points ?? 0) : t('lobby.casual')),
    h('td', { class: 'go' }, h(Link, { href: `/g/${game.id}`, class: 'btn small', 'aria-label': `${t('res.toReplay')} ${when}` }, t('res.toReplay'))),
  ]);
}
