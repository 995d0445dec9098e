// The move list of the games seen by this page; kept over a reload of the tab.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef, useState } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { Bead } from '../ui/parts.js';
import { eventText, nameIn, wayText } from '../words.js';

/** @typedef {import('../protocol.js').EventFrame} EventFrame */

/** What of a game is listed. */
const LISTED = new Set([
  'moved', 'passed', 'turn_expired', 'turn_skipped', 'finished', 'out', 'draw_offered', 'draw_declined', 'resumed',
]);

/** @param {string} game */
const keyOf = (game) => `tiaoqi.log.${game}`;

/** @param {string} game @returns {EventFrame[]} */
function stored(game) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(game)) ?? '[]');
  } catch {
    return [];
  }
}

/**
 * The listed events of a room's game.
 * @param {import('../room.js').Room} room
 * @param {string | undefined} game
 */
export function useLog(room, game) {
  const [log, setLog] = useState(/** @type {EventFrame[]} */ ([]));
  useEffect(() => {
    if (!game) return undefined;
    let list = stored(game);
    setLog(list);
    return room.listen((_before, after, frame) => {
      if (after.state.game?.id !== game || !LISTED.has(frame.type ?? '')) return;
      if ((list.at(-1)?.seq ?? 0) >= frame.seq) return;
      const { seq, at, type, d } = frame;
      list = [...list, /** @type {EventFrame} */ ({ seq, at, type, d })];
      setLog(list);
      try {
        sessionStorage.setItem(keyOf(game), JSON.stringify(list));
      } catch {
        // Then a reload forgets the list.
      }
    });
  }, [room, game]);
  return log;
}

/**
 * The move list.
 * @param {{ game: import('../protocol.js').GameView, log: readonly EventFrame[] }} props
 */
export function MoveList({ game, log }) {
  const end = useRef(/** @type {HTMLOListElement | null} */ (null));
  useEffect(() => {
    const list = end.current;
    if (list && list.scrollHeight - list.scrollTop - list.clientHeight < 120) list.scrollTop = list.scrollHeight;
  }, [log.length]);
  let moves = 0;
  return h('section', { class: 'panel move-list', 'aria-labelledby': 'moves' }, [
    h('h2', { id: 'moves' }, t('g.history')),
    log.length === 0 && h('p', { class: 'hint' }, t('g.noHistory')),
    h('ol', { ref: end, tabIndex: log.length ? 0 : undefined, 'aria-labelledby': 'moves' }, log.map((frame) => {
      if (frame.type !== 'moved') return h('li', { key: frame.seq, class: 'fact' }, eventText(game, frame));
      moves += 1;
      const { seat, path } = frame.d;
      return h('li', { key: frame.seq }, [
        h('span', { class: 'no' }, moves),
        h(Bead, { seat }),
        h('span', { class: 'sr-only' }, h('bdi', null, nameIn(game, seat))),
        h('span', { class: 'way' }, wayText(path)),
      ]);
    })),
  ]);
}
