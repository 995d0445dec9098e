// Sentences about a game, for the page and for screen readers alike.
import { isStep } from './board/input.js';
import { campOf, nameOf } from './board/geometry.js';
import { clockText, leftOf } from './clock.js';
import { routeText } from './draughtswords.js';
import { colourKey, drewIn, familyIn, familyOf } from './family.js';
import { lastTaken, moveOf } from './fold-draughts.js';
import { t } from './i18n.js';
import { shownName } from './names.js';

/** @typedef {import('./protocol.js').GameView} GameView */

/** A seat's colour, as a word. @param {number} seat @param {import('./family.js').Family} [family] */
export const colourOf = (seat, family = 'star') => t(colourKey(family, seat));

/** A seat's side: 紅方. @param {number} seat @param {import('./family.js').Family} [family] */
export const sideOf = (seat, family) => t('term.side', { color: colourOf(seat, family) });

/** A hole as people read it. @param {number} hole */
export const holeName = (hole) => nameOf(hole).toUpperCase();

/** Whether one person plays all seats: only their colours tell them apart. @param {GameView} game */
const isLocal = ({ players: [one, ...others] }) => one?.user && others.length > 0 && others.every(({ user }) => user === one.user);

/**
 * A player's name.
 * @param {GameView} game
 * @param {number} seat
 */
export function nameIn(game, seat) {
  const player = game.players.find((entry) => entry.seat === seat);
  return player && !isLocal(game) ? shownName(player) : sideOf(seat, familyIn(game));
}

/**
 * A player with the colour: 小明（紅）.
 * @param {GameView} game
 * @param {number} seat
 * @param {string} [form] The words to put them in.
 */
export const whoOf = (game, seat, form = 'term.who') => {
  const name = nameIn(game, seat);
  return isLocal(game) ? name : t(form, { name, color: colourOf(seat, familyIn(game)) });
};

/** What whoever is on turn is told. @param {GameView} game */
export const yourTurn = (game) =>
  (isLocal(game) && game.turn.seat !== null ? t('g.turnOf', { name: nameIn(game, game.turn.seat) }) : t('g.yourTurn'));

/**
 * A move without who made it.
 * @param {readonly number[]} path
 */
export function wayText(path) {
  const from = holeName(path[0] ?? 0);
  const to = holeName(path.at(-1) ?? 0);
  if (isStep(path)) return t('say.step', { from, to });
  const n = path.length - 1;
  if (n === 1) return t('say.hop', { from, to });
  const via = path.slice(1, -1).map(holeName).join(t('say.comma'));
  return t('say.chain', { from, to, via, n });
}

/**
 * The last move, as it is said; of either family.
 * @param {GameView} game
 */
export function lastText(game) {
  if (!game.last) return t('g.noHistory');
  const { seat, path } = game.last;
  const way = familyIn(game) === 'star' ? wayText(path)
    : routeText({ from: path[0] ?? 0, to: path.at(-1) ?? 0, route: path, taken: lastTaken(game) });
  return t('say.moved', { who: whoOf(game, seat), way });
}

/**
 * What an item was used on.
 * @param {import('./protocol.js').ItemUse} use
 */
const targetText = (use) => ('hole' in use ? holeName(use.hole)
  : use.item === 'power_marble' ? holeName(use.from)
    : `${holeName(use.from)} ${use.item === 'swap' ? '↔' : '→'} ${holeName(use.item === 'swap' ? use.with : use.to)}`);

/**
 * How many marbles have left home, and how many must have by when; nothing while that is no question.
 * @param {GameView['turn']['seats'][number]} turn
 */
export const stallText = ({ away, stall }) => (stall ? t('chip.stall', { n: away, need: away + stall.need, r: stall.turn }) : '');

/** How many marbles a side has. @param {GameView} game */
export const armyOf = (game) => Math.max(...Object.values(game.marbles).map((holes) => holes.length), 10);

/**
 * What an event says, or nothing.
 * @param {GameView} game After it.
 * @param {import('./frames.js').EventFrame} frame
 * @returns {string}
 */
export function eventText(game, frame) {
  /** @param {number} seat */
  const who = (seat) => whoOf(game, seat);
  switch (frame.type) {
    case 'moved': {
      const move = moveOf(frame);
      return t('say.moved', { who: who(frame.d.seat), way: move ? routeText(move) : wayText(frame.d.path) });
    }
    case 'passed':
      return t(`say.passed.${frame.d.why}`, { who: who(frame.d.seat) });
    case 'item_used':
      return t('say.usedItem', { who: who(frame.d.seat), item: t(`item.${frame.d.item}`), at: targetText(frame.d) });
    case 'item_expired':
      return t('say.itemGone', { item: t(`item.${frame.d.item}`), hole: holeName(frame.d.hole) });
    case 'resign_proposed':
      return t('say.resignProposed', { who: who(frame.d.seat) });
    case 'resign_agreed':
      return t('say.resignAgreed', { who: who(frame.d.seat) });
    case 'resign_declined':
      return t('say.resignDeclined', { who: who(frame.d.seat) });
    case 'play_on_asked':
      return t('ask.title');
    case 'play_on_answered':
      return t(frame.d.yes ? 'say.playOn' : 'say.playOff', { who: who(frame.d.seat) });
    case 'turn_skipped':
      return t('say.skipped', { who: who(frame.d.seat) });
    case 'turn_expired':
      return t('say.expired', { who: who(frame.d.seat), n: frame.d.count });
    case 'finished':
      return t('say.finished', { who: who(frame.d.seat), n: frame.d.place });
    case 'out':
      return t('say.out', { who: who(frame.d.seat), why: t(`out.${frame.d.why}`) });
    case 'draw_offered':
      return t('g.drawOffered', { name: who(frame.d.seat) });
    case 'draw_agreed':
      return t('say.drawAgreed', { who: who(frame.d.seat) });
    case 'draw_declined':
      return t('say.drawDeclined', { who: who(frame.d.seat) });
    case 'disconnected':
      return t('say.gone', { who: who(frame.d.seat) });
    case 'reconnected':
      return t('say.back', { who: who(frame.d.seat) });
    case 'resumed':
      if (frame.d.why === 'lag') return t('say.lag', { n: frame.d.credit });
      return t('say.resumed', { n: Math.round(frame.d.credit / 1000) });
    default:
      return '';
  }
}

