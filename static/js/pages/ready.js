// The ready screen: the board with its camps, a seat beside each, and what is to be done.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { me, toast } from '../app.js';
import { turnsFor } from '../board/geometry.js';
import { turnsFor as squareTurns } from '../board/squares.js';
import { piecesOf, start } from '../draughts.js';
import { familyOf, seatsOf } from '../family.js';
import { homeOf } from '../homes.js';
import { t } from '../i18n.js';
import { shownName } from '../names.js';
import { prefs } from '../prefs.js';
import { useStore } from '../store.js';
import { chipPlaces } from '../ui/chip.js';
import { Bead, Button, Title } from '../ui/parts.js';
import { colourOf, settingsText } from '../words.js';
import { styleOf } from './game.js';
import { SquareStage } from './squarestage.js';
import { Stage } from './stage.js';
import { later } from '../ui/later.js';
import { useTitle } from '../ui/title.js';

const ConfigureDialog = later(async () => (await import('./roomform.js')).ConfigureDialog, 'part');
const Differs = later(async () => (await import('./switches.js')).Differs, 'part');
const AllRules = later(async () => (await import('./switches.js')).AllRules, 'part');

/**
 * Why the host cannot start, or null.
 * @param {import('../protocol.js').RoomState} state
 * @returns {string | null}
 */
export function startHindrance(state) {
  const free = state.seats.filter((view) => !view.occupant).length;
  if (free) return t('room.seatsFree', { n: free });
  const waits = state.seats.flatMap(({ occupant }) =>
    occupant && !occupant.bot && !occupant.ready && occupant.user !== state.host ? [occupant.name] : []);
  return waits.length ? t('room.waitFor', { list: waits.join(t('say.comma')) }) : null;
}

/**
 * What there is to do, or to wait for.
 * @param {import('../fold.js').RoomModel} model
 */
export function readyHint({ state, you }) {
  const hindrance = startHindrance(state);
  const own = state.seats.find((view) => view.seat === you.seat)?.occupant;
  if (you.host) return hindrance ?? t('room.canStart');
  if (own && !own.ready) return t('room.pressReady');
  if (!own && state.seats.some((view) => !view.occupant)) return t('room.watching');
  return hindrance ?? t('room.waitHost', { name: state.host_name });
}

/**
 * A seat of the room.
 * @param {{ view: import('../protocol.js').SeatView, model: import('../fold.js').RoomModel, place: string, user: string | null, command: (command: import('../protocol.js').Command) => void }} props
 */
