// What a room may change of its rule set: teams, items, and every switch with what it does.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { seatsOf } from '../family.js';
import { hasWords, t } from '../i18n.js';
import { choice, Switch } from '../ui/parts.js';
import { sideOf } from '../words.js';

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

/** The switches that are not as the preset has them. @param {Settings} settings */
const differing = (settings) => NAMES.filter((name) => valueOf(settings, name) !== presetValue(settings, name));

/** How many marbles a side has. @param {Settings} settings */
const armyIn = (settings) => settings.switches?.army ?? 10;

/**
 * The lists of checkpoints that have a name.
 * @param {Settings} settings
 * @returns {Readonly<Record<string, import('../protocol.js').Checkpoints>>}
 */
const lists = (settings) => ({
  off: [],
  all: [{ turn: settings.preset === 'turns' ? 30 : 3 * armyIn(settings), away: armyIn(settings) }],
  steps: [{ turn: 20, away: 5 }, { turn: 25, away: 8 }, { turn: 30, away: 10 }],
});

/** @param {import('../protocol.js').Checkpoints} list */
const keyOf = (list) => list.map(({ turn, away }) => `${turn}:${away}`).join();

/** @param {Settings} settings @param {import('../protocol.js').Checkpoints} list */
const listName = (settings, list) => Object.entries(lists(settings)).find(([, named]) => keyOf(named) === keyOf(list))?.[0] ?? 'own';

/**
 * The value of a switch.
 * @param {Settings} settings
 * @param {Name} name
 * @returns {string | number | boolean}
 */
export function valueOf(settings, name) {
  const value = settings.switches?.[name];
  if (value === undefined) return presetValue(settings, name);
  return typeof value === 'object' ? listName(settings, value) : value;
}

/**
 * The settings with a switch at another value; the preset's own values are left out. Where all
 * marbles have to be away in time, that stays so with another count of marbles.
 * @param {Settings} settings
 * @param {Name} name
 * @param {string | number | boolean} value
 * @returns {import('../protocol.js').Switches}
 */
export function switched(settings, name, value) {
  /** @type {import('../protocol.js').Switches} */
  const old = settings.switches ?? {};
  const { [name]: _old, ...rest } = old;
  /** @type {import('../protocol.js').Switches} */
  const next = value === presetValue(settings, name) ? rest
    : name === 'checkpoints' ? { ...rest, checkpoints: lists(settings)[String(value)] ?? old.checkpoints ?? [] }
      : { ...rest, [name]: value };
  if (name !== 'army' || !old.checkpoints || valueOf(settings, 'checkpoints') !== 'all') return next;
  return { ...next, checkpoints: lists({ ...settings, switches: next })['all'] ?? [] };
}

/**
 * Whether the server refuses a value beside the rest of the settings (RULES.md section 7).
 * @param {Settings} settings
 * @param {Name} name
 * @param {string | number | boolean} value
 */
function refused(settings, name, value) {
  if (name === 'army') return !(ARMIES[Number(value)] ?? [settings.players]).includes(settings.players);
  return (settings.teams && ['ask', 'turns', 'occupied_counts', 'swap'].includes(String(value)))
    || (value === 'first_winner' && valueOf(settings, 'rank_by') === 'turns')
    || (value === 'turns' && valueOf(settings, 'end') === 'first_winner');
}

/**
 * The settings without switches that are refused beside the rest of them.
 * @param {Settings} settings
 * @returns {Settings}
 */
export const fitting = (settings) => NAMES.filter((name) => refused(settings, name, valueOf(settings, name)))
  .reduce((next, name) => ({ ...next, switches: switched(next, name, presetValue(next, name)) }), settings);

/**
 * What a switch is at; a list of checkpoints without a name by what it asks for.
 * @param {Settings} settings
 * @param {Name} name
 * @param {string | number | boolean} value
 */
function valueText(settings, name, value) {
  if (name === 'army') return String(value);
  if (value !== 'own') return t(`sv.${name}.${value}`);
  return (settings.switches?.checkpoints ?? lists(settings)['all'] ?? []).map((checkpoint) => t('sw.checkpoint', checkpoint)).join(t('say.comma'));
}

/**
 * What a switch does; in some cases, what its value does.
 * @param {Name} name
 * @param {string | number | boolean} value
 */
