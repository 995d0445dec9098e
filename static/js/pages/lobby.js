// The lobby: play at once, make a room, join one.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef, useState } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { codeOf, get } from '../api.js';
import { link, myRooms, net, refusalText } from '../app.js';
import { t } from '../i18n.js';
import { prefs, setPrefs } from '../prefs.js';
import { codeIn, goOn, Link, navigate, route } from '../router.js';
import { createStore, useStore } from '../store.js';
import { later } from '../ui/later.js';
import { Button, Loading, segments, Title } from '../ui/parts.js';
import { DRAUGHTS_PRESETS, familyOf } from '../family.js';
import { familyOptions, ruleOptions, ruleText, timeText } from '../words.js';
import { playBots, playLocal } from './create.js';
import { Picture } from './picture.js';

const CreateDialog = later(async () => (await import('./roomform.js')).CreateDialog, 'part');

/** @typedef {import('../protocol.js').LobbyRoom} LobbyRoom */

/** The list before it comes: always the same one. @type {readonly LobbyRoom[]} */
const NO_ROOMS = [];

/** How long changes are gathered before rows move. */
const CALM_MS = 2000;

/** The list as the server has it. */
const hall = createStore(/** @type {{ rooms: LobbyRoom[], online: number } | null} */ (null));

/** Follows the lobby while the page is open. */
function useHall() {
  let since = 0;
  useEffect(() => net.subscribe('lobby', {
    resume: () => null,
    snap(snap) {
      since = snap.seq;
      hall.set(/** @type {import('../protocol.js').LobbyState} */ (snap.state));
    },
    events(frames) {
      for (const { seq, type, d } of /** @type {import('../protocol.js').HallFrame[]} */ (frames)) {
        if (seq <= since) continue;
        hall.update((old) => {
          const { rooms, online } = old ?? { rooms: [], online: 0 };
          if (type === 'online') return { rooms, online: d.n };
          if (type === 'points') return { rooms, online };
          const others = rooms.filter((room) => room.id !== d.id);
          if (type === 'gone') return { rooms: others, online };
          const known = others.length < rooms.length;
          return { rooms: known ? rooms.map((room) => (room.id === d.id ? d : room)) : [d, ...rooms], online };
        });
      }
      return 'ok';
    },
    refused: () => {},
  }), []);
  return useStore(hall);
}

/**
 * The rows as shown: changes wait while the pointer or the focus is in the list, and 2 s
 * otherwise, so that nothing moves under a finger.
 * @param {readonly LobbyRoom[]} rooms
 * @param {{ current: HTMLElement | null }} list
 */
function useCalm(rooms, list) {
  const [shown, setShown] = useState(rooms);
  const spoken = useRef({ at: 0, n: rooms.length });
  useEffect(() => {
    if (shown.length === 0) {
      setShown(rooms);
      return undefined;
    }
    const timer = setInterval(() => {
      const node = list.current;
      if (node && (node.matches(':hover') || node.contains(document.activeElement))) return;
      setShown(rooms);
      const now = Date.now();
      if (rooms.length !== spoken.current.n && now - spoken.current.at > 10_000) {
        spoken.current = { at: now, n: rooms.length };
        announce(t('lobby.roomCount', { n: rooms.length }));
      }
    }, CALM_MS);
    return () => clearInterval(timer);
  }, [rooms]);
  const alive = new Map(rooms.map((room) => [room.id, room]));
  return shown.map((room) => ({ room: alive.get(room.id) ?? room, gone: !alive.has(room.id) }));
}

/**
 * @param {{ room: LobbyRoom, gone: boolean }} props
 */
function RoomRow({ room, gone }) {
  const { settings } = room;
  const full = room.taken >= settings.players;
  const waiting = room.status === 'waiting' && !gone;
  const state = gone ? t('lobby.closed') : room.status === 'playing' ? t('lobby.playing') : full ? t('lobby.full') : t('lobby.waiting');
  return h('tr', { class: gone ? 'gone' : '', 'data-testid': 'room-row' }, [
    h('th', { scope: 'row' }, [h('span', { class: 'code' }, room.code), h('span', { class: 'by' }, h('bdi', null, room.host))]),
    h('td', { 'data-label': t('lobby.rule') }, familyOf(settings.preset) === 'draughts' ? [t('game.draughts'), ' ', h('span', { class: 'badge' }, ruleText(settings.preset))] : ruleText(settings.preset)),
    h('td', { 'data-label': t('lobby.players'), class: 'num' }, `${room.taken}/${settings.players}`),
    h('td', { 'data-label': t('lobby.time') }, timeText(settings)),
    h('td', { 'data-label': t('lobby.kind') }, [t(settings.rated ? 'lobby.rated' : 'lobby.casual'), settings.teams && ` · ${t('lobby.teams', { n: settings.players / 2 })}`, settings.items && ` · ${t('lobby.items')}`]),
    h('td', { 'data-label': t('lobby.state') }, state),
    h('td', { class: 'go' }, h(Button, {
      kind: waiting && !full ? 'primary' : 'plain', class: 'small', disabled: gone,
      'aria-label': `${waiting && !full ? t('lobby.join') : t('nav.watch')} ${room.code}`,
      onClick: () => navigate(`/r/${room.code}`),
    }, waiting && !full ? t('lobby.join') : t('nav.watch'))),
  ]);
}