function SeatCard({ view, model, place, user, command }) {
  const { seat, occupant } = view;
  const { host } = model.you;
  const isHost = occupant?.user && occupant.user === model.state.host;
  const own = occupant?.user && occupant.user === user;
  const family = familyOf(model.state.settings.preset);
  const colour = colourOf(seat, family);
  const label = t('chip.label', { color: colour, name: occupant ? shownName(occupant) : t('room.empty') });
  return h('div', { role: 'listitem', class: `chip seat-card ${place}${own ? ' own' : ''}${occupant ? '' : ' free'}${view.team ? ` team-${view.team}` : ''}`, 'data-seat': seat, 'aria-label': label }, occupant ? [
    h('div', { class: 'chip-head' }, [
      h(Bead, { seat, family }),
      family === 'draughts' && h('span', { class: 'muted' }, colour),
      h('span', { class: 'chip-name', title: shownName(occupant) }, h('bdi', null, shownName(occupant))),
    ]),
    h('div', { class: 'chip-line muted' }, occupant.bot ? t('room.bot') : `${t(`rank.${occupant.level}`)}${occupant.guest ? ` · ${t('room.guest')}` : ''}`),
    h('div', { class: 'chip-badges' }, [
      own && h('span', { class: 'you' }, t('chip.you')),
      view.team && h('span', { class: 'badge team' }, t(`room.team${view.team}`)),
      isHost && h('span', { class: 'badge' }, t('room.host')),
      !isHost && (occupant.ready ? h('span', { class: 'badge good' }, t('room.readyDone')) : h('span', { class: 'badge' }, t('room.notReady'))),
      !occupant.connected && h('span', { class: 'badge bad' }, t('room.disconnected')),
    ]),
    host && !own && h(Button, {
      kind: 'quiet', class: 'tiny', testid: `kick-${seat}`, 'aria-label': `${t('room.kick')} ${shownName(occupant)}`,
      onClick: () => command({ type: 'kick', d: { seat } }),
    }, t('room.kick')),
  ] : [
    h('div', { class: 'chip-head' }, [h(Bead, { seat, family }), family === 'draughts' && h('span', { class: 'muted' }, colour), h('span', { class: 'chip-name muted' }, t('room.empty'))]),
    view.team && h('div', { class: 'chip-badges' }, h('span', { class: 'badge team' }, t(`room.team${view.team}`))),
    h('div', { class: 'seat-buttons' }, [
      model.you.seat === null && h(Button, {
        kind: 'primary', class: 'small', testid: `sit-${seat}`, 'aria-label': `${t('room.sit')} ${colour}${view.team ? ` ${t(`room.team${view.team}`)}` : ''}`,
        onClick: () => command({ type: 'sit', d: { seat } }),
      }, t('room.sit')),
      host && !model.state.settings.rated && h(Button, {
        class: 'small', testid: `add-bot-${seat}`, 'aria-label': `${t('room.addAi')} ${colour}`, title: t('room.addAi'),
        onClick: () => command({ type: 'add_bot', d: { seat } }),
      }, t(model.you.seat === null ? 'room.bot' : 'room.addAi')),
    ]),
  ]);
}

/**
 * The page.
 * @param {{ room: import('../room.js').Room, onResult: (() => void) | null, onLeave: () => void }} props
 */
