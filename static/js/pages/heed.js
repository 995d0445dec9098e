// What is said aloud and sounded while a game goes on.
import { useEffect } from '../../vendor/hooks.js';
import { alertNow, announce } from '../a11y.js';
import { leftOf } from '../clock.js';
import { stillPlays } from '../family.js';
import { mates } from '../fold.js';
import { goneFrom } from '../gone.js';
import { t } from '../i18n.js';
import { prefs } from '../prefs.js';
import { play } from '../sound.js';
import { toast, toasts } from '../app.js';
import { eventText, stallText, whoOf, yourTurn } from '../words.js';

/**
 * Whether an event asks something of a seat, which has to be heard whatever else is not.
 * @param {import('../protocol.js').GameView} game After it.
 * @param {import('../frames.js').EventFrame} frame
 * @param {number | null} seat
 */
export function asks(game, frame, seat) {
  if (seat === null || !stillPlays(game, seat)) return false;
  if (frame.type === 'draw_offered') return frame.d.seat !== seat;
  if (frame.type === 'resign_proposed') return frame.d.seat !== seat && mates(game, frame.d.seat, seat);
  return frame.type === 'play_on_asked';
}

/**
 * What is said when a seat's turn begins: near a check of the stall rule, what is missing.
 * @param {import('../protocol.js').GameView} game
 * @param {number} seat
 */
export function turnText(game, seat) {
  const turn = game.turn.seats.find((entry) => entry.seat === seat);
  const late = turn?.stall ? [t('g.passiveWarn', { n: turn.stall.need }), stallText(turn)] : [];
  return [yourTurn(game), ...late].join(t('say.stop'));
}

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
    else if (speech === 'own' && asks(game, frame, mine)) alertNow(text);
    if (frame.type === 'stood' || frame.type === 'kicked') sayGone(before, after, frame.d.seat);
    if (frame.type === 'kicked' && before.you.seat === frame.d.seat) toast(t('room.youKicked'), 'bad');
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
      const turn = turnText(game, mine);
      if (speech !== 'off') alertNow(speech === 'own' && text ? `${text} ${turn}` : turn);
      play('turn', 1);
    }
  }), [room]);
}

/**
 * Says who of a game that is over leaves; the result shows it.
 * @param {import('../fold.js').RoomModel} before
 * @param {import('../fold.js').RoomModel} after
 * @param {number} seat
 */
function sayGone(before, after, seat) {
  const { game } = after.state;
  const leaves = game && goneFrom(after.state).includes(seat) && !goneFrom(before.state).includes(seat);
  if (leaves && before.you.seat !== seat && prefs.get().speech !== 'off') announce(t('say.stood', { who: whoOf(game, seat) }));
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