/**
 * The marbles of a game by hole.
 * @param {GameView} game
 * @returns {Map<number, number>}
 */
export function marblesOf(game) {
  /** @type {Map<number, number>} */
  const map = new Map();
  for (const [seat, holes] of Object.entries(game.marbles)) for (const hole of holes) map.set(hole, Number(seat));
  return map;
}

/**
 * A cell's label: where, what stands there, what can be done.
 * @param {number} hole
 * @param {number | undefined} seat
 * @param {'movable' | 'held' | 'end' | 'through' | 'aim' | null} state
 * @param {import('./protocol.js').Thing} [thing] A roadblock or road worker there.
 */
export function cellText(hole, seat, state, thing) {
  const camp = campOf(hole);
  const parts = [holeName(hole)];
  if (seat !== undefined) parts.push(t('cell.marble', { side: sideOf(seat) }));
  else if (thing) parts.push(t(`item.${thing.item}`), t('item.remaining', { n: thing.left }));
  else parts.push(t('cell.empty'));
  if (camp !== null) parts.push(t('cell.camp', { side: sideOf(camp) }));
  if (state) parts.push(t(`cell.${state}`));
  return parts.join(t('say.comma'));
}

/**
 * All clocks, in words.
 * @param {GameView} game
 * @param {import('./protocol.js').ClockView | null} clock
 */
export function clocksText(game, clock) {
  return game.players.flatMap(({ seat }) => {
    const left = leftOf(clock, seat);
    return left === null ? [] : [t('say.clock', { who: whoOf(game, seat), t: clockText(left) })];
  }).join(' ');
}

/** The keys of the rule sets' names. @type {Readonly<Record<string, string>>} */
const RULES = { qq: 'rule.adjacent', qq_long: 'rule.long', fmjd: 'rule.fmjd', plyyard: 'rule.plyyard' };

/**
 * A place in words; of the two sides of draughts, who won.
 * @param {import('./family.js').Family} family
 * @param {number} place
 * @param {boolean} drawn
 */
export const standingText = (family, place, drawn) => (family === 'draughts'
  ? t(drawn ? 'res.draw' : place === 1 ? 'res.win' : 'res.lose')
  : t('g.finished', { n: place }));

/**
 * A seat's place, or that it drew.
 * @param {GameView} game
 * @param {number} seat
 * @param {number} place
 */
export const placeText = (game, seat, place) => (drewIn(game, seat) ? t('res.draw') : standingText(familyIn(game), place, false));

/** A family's name. @param {import('./family.js').Family} family */
export const familyText = (family) => t(family === 'draughts' ? 'game.draughts' : 'game.cc');

/** The families to choose from. */
export const familyOptions = () => /** @type {const} */ (['star', 'draughts']).map((value) => ({ value, text: familyText(value) }));

/** @param {string} preset */
const ruleKey = (preset) => RULES[preset] ?? `preset.${preset}`;

/** A rule set's name. @param {string} preset */
export const ruleText = (preset) => t(ruleKey(preset));

/** A rule set in one sentence. @param {string} preset */
export const ruleHelp = (preset) => t(`${ruleKey(preset)}Help`);

/**
 * Rule sets to choose from.
 * @template {string} P
 * @param {readonly P[]} presets
 */
export const ruleOptions = (presets) => presets.map((value) => ({ value, text: ruleText(value), hint: ruleHelp(value) }));

/** The time control in short. @param {import('./protocol.js').Settings} settings */
export function timeText(settings) {
  const { clock } = settings;
  if (!clock) return t('lobby.perMove', { n: settings.turn_seconds });
  return t('lobby.mainClock', { min: Math.round(clock.main / 6) / 10, inc: clock.increment });
}

/** The preset; of the two that differ in the hop alone, the one whose hop is in force. @param {import('./protocol.js').Settings} settings */
const hopPreset = ({ preset, switches }) => (preset.startsWith('qq') && switches?.hop ? { short: 'qq', long: 'qq_long' }[switches.hop] : preset);

/**
 * The settings in short.
 * @param {import('./protocol.js').Settings} settings
 */
export const settingsText = (settings) => [
  ...(familyOf(settings.preset) === 'draughts' ? [t('game.draughts')] : []),
  ruleText(hopPreset(settings)),
  settings.local ? t('lobby.hotseat') : t('lobby.nPlayers', { n: settings.players }),
  timeText(settings),
  t(settings.rated ? 'lobby.rated' : 'lobby.casual'),
  ...(settings.teams ? [t('lobby.teams', { n: settings.players / 2 })] : []),
  ...(settings.items ? [t('lobby.items')] : []),
  ...(settings.first === undefined ? [] : [t('toss.begins', { who: sideOf(settings.first) })]),
  ...(settings.switches ? [t('lobby.changed')] : []),
].join('\u00a0· ');