/** Joining by a code or link somebody gave. */
function JoinByCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    const clean = codeIn(code);
    if (!clean) {
      setError(t('lobby.codeMissing'));
      return;
    }
    try {
      const from = route.get();
      const ref = await get(`/rooms/${encodeURIComponent(clean)}`);
      goOn(from, `/r/${ref.code}`);
    } catch (failure) {
      setError(codeOf(failure) === 'not_found' ? t('lobby.noRoom') : refusalText(codeOf(failure)));
    }
  }
  return h('form', { class: 'join', onSubmit, noValidate: true }, [
    h('label', { for: 'join-code' }, t('lobby.joinCode')),
    h('div', { class: 'row' }, [
      h('input', {
        id: 'join-code', 'data-testid': 'join-code', class: 'grow code', value: code, autocomplete: 'off',
        autocapitalize: 'characters', spellcheck: false, 'aria-invalid': error ? 'true' : undefined, 'aria-describedby': 'join-error',
        onInput: (/** @type {Event} */ event) => {
          setCode(/** @type {HTMLInputElement} */ (event.currentTarget).value);
          setError('');
        },
      }),
      h(Button, { type: 'submit', testid: 'join-go' }, t('lobby.join')),
    ]),
    h('p', { id: 'join-error', class: 'error', role: 'alert', 'data-testid': error ? 'room-failed' : undefined }, error),
  ]);
}

/** The page. */
export function LobbyPage() {
  const state = useHall();
  const device = useStore(prefs);
  const rooms = useStore(myRooms);
  const online = useStore(link).phase === 'open';
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const rows = useCalm(state?.rooms ?? NO_ROOMS, list);
  const [creating, setCreating] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${t('nav.home')} · ${t('app.short')}`;
  });
  const draughts = device.botFamily === 'draughts';
  /** @param {() => Promise<void>} begin */
  async function at(begin) {
    setBusy(true);
    await begin();
    setBusy(false);
  }
  /** @param {typeof playBots} play */
  const begin = (play) => at(() => (draughts ? play(device.botRules, 2) : play(device.botPreset, device.botPlayers)));
  return h('div', { class: 'page lobby' }, [
    h('section', { class: 'hero' }, [
      h('div', { class: 'hero-text' }, [
        h(Title, { class: 'display' }, t('app.short')),
        h('p', { class: 'lead' }, t('app.lead')),
        rooms.slice(0, 3).map((room) => h('div', { key: room.id, class: 'resume' }, [
          h('span', null, [t(room.playing ? 'lobby.resumeText' : 'lobby.resumeRoom'), ' ', h('span', { class: 'code' }, room.code)]),
          h(Link, { href: `/r/${room.code}`, class: 'btn primary', 'data-testid': 'resume' }, t(room.playing ? 'lobby.resume' : 'lobby.backToRoom')),
        ])),
        h('div', { class: 'bot-box' }, [
          segments({
            legend: t('lobby.game'), name: 'bot-family', value: device.botFamily,
            options: familyOptions(),
            onChange: (botFamily) => setPrefs({ botFamily }),
          }),
          draughts && segments({
            legend: t('lobby.rule'), name: 'bot-rules', value: device.botRules,
            options: ruleOptions(DRAUGHTS_PRESETS),
            onChange: (botRules) => setPrefs({ botRules }),
          }),
          !draughts && segments({
            legend: t('lobby.players'), name: 'bot-players', value: device.botPlayers,
            options: /** @type {const} */ ([2, 3, 4, 6]).map((n) => ({ value: n, text: String(n) })),
            onChange: (botPlayers) => setPrefs({ botPlayers }),
          }),
          !draughts && segments({
            legend: t('lobby.rule'), name: 'bot-preset', value: device.botPreset,
            options: ruleOptions(/** @type {const} */ (['qq', 'qq_long'])),
            onChange: (botPreset) => setPrefs({ botPreset }),
          }),
          h(Button, { kind: 'primary', class: 'big', testid: 'play-bot', disabled: !online || busy, onClick: () => begin(playBots) }, t('lobby.vsAi')),
          h(Button, { class: 'big', testid: 'play-local', disabled: !online || busy, onClick: () => begin(playLocal), title: t('lobby.hotseatHint') }, t('lobby.hotseat')),
          h(Button, { class: 'big', testid: 'create-room', disabled: !online, onClick: () => setCreating(true) }, t('lobby.create')),
        ]),
      ]),
      h(Picture, null),
    ]),
    h('section', { class: 'rooms', 'aria-labelledby': 'rooms' }, [
      h('div', { class: 'rooms-head' }, [
        h('h2', { id: 'rooms' }, t('lobby.rooms')),
        state && h('span', { class: 'muted', 'data-testid': 'online' }, t('lobby.onlineCount', { n: state.online })),
        h(JoinByCode, null),
      ]),
      !state ? h(Loading, null)
        : rows.length === 0 ? h('p', { class: 'empty' }, t('lobby.empty'))
          : h('table', { class: 'room-table', ref: (/** @type {HTMLElement | null} */ node) => { list.current = node; } }, [
            h('thead', null, h('tr', null, [
              ...[t('lobby.code'), t('lobby.rule'), t('lobby.players'), t('lobby.time'), t('lobby.kind'), t('lobby.state')]
                .map((text) => h('th', { key: text, scope: 'col' }, text)),
              h('td', { key: 'go' }),
            ])),
            h('tbody', null, rows.map(({ room, gone }) => h(RoomRow, { key: room.id, room, gone }))),
          ]),
    ]),
    creating && h(CreateDialog, { onClose: () => setCreating(false) }),
  ]);
}
