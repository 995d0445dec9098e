// What a seat's points are made of, in numbers and in words (RULES.md section 8).
import { h } from '../../vendor/preact.js';
import { drewIn, familyIn, isDraw } from '../family.js';
import { takenOf } from '../fold-draughts.js';
import { signed, t } from '../i18n.js';
import { levelOf } from '../levels.js';
import { armyOf } from '../words.js';

/**
 * @typedef {import('../protocol.js').GameView} GameView
 * @typedef {import('../protocol.js').SeatScore} SeatScore
 * @typedef {import('../protocol.js').Settings} Settings
 */

/** What the places of a game without teams bring, by the count of seats. @type {Readonly<Record<number, readonly number[]>>} */
const TABLES = { 3: [30, 15, -15], 4: [35, 25, 15, -15], 6: [45, 35, 25, 15, -15, -25] };

/** The rounds before which nobody gains, by what made the place final. */
const EARLY = { out: 11, short: 18, long: 10 };

/** Up to this level encouragement is doubled. */
const DOUBLED = 5;

/** Ways out that are a desertion. */
const DESERTED = new Set(['left', 'stalled', 'timed_out']);

/** @param {GameView} game @param {number} seat */
const outOf = (game, seat) => game.turn.seats.find((entry) => entry.seat === seat)?.out ?? null;

/** @param {GameView} game @param {number} seat */
const deserted = (game, seat) => DESERTED.has(outOf(game, seat) ?? '');

/**
 * What a seat's points are made of.
 * @param {{ score: SeatScore, game: GameView, settings: Settings }} props
 */
export function Sum({ score, game, settings }) {
  return h('div', null, [
    h('dl', null, partLines(score).flatMap(([term, value]) => [h('dt', null, term), h('dd', null, value)])),
    h('ul', { class: 'formula' }, explain(score, game, settings).map((text) => h('li', { key: text }, text))),
    h('p', { class: 'hint' }, t('res.beforeAfter', { before: score.before, after: score.after, title: t(`rank.${levelOf(score.after)}`) })),
  ]);
}

/**
 * The parts that are not nothing, with the sum.
 * @param {SeatScore} score
 * @returns {[string, string][]}
 */
function partLines(score) {
  /** @type {[string, string][]} */
  const lines = [];
  for (const [part, value] of Object.entries(score.parts)) {
    if (typeof value !== 'number' || (value === 0 && part !== 'placing')) continue;
    lines.push([t(`part.${part}`), signed(value)]);
  }
  lines.push([t('part.total'), signed(score.points)]);
  return lines;
}

/**
 * How the points come about, in words: a sentence for each part.
 * @param {SeatScore} score
 * @param {GameView} game
 * @param {Settings} settings What the game was played with.
 */
export const explain = (score, game, settings) => [
  placingText(score, game),
  sharedText(score, game),
  encouragementText(score, game),
  capText(score, game, settings),
  farmText(score, game),
].filter(Boolean);

/** @param {SeatScore} score @param {GameView} game */
function placingText(score, game) {
  if (deserted(game, score.seat)) return t('formula.left');
  if (drewIn(game, score.seat)) return t(familyIn(game) === 'draughts' ? 'formula.drawTwo' : 'formula.draw');
  const team = game.turn.teams?.find((entry) => entry.seats.includes(score.seat));
  if (team) {
    const borne = score.place > 1 && team.seats.some((seat) => deserted(game, seat));
    return t(borne ? 'formula.mates' : `formula.team${game.players.length / 2}`);
  }
  if (game.players.length > 2) return t(`formula.free${game.players.length}`);
  const other = game.scores.find((entry) => entry.seat !== score.seat);
  const own = levelOf(score.before);
  const rival = levelOf(other?.before ?? 0);
  return score.place === 1
    ? t('formula.win', { own, rival, n: Math.max(25 - (own - rival), 10) })
    : t('formula.loss', { own, rival, n: 25 + (own - rival) });
}

/** The mean of the places that several share. @param {SeatScore} score @param {GameView} game */
function sharedText({ seat, place }, game) {
  const count = game.scores.filter((entry) => entry.place === place).length;
  const covered = game.turn.teams?.length ? [] : TABLES[game.players.length]?.slice(place - 1, place - 1 + count) ?? [];
  if (covered.length < 2 || deserted(game, seat) || drewIn(game, seat)) return '';
  const mean = Math.trunc(covered.reduce((sum, points) => sum + points, 0) / count);
  return t('formula.shared', { count, from: place, to: place + count - 1, list: covered.map(signed).join(t('say.comma')), mean: signed(mean) });
}

/** @param {SeatScore} score @param {GameView} game */
function encouragementText({ seat, before, in_camp: n, parts }, game) {
  if (parts.encouragement <= 0) return '';
  if (familyIn(game) === 'draughts') return t('formula.taken', { n: takenOf(game, seat) });
  return t(levelOf(before) <= DOUBLED ? 'formula.campTwice' : 'formula.camp', { n });
}

/**
 * Which of the caps it was: only the protection raises a total, and only who resigned has one of
 * another kind than the one against games that end too early.
 * @param {SeatScore} score
 * @param {GameView} game
 * @param {Settings} settings
 */
function capText(score, game, settings) {
  const { cap } = score.parts;
  if (cap === 0) return '';
  if (cap > 0) return t('formula.capFacing');
  if (outOf(game, score.seat) === 'resigned') return t('formula.capResigned');
  if (familyIn(game) === 'draughts') return t('formula.capMoves');
  return t('formula.capEarly', { n: earlyLimit(score, game, settings), round: score.round });
}

/**
 * The round before which this seat could not gain. What made its place final is its own finish or
 * its own going out; for one that still played, the last of those of the others, or its team's win.
 * @param {SeatScore} score
 * @param {GameView} game
 * @param {Settings} settings
 */
function earlyLimit({ seat, round, in_camp: inCamp }, game, { preset, switches }) {
  const full = armyOf(game);
  const drawn = game.ended !== null && isDraw(game.ended);
  const own = outOf(game, seat);
  const byOut = own !== null || (inCamp < full && !drawn && game.scores.some((other) => outOf(game, other.seat) && other.round === round)
    && !game.scores.some((other) => !outOf(game, other.seat) && other.in_camp >= full && other.round === round));
  if (byOut && round < EARLY.out) return EARLY.out;
  // A later round than the limit of long hops can only be too early with short ones.
  const long = (switches?.hop ?? (preset === 'qq_long' ? 'long' : 'short')) === 'long';
  return long && round < EARLY.long ? EARLY.long : EARLY.short;
}

/** The factor for repeated games: half a gain leaves something to somebody. @param {SeatScore} score @param {GameView} game */
function farmText({ parts }, game) {
  if (parts.farm === 0) return '';
  return t(game.scores.some((entry) => entry.parts.farm < 0 && entry.points > 0) ? 'formula.farmHalf' : 'formula.farmNone');
}
