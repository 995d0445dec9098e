// What is known of a seat, in the corner of the board beside its camp.
import { h } from '../../vendor/preact.js';
import { clockText, leftOf } from '../clock.js';
import { familyIn } from '../family.js';
import { takenOf } from '../fold-draughts.js';
import { t } from '../i18n.js';
import { useTick } from '../store.js';
import { armyOf, nameIn, placeText, stallText, whoOf } from '../words.js';
import { ITEM_PATHS } from './itemicon.js';
import { Bead } from './parts.js';

/**
 * Where the chips of these seats go when `bottom` has its camp at the bottom: in the four free
 * corners, and only when these are taken above and below the board.
 * @param {readonly number[]} seats
 * @param {number} bottom
 * @returns {Map<number, 'top' | 'bottom' | 'tl' | 'tr' | 'bl' | 'br'>}
 */
export function chipPlaces(seats, bottom) {
  const corners = /** @type {const} */ ({ 1: 'bl', 2: 'tl', 4: 'tr', 5: 'br' });
  /** @type {Map<number, 'top' | 'bottom' | 'tl' | 'tr' | 'bl' | 'br'>} */
  const places = new Map();
  for (const seat of seats) {
    const corner = corners[/** @type {1} */ ((seat - bottom + 6) % 6)];
    if (corner) places.set(seat, corner);
  }
  const taken = new Set(places.values());
  for (const seat of seats) {
    if (places.has(seat)) continue;
    const own = seat === bottom;
    const choices = own ? /** @type {const} */ (['br', 'bl']) : /** @type {const} */ (['tl', 'tr']);
    const free = choices.find((place) => !taken.has(place));
    places.set(seat, free ?? (own ? 'bottom' : 'top'));
  }
  return places;
}

/**
 * A running clock.
 * @param {{ clock: import('../protocol.js').ClockView | null, seat: number }} props
 */
export function Clock({ clock, seat }) {
  const running = clock?.running === seat;
  useTick(running ? 200 : 0);
  const left = leftOf(clock, seat);
  if (left === null) return null;
  const low = running && left <= 10_000;
  return h('span', {
    class: `clock${running ? ' running' : ''}${low ? ' low' : ''}`, role: 'timer', 'aria-label': t('g.clock'),
  }, clockText(left));
}

/**
 * A seat's chip during and after a game.
 * @param {{ game: import('../protocol.js').GameView, seat: number, clock: import('../protocol.js').ClockView | null, connected: boolean, gone?: boolean, you: boolean, place: string, onFollow?: (() => void) | undefined }} props
 */
export function Chip({ game, seat, clock, connected, gone = false, you, place, onFollow }) {
  const turn = game.turn.seats.find((entry) => entry.seat === seat);
  const active = game.turn.seat === seat && !game.ended;
  const over = turn?.place != null || turn?.out != null || game.ended !== null;
  const final = game.ended?.places.find((entry) => entry.seat === seat)?.place ?? turn?.place;
  const name = nameIn(game, seat);
  const family = familyIn(game);
  const stall = over ? null : turn?.stall;
  const team = game.turn.teams?.find((entry) => entry.seats.includes(seat))?.team;
  const cls = ['chip', team ? `team-${team}` : '', place, active ? 'active' : '', you ? 'own' : '', turn?.out || gone ? 'out' : ''].join(' ');
  return h('section', {
    class: cls, 'data-seat': seat, 'data-testid': `chip-${seat}`,
    'aria-label': whoOf(game, seat, 'chip.label'),
  }, [
    h('div', { class: 'chip-head' }, [
      active && h('span', { class: 'arrow', title: t('chip.onTurn') }, [h('span', { 'aria-hidden': 'true' }, '▶'), h('span', { class: 'sr-only' }, t('chip.onTurn'))]),
      h(Bead, { seat, family }),
      h('span', { class: 'chip-name', title: name }, h('bdi', null, name)),
    ]),
    h('div', { class: 'chip-line' }, [
      team && h('span', { class: 'badge team' }, t(`room.team${team}`)),
      turn?.out
        ? h('span', { class: 'badge bad' }, t(`out.${turn.out}`))
        : final != null
          ? h('span', { class: `badge${family === 'draughts' && final > 1 ? '' : ' good'}` }, placeText(game, seat, final))
          : h(Clock, { clock, seat }),
      you && h('span', { class: 'you' }, t('chip.you')),
      family === 'draughts' && h('span', { class: 'camp-count', 'data-testid': `taken-${seat}` }, t('g.taken', { n: takenOf(game, seat) })),
      family === 'star' && !turn?.out && h('span', { class: 'camp-count', title: t('term.enter') }, t('g.inCamp', { n: turn?.in_camp ?? 0, all: armyOf(game) })),
    ]),
    h('div', { class: 'chip-badges' }, [
      gone && turn?.out !== 'left' && h('span', { class: 'badge bad', 'data-testid': `gone-${seat}` }, t('chip.gone')),
      !connected && !over && h('span', { class: 'badge bad' }, t('room.disconnected')),
      !over && turn !== undefined && turn.timeouts > 0 && h('span', { class: 'badge warn' }, t('g.timeoutCount', { n: turn.timeouts })),
      stall && turn && h('span', {
        class: `badge ${stall.left <= 1 ? 'bad' : stall.left <= 3 ? 'warn' : ''}`, 'data-testid': `stall-${seat}`,
        title: t('g.passiveWarn', { n: stall.need }),
      }, stallText(turn)),
    ]),
    turn?.items && turn.items.length > 0 && !over && h('div', {
      class: 'chip-hand', role: 'img', 'data-testid': `hand-${seat}`,
      'aria-label': t('item.hand', { list: turn.items.map((item) => t(`item.${item}`)).join(t('say.comma')) }),
      title: turn.items.map((item) => t(`item.${item}`)).join(t('say.comma')),
    }, turn.items.map((item) => h('svg', { key: item, class: 'item-sign', viewBox: '0 0 24 24' }, h('path', { d: ITEM_PATHS[item] })))),
    onFollow && h('button', { type: 'button', class: 'btn quiet tiny', onClick: onFollow }, t('chip.follow')),
  ]);
}
