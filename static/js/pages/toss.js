// The toss: who begins, shown over the board when a game has just started.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { serverNow } from '../clock.js';
import { familyIn } from '../family.js';
import { t } from '../i18n.js';
import { Bead } from '../ui/parts.js';
import { whoOf } from '../words.js';

const SHOWN_MS = 2400;

/**
 * The toss; nothing when the game has been going on.
 * @param {{ game: import('../protocol.js').GameView, lots: boolean }} props `lots`: whether lots were drawn.
 */
export function Toss({ game, lots }) {
  const family = familyIn(game);
  const text = t(lots ? 'toss.first' : 'toss.begins', { who: whoOf(game, game.first) });
  const [shown, setShown] = useState('');
  useEffect(() => {
    if (game.turn.ply > 1 || game.ended || serverNow() - game.started > SHOWN_MS) return undefined;
    setShown(game.id);
    announce(text);
    const timer = setTimeout(() => setShown(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [game.id]);
  if (shown !== game.id || game.turn.ply > 1 || game.ended) return null;
  return h('div', { class: 'toss', 'data-testid': 'toss' }, [
    h('div', { class: 'coin', 'aria-hidden': 'true' }, h(Bead, { seat: game.first, family })),
    h('p', null, text),
  ]);
}
