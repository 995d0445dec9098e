// Making rooms: the dialog, and the one click against the computer.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { codeOf, whyOf, post } from '../api.js';
import { me, refusalText, toast } from '../app.js';
import { DRAUGHTS_PRESETS, familyOf, seatsOf } from '../family.js';
import { t } from '../i18n.js';
import { openRoom } from '../room.js';
import { goOn, navigate, route } from '../router.js';
import { useStore } from '../store.js';
import { later } from '../ui/later.js';
import { Button, Dialog, segments, Switch } from '../ui/parts.js';
import { familyOptions, ruleText } from '../words.js';
import { DEFAULTS, inFamily, settled } from './settled.js';
import { ClockFields, TurnSeconds } from './timefields.js';

/** @typedef {import('../protocol.js').Settings} Settings */

const Extras = later(async () => (await import('./switches.js')).Extras, 'part');

/**
 * Makes a room; says why not, otherwise.
 * @param {Settings} settings
 * @returns {Promise<string | null>} Its code.
 */
export async function createFrom(settings) {
  try {
    return (await post('/rooms', { settings })).code;
  } catch (error) {
    toast(refusalText(codeOf(error), whyOf(error)), 'bad');
    return null;
  }
}

/**
 * The settings as form controls.
 * @param {{ value: Settings, onChange: (settings: Settings) => void }} props
 */
export function SettingsForm({ value, onChange }) {
  const guest = useStore(me)?.guest ?? true;
  const family = familyOf(value.preset);
  /** @param {Partial<Settings>} part */
  const set = (part) => {
    const { first: _first, ...rest } = { ...value, ...part };
    onChange(settled(rest));
  };
  return h('div', { class: 'settings-form' }, [
    segments({
      legend: t('lobby.game'), name: 'family', value: family,
      options: familyOptions(),
      onChange: (next) => onChange(inFamily(value, next)),
    }),
    family === 'draughts' ? h(DraughtsFields, { value, onChange }) : h(StarFields, { value, set }),
    h(Switch, {
      label: t('lobby.rated'), checked: value.rated, testid: 'rated',
      disabled: (guest || value.preset === 'classic' || value.preset === 'turns') && !value.rated,
      hint: guest ? t('lobby.ratedGuest') : t('lobby.ratedHint'), onChange: (rated) => set({ rated }),
    }),
    h(Switch, {
      label: t('lobby.private'), checked: value.private, testid: 'private', hint: t('lobby.privateHint'),
      onChange: (on) => set({ private: on }),
    }),
  ]);
}

/**
 * What only Chinese checkers asks.
 * @param {{ value: Settings, set: (part: Partial<Settings>) => void }} props
 */
function StarFields({ value, set }) {
  return h('div', { class: 'settings-form' }, [
    segments({
      legend: t('lobby.players'), name: 'players', value: value.players,
      options: [2, 3, 4, 6].map((n) => ({ value: n, text: String(n) })),
      onChange: (players) => set({ players }),
    }),
    segments({
      legend: t('lobby.rule'), name: 'preset', value: value.preset,
      options: /** @type {const} */ ([
        { value: 'qq', text: t('rule.adjacent') },
        { value: 'qq_long', text: t('rule.long') },
        { value: 'classic', text: t('preset.classic') },
        { value: 'turns', text: t('preset.turns') },
      ]),
      onChange: (preset) => set({ preset, switches: {}, ...(preset === 'classic' || preset === 'turns' ? { rated: false } : {}) }),
    }),
    h('p', { class: 'hint' }, t(value.preset === 'qq_long' ? 'rule.longHelp' : value.preset === 'qq' ? 'rule.adjacentHelp' : `preset.${value.preset}Help`)),
    h(TurnSeconds, { value: value.turn_seconds, onChange: (turn_seconds) => set({ turn_seconds }) }),
    h(Extras, { value, set }),
  ]);
}

/**
 * What only draughts asks: the rule set and the clock.
 * @param {{ value: Settings, onChange: (settings: Settings) => void }} props
 */
