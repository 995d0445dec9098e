// Moving from lists: the same moves as on the board, with plain form controls.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { holeName, wayText } from '../words.js';
import { Button, choice } from '../ui/parts.js';

/**
 * The panel.
 * @param {{ legal: readonly import('../protocol.js').LegalMove[], onPlay: (from: number, to: number, path: number[]) => void }} props
 */
export function ListInput({ legal, onPlay }) {
  const froms = [...new Set(legal.map((move) => move.from))].sort((a, b) => a - b);
  const [from, setFrom] = useState(-1);
  const [to, setTo] = useState(-1);
  useEffect(() => {
    setFrom(-1);
    setTo(-1);
  }, [legal]);
  const ends = legal.filter((move) => move.from === from).sort((a, b) => a.to - b.to);
  const chosen = ends.find((move) => move.to === to);
  return h('details', { class: 'panel list-input', open: true }, [
    h('summary', null, t('g.moveListInput')),
    h('form', {
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (chosen) onPlay(chosen.from, chosen.to, chosen.path);
      },
    }, [
      choice({
        label: t('g.pickPiece'), value: from, testid: 'list-from', disabled: !froms.length,
        options: [{ value: -1, text: '—' }, ...froms.map((hole) => ({ value: hole, text: holeName(hole) }))],
        onChange: (/** @type {number} */ hole) => {
          setFrom(hole);
          setTo(-1);
        },
      }),
      choice({
        label: t('g.pickDest'), value: to, testid: 'list-to', disabled: !ends.length,
        options: [{ value: -1, text: '—' }, ...ends.map((move) => ({ value: move.to, text: move.path.length > 2 ? `${holeName(move.to)}${t('say.stop')}${wayText(move.path)}` : holeName(move.to) }))],
        onChange: setTo,
      }),
      h(Button, { kind: 'primary', type: 'submit', testid: 'list-go', disabled: !chosen }, t('g.listGo')),
    ]),
    !froms.length && h('p', { class: 'hint' }, t('g.listWait')),
  ]);
}
