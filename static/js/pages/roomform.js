// A room's settings as a form, and the dialogs for a new room and for one that there is.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { me } from '../app.js';
import { DRAUGHTS_PRESETS, familyOf } from '../family.js';
import { t } from '../i18n.js';
import { goOn, route } from '../router.js';
import { useStore } from '../store.js';
import { Button, Dialog, segments, Switch } from '../ui/parts.js';
import { familyOptions, ruleHelp, ruleOptions } from '../words.js';
import { createFrom } from './create.js';
import { DEFAULTS, inFamily, settled } from './settled.js';
import { Extras, fitting } from './switches.js';
import { ClockFields, TurnSeconds } from './timefields.js';

/** @typedef {import('../protocol.js').Settings} Settings */

/**
 * The settings as form controls, which offer nothing that the server refuses.
 * @param {{ value: Settings, onChange: (settings: Settings) => void, existing?: boolean }} props `existing`: of a
 *   room that there is already; it stays with its family.
 */
function SettingsForm({ value, onChange, existing = false }) {
  const guest = useStore(me)?.guest ?? true;
  const family = familyOf(value.preset);
  /** @param {Partial<Settings>} part */
  const set = (part) => onChange(settled(fitting({ ...value, ...part })));
  return h('div', { class: 'settings-form' }, [
    !existing && segments({
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
      options: ruleOptions(/** @type {const} */ (['qq', 'qq_long', 'classic', 'turns'])),
      onChange: (preset) => set({ preset, switches: {}, ...(preset === 'classic' || preset === 'turns' ? { rated: false } : {}) }),
    }),
    h('p', { class: 'hint' }, ruleHelp(value.preset)),
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
      options: ruleOptions(DRAUGHTS_PRESETS),
      onChange: (preset) => onChange({ ...value, preset }),
    }),
    h('p', { class: 'hint' }, ruleHelp(value.preset)),
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
    const from = route.get();
    setBusy(true);
    const code = await createFrom(settings);
    setBusy(false);
    if (!code) return;
    onClose();
    goOn(from, `/r/${code}`);
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
 * The dialog for a room that there is.
 * @param {{ settings: Settings, onSave: (settings: Settings) => void, onClose: () => void }} props
 */
export function ConfigureDialog({ settings, onSave, onClose }) {
  const [value, setValue] = useState(settings);
  /** @param {Event} event */
  function onSubmit(event) {
    event.preventDefault();
    onSave(value);
    onClose();
  }
  return h(Dialog, { title: t('room.settings'), onClose },
    h('form', { onSubmit }, [
      h(SettingsForm, { value, onChange: setValue, existing: true }),
      h('p', { class: 'hint' }, t('room.configureHint')),
      h('div', { class: 'row end' }, [
        h(Button, { onClick: onClose }, t('btn.cancel')),
        h(Button, { kind: 'primary', type: 'submit', testid: 'configure-save' }, t('btn.save')),
      ]),
    ]));
}
