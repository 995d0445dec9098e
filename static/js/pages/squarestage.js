// The draughts board mounted in a page.
import { h } from '../../vendor/preact.js';
import { createDraughtsBoard } from '../board/draughts.js';
import { squareText } from '../draughtswords.js';
import { t } from '../i18n.js';
import { Stage } from './stage.js';

/**
 * @typedef {object} SquareStageProps
 * @property {ReadonlyMap<number, number>} pieces Kinds by square, what is under way included.
 * @property {number} turns
 * @property {boolean} coords Whether squares bear their numbers.
 * @property {ReturnType<typeof import('./routes.js').useRoutes>} [routes] The hand; a picture has none.
 * @property {Pick<import('../draughts.js').DraughtsMove, 'taken' | 'route'> | null} last
 * @property {number | null} [pending] The square of a piece that is not yet confirmed.
 * @property {import('../board/cells.js').Motion | null} [motion]
 * @property {number} [hopMs]
 * @property {import('../board/keys.js').KeyHooks['ask']} [ask]
 */

/**
 * The board.
 * @param {SquareStageProps} props
 */
export function SquareStage({ pieces, turns, coords, routes, last, pending = null, motion = null, hopMs = 0, ask }) {
  return h(Stage, {
    make: createDraughtsBoard, marbles: pieces, seats: [0, 1], turns, style: 'plain', coords, pending, motion, hopMs,
    preview: !routes,
    label: t('board.draughts'),
    cellLabel: (square) => routes?.label(square, pieces.get(square)) ?? squareText(square, pieces.get(square), null),
    marks: { ...routes?.marks, ...(last ? { last: last.route, lastTaken: last.taken } : {}) },
    ...(routes ? { hooks: { ...routes, ask: ask ?? (() => undefined) } } : {}),
  });
}
