// The row of items: what one has, what can be used now, what the item in hand does.
import { h } from '../../vendor/preact.js';
import { ITEMS, firstSteps } from '../board/aim.js';
import { t } from '../i18n.js';
import { ITEM_PATHS } from '../ui/itemicon.js';

/** @param {{ item: import('../protocol.js').Item }} props */
const Sign = ({ item }) => h('svg', { class: 'item-sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, h('path', { d: ITEM_PATHS[item] }));

/**
 * The row; with nobody's seat it is not there.
 * @param {{ game: import('../protocol.js').GameView, seat: number, items: import('../protocol.js').ItemTargets | null, aim: import('../board/aim.js').Aim | null, onPick: (item: import('../protocol.js').Item) => void, onCancel: () => void }} props
 */
export function ItemRow({ game, seat, items, aim, onPick, onCancel }) {
  const hand = game.turn.seats.find((entry) => entry.seat === seat)?.items ?? [];
  /** @param {import('../protocol.js').Item} item */
  const stateOf = (item) => {
    if (!hand.includes(item)) return t('item.used');
    if (items && firstSteps(items, item).size > 0) return '';
    return t(game.turn.seat === seat ? 'item.notNow' : 'item.later');
  };
  return h('section', {
    class: 'panel items', 'aria-labelledby': 'items-title', 'data-testid': 'items',
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') onCancel();
    },
  }, [
    h('h2', { id: 'items-title' }, t('item.title')),
    h('div', { class: 'item-row' }, ITEMS.map((item, i) => {
      const state = stateOf(item);
      const had = hand.includes(item);
      return h('button', {
        key: item, type: 'button', class: `item${had ? '' : ' gone'}`, 'data-testid': `item-${item}`,
        'aria-pressed': String(aim?.item === item), 'aria-disabled': state ? 'true' : undefined,
        title: `${t(`item.${item}Help`)}${t('say.stop')}${state}`, 'aria-keyshortcuts': String(i + 1),
        onClick: () => !state && onPick(item),
      }, [
        h(Sign, { item }),
        h('span', { class: 'item-name' }, t(`item.${item}`)),
        state && h('span', { class: 'sr-only' }, state),
      ]);
    })),
    h('p', { class: 'hint item-help', 'data-testid': 'item-help' }, aim ? t(`item.${aim.item}Help`) : t('item.rowHelp')),
  ]);
}