function helpText(name, value) {
  const own = `sv.${name}.${value}Help`;
  return t(hasWords(own) ? own : `sw.${name}Help`);
}

/** Drawn by lot who starts: no seat at all. */
const DRAWN = -1;

/**
 * Who starts: drawn by lot, or a seat.
 * @param {Settings} value
 * @param {(part: Partial<Settings>) => void} set
 */
const firstChoice = (value, set) => choice({
  label: t('first.title'), value: value.first ?? DRAWN, testid: 'first',
  options: [{ value: DRAWN, text: t('first.drawn') }, ...seatsOf(value).map((seat) => ({ value: seat, text: `${seat + 1} ${sideOf(seat)}` }))],
  onChange: (first) => set({ first }),
});

/**
 * Who starts, teams, items and the switches, as part of a room's form.
 * @param {{ value: Settings, set: (part: Partial<Settings>) => void }} props
 */
export function Extras({ value, set }) {
  const changed = differing(value).length;
  // Decided once: nothing opens or closes under the hand.
  const [open] = useState(changed > 0);
  const online = value.preset === 'qq' || value.preset === 'qq_long';
  const star = online || value.preset === 'classic' || value.preset === 'turns';
  if (!star) return null;
  return h('div', { class: 'extras' }, [
    !value.rated && firstChoice(value, set),
    online && (value.players === 4 || value.players === 6) && h(Switch, {
      label: t('sw.teams', { n: value.players / 2 }), checked: value.teams ?? false, testid: 'teams', hint: t('sw.teamsHelp'),
      onChange: (teams) => set({ teams }),
    }),
    online && h(Switch, {
      label: t('sw.items'), checked: value.items ?? false, testid: 'items-on', hint: t('sw.itemsHelp'), onChange: (items) => set({ items }),
    }),
    value.private && !value.rated ? h('details', { class: 'switches', open }, [
      h('summary', { 'data-testid': 'rules-more' }, `${t('sw.more')}${changed ? ` (${changed})` : ''}`),
      NAMES.map((name) => {
        const own = valueOf(value, name);
        const values = [.../** @type {readonly (string | number | boolean)[]} */ (VALUES[name]), ...(own === 'own' ? [own] : [])]
          .filter((entry) => entry === own || !refused(value, name, entry));
        return h('div', { key: name }, choice({
          label: `${t(`sw.${name}`)}${own === presetValue(value, name) ? '' : ' *'}`,
          value: String(own), testid: `switch-${name}`, hint: helpText(name, own),
          options: values.map((entry) => ({ value: String(entry), text: valueText(value, name, entry) })),
          onChange: (text) => set({ switches: switched(value, name, values.find((entry) => String(entry) === text) ?? own) }),
        }));
      }),
    ]) : star && h('p', { class: 'hint' }, t('sw.where')),
  ]);
}

/**
 * Switches with what they are at and what they do.
 * @param {Settings} settings
 * @param {readonly Name[]} names
 * @param {readonly Name[]} [marked] Those to be marked as changed.
 */
const listed = (settings, names, marked = []) => h('ul', { class: 'differs' }, names.map((name) => {
  const value = valueOf(settings, name);
  return h('li', { key: name }, [
    `${t(`sw.${name}`)}${t('sw.colon')}${valueText(settings, name, value === 'all' ? 'own' : value)}`,
    marked.includes(name) && [' ', h('span', { class: 'badge warn' }, t('sw.changed'))],
    h('small', null, helpText(name, value)),
  ]);
}));

/**
 * What a room has changed of its preset, and what each of that means.
 * @param {{ settings: Settings }} props
 */
export function Differs({ settings }) {
  const changed = differing(settings);
  if (changed.length === 0) return null;
  return h('div', { class: 'panel', 'data-testid': 'differs' }, [h('h2', null, t('sw.differs')), listed(settings, changed)]);
}

/**
 * The whole rule set of a room, for everybody to read.
 * @param {{ settings: Settings }} props
 */
export const AllRules = ({ settings }) => h('details', { class: 'panel switches', 'data-testid': 'all-rules' }, [
  h('summary', null, t('sw.all')),
  listed(settings, NAMES, differing(settings)),
]);
