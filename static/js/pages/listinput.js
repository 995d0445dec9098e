// Moving from lists: the same moves as on the board, with plain form controls.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { holeName, wayText } from '../words.js';
import { Button, choice } from '../ui/parts.js';

/**
 * @template {{ from: number, to: number }} M
 * @typedef {{ legal: readonly M[], pieceText: (hole: number) => string, endText: (move: M) => string, keyOf: (move: M) => string | number, onPlay: (move: M) => void }} ListProps
 */

/** For lists: a star move by its end and its way. @param {import('../protocol.js').LegalMove} move */
export const starEnd = ({ to, path }) =>
  (path.length > 2 ? `${holeName(to)}${t('say.stop')}${wayText(path)}` : holeName(to));

/**
 * The panel, for the moves of either family.
 * @template {{ from: number, to: number }} M
 * @param {ListProps<M>} props
 */
export const listInput = (props) => h(ListInput, /** @type {ListProps<any>} */ (/** @type {unknown} */ (props)));

/** @param {ListProps<any>} props */
function ListInput({ legal, pieceText, endText, keyOf, onPlay }) {
  const froms = [...new Set(legal.map((move) => move.from))].sort((a, b) => a - b);
  const none = { legal, from: -1, end: /** @type {string | number} */ (-1) };
  const [picked, setPicked] = useState(none);
  // What was picked counts for the moves it was picked from, and not one frame longer.
  const { from, end } = picked.legal === legal ? picked : none;
  const ends = legal.filter((move) => move.from === from).sort((a, b) => a.to - b.to);
  const chosen = ends.find((move) => keyOf(move) === end);
  return h('details', { class: 'panel list-input', open: true }, [
    h('summary', null, t('g.moveListInput')),
    h('form', {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (chosen) onPlay(chosen);
      },
    }, [
      choice({
        label: t('g.pickPiece'), value: from, testid: 'list-from', disabled: !froms.length,
        options: [{ value: -1, text: '—' }, ...froms.map((hole) => ({ value: hole, text: pieceText(hole) }))],
        onChange: (/** @type {number} */ hole) => setPicked({ ...none, from: hole }),
      }),
      choice({
        label: t('g.pickDest'), value: end, testid: 'list-to', disabled: !ends.length,
        options: [{ value: -1, text: '—' }, ...ends.map((move) => ({ value: keyOf(move), text: endText(move) }))],
        onChange: (/** @type {string | number} */ way) => setPicked({ legal, from, end: way }),
      }),
      h(Button, { kind: 'primary', type: 'submit', testid: 'list-go', disabled: !chosen }, t('g.listGo')),
    ]),
    !froms.length && h('p', { class: 'hint' }, t('g.listWait')),
  ]);
}
