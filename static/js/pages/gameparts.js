// What the game pages of both families share: what is known of a game, and what is asked before a step
// that cannot be taken back.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { link, me } from '../app.js';
import { t } from '../i18n.js';
import { prefs } from '../prefs.js';
import { useStore } from '../store.js';
import { Confirm } from '../ui/parts.js';
import { yourTurn } from '../words.js';
import { useHeed, useTimeSpoken } from './heed.js';
import { useLog } from './log.js';

/** @typedef {'resign' | 'leave' | 'draw'} Question */

/**
 * A room's game as its page needs it; what is heard of it, and the title of the window.
 * @param {import('../room.js').Room} room
 */
export function useGame(room) {
  const { model, pending, snaps } = useStore(room.view);
  const device = useStore(prefs);
  const level = useStore(me)?.level ?? 1;
  const online = useStore(link).phase === 'open';
  const [asked, setAsked] = useState(/** @type {Question | null} */ (null));
  const game = model?.state.game ?? null;
  const seat = model?.you.seat ?? null;
  const log = useLog(room, game?.id, snaps);
  useHeed(room);
  useTimeSpoken(model?.clock ?? null, seat);
  const playing = Boolean(game && !game.ended);
  const mine = playing && seat !== null && game?.turn.seat === seat;
  useEffect(() => {
    document.title = game && mine ? `${yourTurn(game)} · ${t('app.short')}` : t('app.short');
  });
  return {
    model, game, seat, pending, device, online, log, playing, mine, asked, setAsked,
    mayAct: mine && online && !pending,
    /** Whether it is shown where the piece in hand may end: to beginners, unless they say otherwise. */
    dests: device.dests === 'always' || (device.dests === 'auto' && level <= 6),
  };
}

/**
 * A question before a step that cannot be taken back.
 * @param {{ asked: Question | null, setAsked: (asked: Question | null) => void, game: import('../protocol.js').GameView, local: boolean, room: import('../room.js').Room, onLeave: () => void }} props
 */
export function Asked({ asked, setAsked, game, local, room, onLeave }) {
  if (!asked) return null;
  const teams = Boolean(game.turn.teams?.length);
  const questions = {
    resign: { title: t('g.resignSure'), text: teams ? t('team.resignText') : '', yes: t('g.resign'), danger: true },
    draw: { title: t(local ? 'g.draw' : 'g.drawSure'), yes: t(local ? 'res.draw' : 'g.draw') },
    leave: {
      title: t('g.quit'), yes: t('g.quit'), danger: true,
      text: [t(game.rated ? 'g.quitSure' : 'g.quitUnrated'), teams ? t('team.quitText') : ''].join('\n'),
    },
  };
  return h(Confirm, {
    ...questions[asked],
    onNo: () => setAsked(null),
    onYes: () => {
      setAsked(null);
      if (asked === 'leave') onLeave();
      else void room.command({ type: asked === 'draw' ? 'offer_draw' : 'resign', d: {} });
    },
  });
}
