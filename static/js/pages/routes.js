// The piece in hand on the draughts board, and the choice where two routes have the same ends.
import { h } from '../../vendor/preact.js';
import { useEffect, useMemo, useState } from '../../vendor/hooks.js';
import { alertNow, announce } from '../a11y.js';
import { IDLE, choices, input, keep, marksOf, telling } from '../board/routes.js';
import { choiceText, mustText, squareText } from '../draughtswords.js';
import { t } from '../i18n.js';
import { Button } from '../ui/parts.js';

/**
 * @typedef {import('../draughts.js').DraughtsMove} DraughtsMove
 * @typedef {import('../draughts.js').Must} Must
 */

/**
 * The hand of the seat on turn.
 * @param {object} options
 * @param {readonly DraughtsMove[]} options.legal Empty when one may not act.
 * @param {Must | null} options.must
 * @param {ReadonlySet<number>} options.own
 * @param {boolean} options.hops
 * @param {boolean} options.confirm
 * @param {boolean} options.dests Whether ends and landings are marked.
 * @param {(move: DraughtsMove) => void} options.send
 */
export function useRoutes({ legal, must, own, hops, confirm, dests, send }) {
  const [raw, setHand] = useState(/** @type {import('../board/routes.js').RouteState} */ (IDLE));
  const [notice, setNotice] = useState('');
  const hand = useMemo(() => keep(raw, legal), [raw, legal]);
  const shown = useMemo(() => marksOf(hand, legal), [hand, legal]);
  useEffect(() => setNotice(''), [legal]);

  /** @param {import('../board/routes.js').RouteInput} event */
  function act(event) {
    if (!legal.length) return;
    const { state, effect } = input(hand, event, { legal, own, hops, confirm });
    setHand(state);
    setNotice('');
    if (effect?.type === 'send') send(effect.move);
    else if (effect) {
      const text = effect.what === 'illegal' ? t('g.illegal')
        : effect.what === 'not_own' ? t('g.notOwn') : must ? mustText(must, legal) : t('g.noMoves');
      setNotice(text);
      alertNow(text);
    } else if (state.from === null) announce(hand.from === null ? '' : t('say.putDown'));
    else if (state !== hand) {
      const marks = marksOf(state, legal);
      const hole = marks.held.at(-1) ?? state.from;
      const several = choices(state, legal).length;
      announce(several ? t('g.chooseRoute', { n: several }) : state.done ? t('g.confirmMove')
        : state.via.length ? t('say.partial', { hole }) : t('say.selected', { hole, n: marks.ends.size }));
    }
  }

  const movable = useMemo(() => new Set(legal.map((move) => move.from)), [legal]);
  const idle = hand.from === null;
  const options = choices(hand, legal);
  /** Marks for the board. @type {import('../board/cells.js').Marks} */
  const marks = {
    movable,
    ...(must && legal.length ? { must: new Set(must.squares) } : {}),
    ...(idle ? {} : { held: shown.held, gone: shown.gone, picks: shown.picks }),
    ...(idle || !dests ? {} : { ends: shown.ends, through: shown.through }),
  };

  return {
    hand,
    marks,
    notice,
    /** Moves to choose from, where several have the same two ends. */
    options,
    act,
    /** @param {number} hole */
    tap: (hole) => act({ type: 'tap', hole }),
    clear: () => act({ type: 'clear' }),
    back: () => act({ type: 'back' }),
    confirm: () => act({ type: 'confirm' }),
    /** @param {DraughtsMove} move */
    choose: (move) => act({ type: 'choose', move }),
    /** What Tab goes through: the pieces to choose by, the ends, or what can move. */
    stops: () => [...(options.length ? shown.picks : idle ? movable : shown.ends)].sort((a, b) => a - b),
    /** @param {number} square */
    draggable: (square) => movable.has(square) || shown.held.at(-1) === square,
    /** @param {number} square */
    lift(square) {
      if (shown.held.at(-1) !== square) act({ type: 'tap', hole: square });
    },
    /** @param {number | null} square */
    drop(square) {
      if (square !== null) act({ type: 'tap', hole: square });
    },
    /**
     * A cell's label.
     * @param {number} square
     * @param {number | undefined} kind What stands there.
     */
    label(square, kind) {
      if (idle && must?.squares.includes(square) && movable.has(square)) return squareText(square, kind, 'must', must.why);
      return squareText(square, kind, shown.held.at(-1) === square ? 'held' : shown.picks.has(square) ? 'pick'
        : shown.ends.has(square) ? 'end' : shown.gone.has(square) ? 'gone' : shown.through.has(square) ? 'through'
          : idle && movable.has(square) ? 'movable' : null);
    },
  };
}

/**
 * The choice between routes with the same two ends, by what they take.
 * @param {{ options: readonly DraughtsMove[], onChoose: (move: DraughtsMove) => void }} props
 */
export function Choices({ options, onChoose }) {
  if (!options.length) return null;
  const differing = telling(options);
  const text = t('g.chooseRoute', { n: options.length });
  return h('div', { class: 'choices', role: 'group', 'aria-label': text, 'data-testid': 'choices' }, [
    h('span', null, text),
    ...options.map((move) => h(Button, {
      key: move.taken.join(), class: 'small', testid: `choice-${move.taken.join('-')}`, onClick: () => onChoose(move),
    }, choiceText(move, differing))),
  ]);
}
