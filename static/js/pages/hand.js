// The marble in hand: the input automaton bound to a room's legal moves.
import { useEffect, useMemo, useState } from '../../vendor/hooks.js';
import { alertNow, announce } from '../a11y.js';
import { IDLE, input, keep, marksOf } from '../board/input.js';
import { t } from '../i18n.js';
import { holeName } from '../words.js';

/**
 * @typedef {import('../board/input.js').InputState} InputState
 * @typedef {import('../board/input.js').InputEvent} InputEvent
 */

/**
 * The hand of the seat on turn.
 * @param {object} options
 * @param {readonly import('../protocol.js').LegalMove[]} options.legal Empty when one may not act.
 * @param {ReadonlySet<number>} options.own
 * @param {boolean} options.hops
 * @param {boolean} options.confirm
 * @param {(from: number, to: number, path: number[]) => void} options.send
 */
export function useHand({ legal, own, hops, confirm, send }) {
  const [raw, setHand] = useState(/** @type {InputState} */ (IDLE));
  const hand = useMemo(() => keepPath(raw, legal), [raw, legal]);
  useEffect(() => {
    if (hand !== raw) setHand(hand);
  }, [hand]);

  /** @param {InputEvent} event */
  function act(event) {
    if (!legal.length) return;
    const result = input(hand, event, { legal, own, hops, confirm });
    setHand(result.state);
    const at = result.state.path.at(-1);
    const { effect } = result;
    if (effect?.type === 'send') send(effect.from, effect.to, effect.path);
    else if (effect?.type === 'notice') alertNow(t(NOTICES[effect.what]));
    else if (at !== undefined && result.state !== hand) {
      const n = marksOf(result.state, legal).ends.size;
      announce(result.state.path.length > 1
        ? t('say.partial', { hole: holeName(at) })
        : t('say.selected', { hole: holeName(at), n }));
    } else if (at === undefined && hand.path.length) announce(t('say.putDown'));
    setNotice(effect?.type === 'notice' ? effect.what : null);
  }

  const [notice, setNotice] = useState(/** @type {keyof typeof NOTICES | null} */ (null));
  useEffect(() => setNotice(null), [legal]);

  return {
    hand,
    notice: notice ? t(NOTICES[notice]) : '',
    act,
    /** @param {number} hole */
    tap: (hole) => act({ type: 'tap', hole }),
    clear: () => act({ type: 'clear' }),
    back: () => act({ type: 'back' }),
    confirm: () => act({ type: 'confirm' }),
  };
}

const NOTICES = /** @type {const} */ ({
  illegal: 'g.illegal',
  no_moves: 'g.noMoves',
  not_own: 'g.notOwn',
});

/**
 * @param {InputState} state
 * @param {readonly import('../protocol.js').LegalMove[]} legal
 */
function keepPath(state, legal) {
  const from = state.path[0];
  if (from !== undefined && legal.some((move) => move.from === from)) return state;
  return keep(state, legal);
}
