// What players agree on among themselves: a draw, a team's resigning, playing on; how far the teams have come.
import { h } from '../../vendor/preact.js';
import { serverNow } from '../clock.js';
import { stillPlays } from '../family.js';
import { mates } from '../fold.js';
import { t } from '../i18n.js';
import { useTick } from '../store.js';
import { Button } from '../ui/parts.js';
import { nameIn, whoOf } from '../words.js';

/** @typedef {import('../protocol.js').GameView} GameView */

/**
 * How far the teams have come.
 * @param {{ game: GameView, seat: number | null }} props
 */
export function TeamCounts({ game, seat }) {
  return h('ul', { class: 'teams', 'aria-label': t('team.title') }, (game.turn.teams ?? []).map(({ team, seats, in_camp: n, goal }) =>
    h('li', { key: team, class: `team-${team}${seat !== null && seats.includes(seat) ? ' own' : ''}`, 'data-testid': `team-count-${team}` }, [
      h('strong', null, t(`room.team${team}`)),
      h('span', { class: 'team-names' }, h('bdi', null, seats.map((entry) => nameIn(game, entry)).join(t('say.comma')))),
      h('span', { class: 'num' }, t('g.teamCount', { n, need: goal })),
      h('progress', { max: goal, value: Math.min(n, goal), 'aria-hidden': 'true' }),
    ])));
}

/**
 * The team's open proposal to resign.
 * @param {{ game: GameView, seat: number, room: import('../room.js').Room }} props
 */
export function ResignProposal({ game, seat, room }) {
  const open = game.proposals?.find((entry) => mates(game, entry.seat, seat));
  if (!open) return null;
  const asked = stillPlays(game, seat) && !open.agreed.includes(seat);
  /** @param {boolean} yes */
  const answer = (yes) => void room.command({ type: 'answer_resign', d: { yes } });
  return h('div', { class: 'offer', role: 'group', 'aria-label': t('g.resign'), 'data-testid': 'proposal' }, [
    h('span', null, asked ? t('team.proposed', { name: whoOf(game, open.seat) }) : t('team.waiting')),
    asked && h(Button, { kind: 'danger', class: 'small', testid: 'resign-yes', onClick: () => answer(true) }, t('team.agree')),
    asked && h(Button, { class: 'small', testid: 'resign-no', onClick: () => answer(false) }, t('g.decline')),
  ]);
}

/**
 * An open draw offer; of either family.
 * @param {{ game: GameView, seat: number | null, room: import('../room.js').Room }} props
 */
export function DrawOffer({ game, seat, room }) {
  const { offer } = game;
  if (!offer) return null;
  const asked = stillPlays(game, seat) && !offer.agreed.includes(seat ?? -1);
  /** @param {boolean} yes */
  const answer = (yes) => void room.command({ type: 'answer_draw', d: { yes } });
  return h('div', { class: 'offer', role: 'group', 'aria-label': t('g.draw'), 'data-testid': 'offer' }, [
    h('span', null, offer.seat === seat ? t('g.drawWaiting') : t('g.drawOffered', { name: whoOf(game, offer.seat) })),
    asked && h(Button, { kind: 'primary', class: 'small', testid: 'draw-yes', onClick: () => answer(true) }, t('g.accept')),
    asked && h(Button, { class: 'small', testid: 'draw-no', onClick: () => answer(false) }, t('g.decline')),
  ]);
}

/**
 * Whether all play on after the winner.
 * @param {{ game: GameView, seat: number | null, clock: import('../protocol.js').ClockView | null, room: import('../room.js').Room }} props
 */
export function PlayOn({ game, seat, clock, room }) {
  useTick(250);
  const agreed = game.turn.asking ?? [];
  const left = clock?.ask === undefined ? null : Math.max(0, Math.ceil((clock.ask - (serverNow() - clock.at)) / 1000));
  const asked = seat !== null && stillPlays(game, seat) && !agreed.includes(seat);
  const winner = game.turn.seats.filter((entry) => entry.place === 1).map((entry) => whoOf(game, entry.seat)).join(t('say.comma'));
  /** @param {boolean} yes */
  const answer = (yes) => void room.command({ type: 'answer_play_on', d: { yes } });
  return h('section', { class: 'panel play-on', 'aria-labelledby': 'play-on', 'data-testid': 'play-on' }, [
    h('h2', { id: 'play-on' }, t('ask.title')),
    h('p', null, t('ask.text', { who: winner })),
    left !== null && h('p', { class: 'clock', role: 'timer' }, t('ask.left', { n: left })),
    agreed.length > 0 && h('p', { class: 'hint' }, t('ask.agreed', { list: agreed.map((entry) => whoOf(game, entry)).join(t('say.comma')) })),
    h('div', { class: 'row' }, asked ? [
      h(Button, { kind: 'primary', testid: 'play-on-yes', onClick: () => answer(true) }, t('ask.yes')),
      h(Button, { testid: 'play-on-no', onClick: () => answer(false) }, t('ask.no')),
    ] : h('span', { class: 'hint' }, t('ask.waiting'))),
  ]);
}
