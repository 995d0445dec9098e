// The move list of a game, from its beginning.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef, useState } from '../../vendor/hooks.js';
import { eventsSoFar } from '../api.js';
import { noteOf } from '../draughts.js';
import { routeText } from '../draughtswords.js';
import { familyIn } from '../family.js';
import { moveOf } from '../fold-draughts.js';
import { t } from '../i18n.js';
import { Bead } from '../ui/parts.js';
import { eventText, nameIn, wayText } from '../words.js';

/** @typedef {import('../frames.js').EventFrame} EventFrame */

/** What of a game is listed. */
const LISTED = new Set([
  'moved', 'passed', 'turn_expired', 'turn_skipped', 'finished', 'out', 'draw_offered', 'draw_declined', 'resumed',
  'item_used', 'item_expired', 'resign_proposed', 'resign_agreed', 'resign_declined', 'play_on_asked', 'play_on_answered',
]);

/** @param {EventFrame} frame */
export const listed = (frame) => LISTED.has(frame.type ?? '');

/**
 * Two runs of a game's events as one, by number.
 * @param {readonly EventFrame[]} one
 * @param {readonly EventFrame[]} other
 */
function joined(one, other) {
  const bySeq = new Map([...one, ...other].map((frame) => [frame.seq, frame]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/**
 * The listed events of a room's game, from its beginning: those that were missed are asked for.
 * @param {import('../room.js').Room} room
 * @param {string | undefined} game
 * @param {number} snaps How many snapshots came: behind each of them events may be missing.
 */
export function useLog(room, game, snaps) {
  const [log, setLog] = useState(/** @type {readonly EventFrame[]} */ ([]));
  useEffect(() => {
    setLog([]);
    if (!game) return undefined;
    return room.listen((_before, after, frame) => {
      if (after.state.game?.id === game && listed(frame)) setLog((list) => joined(list, [frame]));
    });
  }, [room, game]);
  useEffect(() => {
    const until = room.view.get().model?.seq ?? 0;
    if (!game || until === 0) return undefined;
    let over = false;
    eventsSoFar(room.id, game, until).then((events) => {
      if (!over) setLog((list) => joined(list, events.filter(listed)));
    }).catch(() => {
      // Then the list begins with what this page has seen.
    });
    return () => {
      over = true;
    };
  }, [room, game, snaps]);
  return log;
}

/**
 * A move of the list: in draughts as it is written, with words for those who listen.
 * @param {Extract<EventFrame, { type: 'moved' }>} frame
 */
function wayOf(frame) {
  const move = moveOf(frame);
  if (!move) return h('span', { class: 'way' }, wayText(frame.d.path));
  return h('span', { class: 'way' }, [
    h('span', { 'aria-hidden': 'true' }, noteOf(move)), h('span', { class: 'sr-only' }, routeText(move)),
  ]);
}

/**
 * The move list; in a replay each line leads to its position.
 * @param {{ game: import('../protocol.js').GameView, log: readonly EventFrame[], current?: number | undefined, onPick?: ((seq: number) => void) | undefined }} props
 */
export function MoveList({ game, log, current, onPick }) {
  const end = useRef(/** @type {HTMLOListElement | null} */ (null));
  const follows = useRef(true);
  useEffect(() => {
    const list = end.current;
    if (list && !onPick && follows.current) list.scrollTop = list.scrollHeight;
  }, [log.length]);
  // Whoever scrolls up stays there; growing is no scrolling.
  const onScroll = () => {
    const list = end.current;
    follows.current = !list || list.scrollHeight - list.scrollTop - list.clientHeight < 120;
  };
  useEffect(() => {
    // Only the list scrolls, never the page.
    const list = end.current;
    const line = list?.querySelector('[aria-current]')?.closest('li');
    if (!list || !line) return;
    const top = line.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + line.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + line.offsetHeight - list.clientHeight;
  }, [current]);
  let moves = 0;
  return h('section', { class: 'panel move-list', 'aria-labelledby': 'moves' }, [
    h('h2', { id: 'moves' }, t('g.history')),
    log.length === 0 && h('p', { class: 'hint' }, t('g.noHistory')),
    h('ol', { ref: end, onScroll, tabIndex: log.length ? 0 : undefined, 'aria-labelledby': 'moves' }, log.map((frame) => {
      if (frame.type === 'moved') moves += 1;
      const fact = frame.type !== 'moved';
      const inner = frame.type !== 'moved' ? eventText(game, frame) : [
        h('span', { class: 'no' }, moves),
        h(Bead, { seat: frame.d.seat, family: familyIn(game) }),
        h('span', { class: 'sr-only' }, h('bdi', null, nameIn(game, frame.d.seat))),
        wayOf(frame),
      ];
      return h('li', { key: frame.seq, class: fact ? 'fact' : undefined }, onPick ? h('button', {
        type: 'button', class: 'line', 'data-seq': frame.seq, onClick: () => onPick(frame.seq),
        'aria-current': frame.seq === current ? 'step' : undefined,
      }, inner) : inner);
    })),
  ]);
}
