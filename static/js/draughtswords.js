// Sentences about draughts, for the page and for screen readers alike.
import { isKing, seatOf } from './draughts.js';
import { colourKey } from './family.js';
import { t } from './i18n.js';

/**
 * @typedef {import('./draughts.js').DraughtsMove} DraughtsMove
 * @typedef {import('./draughts.js').Must} Must
 */

/** @param {readonly number[]} squares */
const listed = (squares) => squares.join(t('say.comma'));

/** A seat's side: 白方. @param {number} seat */
export const sideName = (seat) => t('term.side', { color: t(colourKey('draughts', seat)) });

/** Why a piece has to capture, in short. */
const WHY = /** @type {const} */ ({
  must_capture: 'term.mustCapture', most_pieces: 'term.maxCapture', king_priority: 'term.kingsFirst',
});

/**
 * What has to be captured, and why, as a prompt.
 * @param {Must} must
 * @param {readonly DraughtsMove[]} legal
 */
export function mustText({ why }, legal) {
  if (why === 'most_pieces') return t('g.mustMax', { n: legal[0]?.taken.length ?? 0 });
  return t(why === 'king_priority' ? 'g.mustKings' : 'g.mustCap');
}

/**
 * A cell's label: 31 白方兵，可走.
 * @param {number} square
 * @param {number | undefined} kind
 * @param {'movable' | 'held' | 'end' | 'through' | 'pick' | 'gone' | 'must' | null} state
 * @param {Must['why']} [why] Of a piece that must capture.
 */
export function squareText(square, kind, state, why) {
  const what = kind === undefined ? t('cell.empty')
    : t(isKing(kind) ? 'cell.king' : 'cell.man', { side: sideName(seatOf(kind)) });
  if (!state) return t('cell.square', { square, what });
  return t('cell.squareState', { square, what, state: t(`cell.${state}`, why ? { why: t(WHY[why]) } : {}) });
}

/**
 * A move without who made it.
 * @param {DraughtsMove & { promoted?: boolean }} move
 */
export function routeText({ from, to, taken, route, promoted }) {
  const via = listed(route.slice(1, -1));
  const list = listed(taken);
  const way = !taken.length ? t('say.step', { from, to })
    : via ? t('say.takesVia', { from, to, via, list }) : t('say.takes', { from, to, list });
  return promoted ? t('say.crowned', { way }) : way;
}

/**
 * What one of several routes with the same ends takes that not all of them do.
 * @param {DraughtsMove} move
 * @param {ReadonlySet<number>} telling
 */
export const choiceText = (move, telling) =>
  t('g.takes', { list: listed(move.taken.filter((square) => telling.has(square))) });

/** For lists: a move by its end and what it takes. @param {DraughtsMove} move */
export const endText = ({ to, taken }) =>
  (taken.length ? `${to}${t('say.stop')}${t('g.takes', { list: listed(taken) })}` : String(to));

/** For lists: what tells a move of a piece from its others. @param {DraughtsMove} move */
export const keyOf = ({ to, taken }) => [to, ...taken].join();

/**
 * A side's squares, as they are said.
 * @param {number} seat
 * @param {ReadonlyMap<number, number>} pieces
 */
export const sideText = (seat, pieces) => t('say.marbles', {
  side: sideName(seat),
  list: listed([...pieces].filter(([, kind]) => seatOf(kind) === seat).map(([square]) => square).sort((a, b) => a - b)),
});

/**
 * Whether a counter toward a draw is shown: a position that stands for the first time is no news,
 * nor are a few moves by kings; the plies of the house variant are counted from the first.
 * @param {import('./protocol.js').DrawCounter} counter
 */
export const isNews = ({ reason, made, limit }) =>
  (reason === 'repetition' ? made > 1 : made > 0 && (reason === 'quiet_plies' || limit <= 32 || made * 4 >= limit));
