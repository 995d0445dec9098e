// An item in hand: aimed on the board, sent when it has its target.
import { useEffect, useState } from '../../vendor/hooks.js';
import { alertNow, announce } from '../a11y.js';
import { aimTap, firstSteps, keepAim, secondSteps } from '../board/aim.js';
import { t } from '../i18n.js';
import { holeName } from '../words.js';

/** @typedef {import('../board/aim.js').Aim} Aim */

/**
 * The item in hand of the seat on turn.
 * @param {object} options
 * @param {import('../protocol.js').ItemTargets | null} options.items Nothing when one may not act.
 * @param {boolean} options.confirm
 * @param {(use: import('../protocol.js').ItemUse) => void} options.send
 */
export function useAim({ items, confirm, send }) {
  const [raw, setAim] = useState(/** @type {Aim | null} */ (null));
  const [missed, setMissed] = useState(false);
  const aim = keepAim(raw, items);
  useEffect(() => {
    setAim(null);
    setMissed(false);
  }, [items]);
  const second = aim && items ? secondSteps(items, aim) : new Set();
  const targets = !aim || !items ? new Set() : aim.from === null ? firstSteps(items, aim.item) : second;

  return {
    aim,
    /** What may be chosen next. @type {ReadonlySet<number>} */
    targets,
    missed,
    /** Takes an item up, or puts it down again. @param {import('../protocol.js').Item} item */
    pick(item) {
      setMissed(false);
      if (!items || aim?.item === item) {
        setAim(null);
        return;
      }
      const n = firstSteps(items, item).size;
      if (n === 0) return;
      setAim({ item, from: null, at: null });
      announce(t('item.aim', { item: t(`item.${item}`), n }));
    },
    /** @param {number} hole */
    tap(hole) {
      if (!aim || !items) return;
      const result = aimTap(aim, hole, items, confirm);
      setAim(result.aim);
      setMissed(result.miss ?? false);
      if (result.miss) alertNow(t('item.noTarget'));
      else if (result.use) send(result.use);
      else if (result.aim?.at != null) announce(t('item.again', { hole: holeName(hole) }));
      else if (result.aim?.from != null) announce(t('say.selected', { hole: holeName(hole), n: secondSteps(items, result.aim).size }));
    },
    cancel() {
      setAim(null);
      setMissed(false);
    },
  };
}

/**
 * What an item moved, to be seen moving.
 * @param {import('../frames.js').EventFrame} frame
 * @returns {import('../board/cells.js').Motion | null}
 */
export const shiftsOf = (frame) => (frame.type !== 'item_used' || frame.d.result.length === 0 ? null : {
  path: [], key: `item:${frame.seq}`, shifts: frame.d.result,
  ...(frame.d.item === 'tornado' ? { whirl: frame.d.hole } : {}),
});

/**
 * What the last item moved, until the next move.
 * @param {import('../room.js').Room} room
 */
export function useShifts(room) {
  const [seen, setSeen] = useState(/** @type {import('../board/cells.js').Motion | null} */ (null));
  useEffect(() => room.listen((_before, _after, frame) => {
    if (frame.type === 'moved' || frame.type === 'started') setSeen(null);
    const shifts = shiftsOf(frame);
    if (shifts) setSeen(shifts);
  }), [room]);
  return seen;
}
