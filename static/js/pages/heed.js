// What is said aloud and sounded while a game goes on.
import { useEffect } from '../../vendor/hooks.js';
import { alertNow, announce } from '../a11y.js';
import { leftOf } from '../clock.js';
import { t } from '../i18n.js';
import { prefs } from '../prefs.js';
import { play } from '../sound.js';
import { toast, toasts } from '../app.js';
import { eventText } from '../words.js';

/**
 * Says a room's events as they happen.
 * @param {import('../room.js').Room} room
 */
export function useHeed(room) {
  useEffect(() => room.listen((before, after, frame, live) => {
    const { game } = after.state;
    if (!game || !live) return;
    const { speech } = prefs.get();
    const mine = after.you.seat;
    const text = eventText(game, frame);
    const byMe = frame.type === 'moved' && frame.d.seat === mine;
    if (text && speech === 'all') announce(text);
    if (frame.type === 'turn_expired' || frame.type === 'out' || frame.type === 'draw_declined' || (frame.type === 'resumed' && frame.d.why !== 'lag')) toast(text);
    if (frame.type === 'warned' && frame.d.seat === mine) toast(t('g.passiveWarn', { n: frame.d.stall.need }), 'bad');
    if (frame.type === 'item_used') play(frame.d.seat === mine ? 'own' : 'other', 2);
    if (frame.type === 'moved') play(byMe ? 'own' : 'other', frame.d.path.length - 1);
    if (frame.type === 'ended') {
      // The result says it all, and must not be covered.
      toasts.set([]);
      play('end', 1);
    }
    const turned = frame.type === 'started' || before.state.game?.turn.seat !== game.turn.seat;
    if (turned && mine !== null && game.turn.seat === mine && !game.ended) {
      if (speech !== 'off') alertNow(speech === 'own' && text ? `${text} ${t('g.yourTurn')}` : t('g.yourTurn'));
      play('turn', 1);
    }
  }), [room]);
}

/**
 * Says when one's own time runs low.
 * @param {import('../protocol.js').ClockView | null} clock
 * @param {number | null} seat
 */
export function useTimeSpoken(clock, seat) {
  useEffect(() => {
    if (seat === null || clock?.running !== seat) return undefined;
    const timers = [30, 10, 5].flatMap((n) => {
      const wait = (leftOf(clock, seat) ?? 0) - n * 1000;
      if (wait <= 500) return [];
      return [setTimeout(() => {
        if (prefs.get().speech !== 'off') alertNow(t('say.left', { n }));
        if (n === 10) play('low', 1);
      }, wait)];
    });
    return () => timers.forEach(clearTimeout);
  }, [clock, seat]);
}