function DraughtsFields({ value, onChange }) {
  return h('div', { class: 'settings-form' }, [
    segments({
      legend: t('lobby.rule'), name: 'preset', value: value.preset,
      options: DRAUGHTS_PRESETS.map((preset) => ({ value: preset, text: ruleText(preset) })),
      onChange: (preset) => onChange({ ...value, preset }),
    }),
    h('p', { class: 'hint' }, t(value.preset === 'plyyard' ? 'rule.plyyardHelp' : 'rule.fmjdHelp')),
    h(ClockFields, {
      clock: value.clock ?? null, seconds: value.turn_seconds,
      onSeconds: (turn_seconds) => onChange({ ...value, turn_seconds }),
      onClock: (clock) => {
        const { clock: _clock, ...rest } = value;
        onChange(clock ? { ...rest, clock } : rest);
      },
    }),
  ]);
}

/**
 * The dialog for a new room.
 * @param {{ onClose: () => void }} props
 */
export function CreateDialog({ onClose }) {
  const [settings, setSettings] = useState(DEFAULTS);
  const [busy, setBusy] = useState(false);
  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    setBusy(true);
    const code = await createFrom(settings);
    setBusy(false);
    if (!code) return;
    onClose();
    navigate(`/r/${code}`);
  }
  return h(Dialog, { title: t('lobby.create'), onClose, testid: 'create-dialog' },
    h('form', { onSubmit }, [
      h(SettingsForm, { value: settings, onChange: setSettings }),
      h('div', { class: 'row end' }, [
        h(Button, { onClick: onClose }, t('btn.cancel')),
        h(Button, { kind: 'primary', type: 'submit', disabled: busy, testid: 'create-confirm' }, t('lobby.create')),
      ]),
    ]));
}

/**
 * A game against the computer, started at once.
 * @param {import('../protocol.js').GamePreset} preset
 * @param {number} players
 */
export const playBots = (preset, players) =>
  playNow({ ...DEFAULTS, preset, players, turn_seconds: familyOf(preset) === 'draughts' ? 300 : 120, private: true });

/**
 * A game at one screen, started at once; with more time than anybody needs.
 * @param {import('../protocol.js').GamePreset} preset
 * @param {number} players
 */
export const playLocal = (preset, players) => playNow({
  ...DEFAULTS, preset, players, turn_seconds: 300, private: true, local: true,
  ...(familyOf(preset) === 'draughts' ? { clock: { main: 10_800, increment: 60 } } : {}),
});

/**
 * A room of one's own, whose free seats bots take, started at once.
 * @param {Settings} settings
 */
async function playNow(settings) {
  const from = route.get();
  let ref;
  try {
    ref = await post('/rooms', { settings });
  } catch (error) {
    toast(refusalText(codeOf(error), whyOf(error)), 'bad');
    return;
  }
  const room = openRoom(ref.id);
  /** @type {import('../room.js').RoomView} */
  const { model, failed } = await new Promise((done) => {
    const off = room.view.watch((view) => {
      if (!view.model && !view.failed) return;
      off();
      done(view);
    });
  });
  if (!model) {
    room.close();
    toast(refusalText(failed ?? 'internal'), 'bad');
    return;
  }
  const seats = seatsOf(settings);
  const own = model.you.seat ?? seats.find((seat) => seat === 3) ?? seats[0] ?? 0;
  /** @type {import('../protocol.js').Command[]} */
  const steps = [
    ...(model.you.seat === null ? [/** @type {const} */ ({ type: 'sit', d: { seat: own } })] : []),
    ...seats.filter((seat) => seat !== own && !settings.local).map((seat) => /** @type {const} */ ({ type: 'add_bot', d: { seat } })),
    { type: 'start', d: {} },
  ];
  // Who has gone elsewhere meanwhile is not called back, nor is a game begun without them.
  for (const step of steps) if (route.get() !== from || !(await room.command(step)).ok) break;
  room.close();
  goOn(from, `/r/${ref.code}`);
}