export function ReadyPage({ room, onResult, onLeave }) {
  const { model } = useStore(room.view);
  const device = useStore(prefs);
  const user = useStore(me)?.user ?? null;
  const [editing, setEditing] = useState(false);
  useEffect(() => room.listen((before, after, frame) => {
    if (frame.type === 'sat' || frame.type === 'bot_added') announce(t('say.sat', { name: shownName(frame.d), color: colourOf(frame.d.seat, familyOf(after.state.settings.preset)) }));
    if (frame.type === 'readied') {
      const name = after.state.seats.find((view) => view.seat === frame.d.seat)?.occupant?.name ?? '';
      announce(t('say.ready', { name }));
    }
    if (frame.type === 'configured') toast(t('room.configured'));
    if (frame.type === 'host_changed') toast(t('room.newHost', { name: frame.d.host_name }));
    if (frame.type === 'kicked' && before.you.seat === frame.d.seat) toast(t('room.youKicked'), 'bad');
  }), [room]);
  useTitle(t('room.title'));
  if (!model) return null;
  const { state, you } = model;
  const draughts = familyOf(state.settings.preset) === 'draughts';
  const seats = seatsOf(state.settings);
  const bottom = you.seat ?? (seats.includes(3) ? 3 : seats[0] ?? 3);
  const places = draughts ? new Map(seats.map((seat) => [seat, seat === bottom ? 'bottom' : 'top'])) : chipPlaces(seats, bottom);
  const marbles = new Map(draughts ? [] : seats.flatMap((seat) => homeOf(seat, state.settings.switches?.army).map((hole) => /** @type {[number, number]} */ ([hole, seat]))));
  const own = state.seats.find((view) => view.seat === you.seat)?.occupant;
  const hindrance = startHindrance(state);
  const url = `${location.origin}/r/${state.code}`;
  /** @param {import('../protocol.js').Command} command */
  const command = (command) => void room.command(command);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      toast(t('btn.copied'));
    } catch {
      const field = document.getElementById('invite');
      if (field instanceof HTMLInputElement) field.select();
      toast(t('room.copyByHand'));
    }
  }

  /** @param {string} place */
  const cards = (place) => state.seats.filter((view) => places.get(view.seat) === place)
    .map((view) => h(SeatCard, { key: view.seat, view, model, place, user, command }));

  return h('div', { class: 'game ready', 'data-testid': 'ready-room' }, [
    h('div', { class: 'play-area' }, [
      h('div', { class: 'room-head' }, [
        h(Title, null, t('room.title')),
        h('p', { class: 'muted' }, settingsText(state.settings)),
      ]),
      h('div', { class: `stage${draughts ? ' square' : ''}`, role: 'list', 'aria-label': t('room.seat') }, [
        h('div', { class: 'strip above', role: 'presentation' }, cards('top')),
        h('div', { class: 'stage-box', role: 'presentation' }, [
          draughts ? h(SquareStage, {
            pieces: piecesOf(start()), turns: squareTurns(bottom), coords: device.squares, last: null,
          }) : h(Stage, {
            marbles, seats, turns: turnsFor(bottom), style: styleOf(device.marks, seats.length), coords: false,
            marks: {}, pending: null, label: '', cellLabel: () => '', motion: null, hopMs: 0, preview: true,
          }),
          ...['tl', 'tr', 'bl', 'br'].flatMap(cards),
        ]),
        h('div', { class: 'strip below', role: 'presentation' }, cards('bottom')),
      ]),
    ]),
    h('div', { class: 'side' }, [
      state.closed && h('p', { class: 'banner bad' }, t('state.roomGone')),
      h('div', { class: 'panel ready-bar' }, [
        you.host && h(Button, {
          kind: 'primary', class: 'big', testid: 'start', disabled: hindrance !== null || state.closed, 'aria-describedby': 'why-not',
          onClick: () => command({ type: 'start', d: {} }),
        }, t('room.start')),
        you.seat !== null && !you.host && (own?.ready
          ? h(Button, { class: 'big', testid: 'unready', onClick: () => command({ type: 'unready', d: {} }) }, t('room.unready'))
          : h(Button, { kind: 'primary', class: 'big', testid: 'ready', onClick: () => command({ type: 'ready', d: {} }) }, t('room.ready'))),
        h('p', { id: 'why-not', class: 'hint', 'data-testid': 'start-reason', role: 'status' },
          readyHint(model)),
        h('div', { class: 'row wrap' }, [
          you.seat !== null && h(Button, { testid: 'stand', onClick: () => command({ type: 'stand', d: {} }) }, t('room.stand')),
          you.host && h(Button, { testid: 'configure', onClick: () => setEditing(true) }, t('room.settings')),
          onResult && h(Button, { onClick: onResult }, t('room.lastResult')),
          h(Button, { kind: 'quiet', testid: 'leave', onClick: onLeave }, t('room.leave')),
        ]),
      ]),
      h('div', { class: 'panel' }, [
        h('h2', null, t('room.invite')),
        h('p', { class: 'code-line' }, [t('lobby.code'), ' ', h('strong', { class: 'code', 'data-testid': 'room-code' }, state.code)]),
        h('div', { class: 'row' }, [
          h('input', { id: 'invite', class: 'grow', readOnly: true, value: url, 'aria-label': t('room.link') }),
          h(Button, { testid: 'copy-link', onClick: copy }, t('btn.copy')),
        ]),
      ]),
      h(Differs, { settings: state.settings }),
      !draughts && h(AllRules, { settings: state.settings }),
      state.settings.teams && h('p', { class: 'hint' }, t('room.teamsHint')),
      state.spectators > 0 && h('p', { class: 'fine' }, t('room.spectators', { n: state.spectators })),
    ]),
    editing && h(ConfigureDialog, {
      settings: state.settings, onClose: () => setEditing(false), onSave: (settings) => command({ type: 'configure', d: { settings } }),
    }),
  ]);
}
