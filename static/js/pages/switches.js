// What a room may change of its rule set: teams, items, and every switch with what it does.
import { h } from '../../vendor/preact.js';
import { t } from '../i18n.js';
import { choice, Switch } from '../ui/parts.js';

/**
 * @typedef {import('../protocol.js').Settings} Settings
 * @typedef {keyof import('../protocol.js').Switches} Name
 */

/** The values of each switch; what a list of checkpoints asks for goes by a name. */
const VALUES = /** @type {const} */ ({
  hop: ['short', 'long'],
  army: [10, 13, 15, 19],
  leave_target: ['allowed', 'forbidden'],
  rest_in_foreign_camp: ['forbidden', 'allowed'],
  checkpoints: ['steps', 'all', 'off'],
  reenter_home: ['forbidden', 'allowed'],
  blocked_target: ['strict', 'occupied_counts', 'swap'],
  passing: ['never', 'by_agreement'],
  no_legal_move: ['pass', 'forfeit'],
  first_in_skips: [false, true],
  end: ['play_on', 'first_winner', 'ask'],
  rank_by: ['finish_order', 'turns'],
});

const NAMES = /** @type {Name[]} */ (Object.keys(VALUES));

/** Where a preset is not as `qq` is: by it the first value of each switch holds. @type {Readonly<Record<string, Record<string, string>>>} */
const PRESETS = {
  qq_long: { hop: 'long' },
  classic: {
    leave_target: 'forbidden', rest_in_foreign_camp: 'allowed', checkpoints: 'all', blocked_target: 'occupied_counts', end: 'first_winner',
  },
  turns: { checkpoints: 'all', rank_by: 'turns' },
};

/** How many marbles a side go with how many players. @type {Readonly<Record<number, readonly number[]>>} */
const ARMIES = { 13: [4], 15: [2], 19: [2] };

/** @param {Settings} settings @param {Name} name */
const presetValue = (settings, name) => PRESETS[settings.preset]?.[name] ?? VALUES[name][0];

/** @param {import('../protocol.js').Checkpoints} list */
const listName = (list) => (list.length === 0 ? 'off' : list.length === 1 ? 'all' : 'steps');

/**
 * The value of a switch.
 * @param {Settings} settings
 * @param {Name} name
 * @returns {string | number | boolean}
 */
export function valueOf(settings, name) {
  const value = settings.switches?.[name];
  if (value === undefined) return presetValue(settings, name);
  return typeof value === 'object' ? listName(value) : value;
}

/**
 * The settings with a switch at another value; the preset's own values are left out.
 * @param {Settings} settings
 * @param {Name} name
 * @param {string | number | boolean} value
 * @returns {import('../protocol.js').Switches}
 */
export function switched(settings, name, value) {
  const { [name]: _old, ...rest } = settings.switches ?? {};
  if (value === presetValue(settings, name)) return rest;
  if (name !== 'checkpoints') return { ...rest, [name]: value };
  const army = Number(valueOf(settings, 'army'));
  const lists = {
    off: [],
    all: [{ turn: 3 * army, away: army }],
    steps: [{ turn: 20, away: 5 }, { turn: 25, away: 8 }, { turn: 30, away: 10 }],
  };
  return { ...rest, checkpoints: lists[/** @type {'off'} */ (value)] };
}

/** @param {Name} name @param {string | number | boolean} value */
const valueText = (name, value) => (name === 'army' ? String(value) : t(`sv.${name}.${value}`));

/**
 * Teams, items and the switches, as part of a room's form.
 * @param {{ value: Settings, set: (part: Partial<Settings>) => void }} props
 */
export function Extras({ value, set }) {
  const online = value.preset === 'qq' || value.preset === 'qq_long';
  const star = online || value.preset === 'classic' || value.preset === 'turns';
  if (!star) return null;
  const changed = NAMES.filter((name) => value.switches?.[name] !== undefined).length;
  return h('div', { class: 'extras' }, [
    online && (value.players === 4 || value.players === 6) && h(Switch, {
      label: t('sw.teams', { n: value.players / 2 }), checked: value.teams ?? false, testid: 'teams', hint: t('sw.teamsHelp'),
      onChange: (teams) => set({ teams }),
    }),
    online && h(Switch, {
      label: t('sw.items'), checked: value.items ?? false, testid: 'items-on', hint: t('sw.itemsHelp'), onChange: (items) => set({ items }),
    }),
    value.private && !value.rated ? h('details', { class: 'switches', open: changed > 0 }, [
      h('summary', { 'data-testid': 'rules-more' }, `${t('sw.more')}${changed ? ` (${changed})` : ''}`),
      NAMES.map((name) => {
        const own = valueOf(value, name);
        const values = /** @type {readonly (string | number | boolean)[]} */ (VALUES[name])
          .filter((entry) => name !== 'army' || entry === own || (ARMIES[Number(entry)] ?? [value.players]).includes(value.players));
        return h('div', { key: name }, choice({
          label: `${t(`sw.${name}`)}${own === presetValue(value, name) ? '' : ' *'}`,
          value: String(own), testid: `switch-${name}`, hint: t(`sw.${name}Help`),
          options: values.map((entry) => ({ value: String(entry), text: valueText(name, entry) })),
          onChange: (text) => set({ switches: switched(value, name, values.find((entry) => String(entry) === text) ?? own) }),
        }));
      }),
    ]) : star && h('p', { class: 'hint' }, t('sw.where')),
  ]);
}

/**
 * What a room has changed of its preset.
 * @param {{ settings: Settings }} props
 */
export function Differs({ settings }) {
  const changed = NAMES.filter((name) => settings.switches?.[name] !== undefined);
  if (changed.length === 0) return null;
  return h('div', { class: 'panel', 'data-testid': 'differs' }, [
    h('h2', null, t('sw.differs')),
    h('ul', { class: 'differs' }, changed.map((name) =>
      h('li', { key: name, title: t(`sw.${name}Help`) }, `${t(`sw.${name}`)}${t('sw.colon')}${valueText(name, valueOf(settings, name))}`))),
  ]);
}
