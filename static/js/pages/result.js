// The panel of a game that is over, with what can be done next.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef, useState } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { goneFrom, mayAgain } from '../gone.js';
import { t } from '../i18n.js';
import { levelOf } from '../levels.js';
import { goOn, Link, route } from '../router.js';
import { Button } from '../ui/parts.js';
import { whoOf } from '../words.js';
import { createFrom } from './create.js';
import { outcomeText, Places } from './places.js';

/** @typedef {import('../protocol.js').GameView} GameView */

/**
 * The result.
 * @param {{ room: import('../room.js').Room, model: import('../fold.js').RoomModel, onBack: () => void, onLeave: () => void }} props
 */
export function Result({ room, model, onBack, onLeave }) {
  const { state, you } = model;
  const game = /** @type {GameView} */ (state.game);
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const own = state.settings.local ? null : you.seat;
  const ownScore = game.scores.find((entry) => entry.seat === own);
  const up = ownScore ? levelOf(ownScore.after) - levelOf(ownScore.before) : 0;
  useEffect(() => {
    announce(outcomeText(game, own));
    heading.current?.focus({ preventScroll: true });
  }, [game.id]);
  const wants = state.rematch;
  const gone = goneFrom(state);
  const canAgain = you.seat !== null && mayAgain(state);
  const [busy, setBusy] = useState(false);
  async function newRoom() {
    const from = route.get();
    setBusy(true);
    const code = await createFrom(state.settings);
    setBusy(false);
    if (code) goOn(from, `/r/${code}`);
  }
  return h('section', { class: 'panel result', 'aria-labelledby': 'result-title', 'data-testid': 'result' }, [
    h('h2', { id: 'result-title', tabIndex: -1, ref: heading }, outcomeText(game, own)),
    up !== 0 && ownScore && h('p', { class: `title-change ${up > 0 ? 'up' : ''}`, 'data-testid': 'title-change' },
      t(up > 0 ? 'res.levelUp' : 'res.levelDown', { title: t(`rank.${levelOf(ownScore.after)}`) })),
    h(Places, { game, own, settings: state.settings }),
    !game.rated && h('p', { class: 'hint', 'data-testid': 'unrated' }, t('res.unrated')),
    canAgain && wants.length > 0 && h('p', { class: 'hint', 'aria-live': 'polite' }, t('res.wants', { list: wants.map((seat) => whoOf(game, seat)).join(t('say.comma')) })),
    gone.length > 0 && h('p', { class: 'hint', 'data-testid': 'gone' }, t('say.stood', { who: gone.map((seat) => whoOf(game, seat)).join(t('say.comma')) })),
    h('div', { class: 'row wrap' }, [
      canAgain && h(Button, {
        kind: 'primary', testid: 'rematch', disabled: you.seat !== null && wants.includes(you.seat),
        onClick: () => void room.command({ type: 'rematch', d: {} }),
      }, you.seat !== null && wants.includes(you.seat) ? t('res.rematchAsked') : t('res.rematch')),
      h(Button, { kind: canAgain ? 'plain' : 'primary', testid: 'back-to-room', onClick: onBack }, t('res.toRoom')),
      h(Button, { testid: 'new-room', disabled: busy, onClick: newRoom }, t('res.newRoom')),
      h(Link, { href: `/g/${game.id}`, class: 'btn', 'data-testid': 'to-replay' }, t('res.toReplay')),
      h(Button, { kind: 'quiet', testid: 'leave', onClick: onLeave }, t('room.leave')),
    ]),
  ]);
}
