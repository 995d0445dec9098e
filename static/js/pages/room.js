// A room's page: finds the room by its code, and shows the ready screen or the game.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef, useState } from '../../vendor/hooks.js';
import { codeOf, get } from '../api.js';
import { keepRoom, link, me, refusalText } from '../app.js';
import { familyIn } from '../family.js';
import { t } from '../i18n.js';
import { later } from '../ui/later.js';
import { openRoom } from '../room.js';
import { goOn, Link, route } from '../router.js';
import { useStore } from '../store.js';
import { Button, Loading, Title } from '../ui/parts.js';
import { GamePage } from './game.js';
import { ReadyPage } from './ready.js';

const DraughtsGamePage = later(async () => (await import('./draughtsgame.js')).DraughtsGamePage);

/** @param {{ code: string }} props */
export function RoomPage({ code }) {
  const [room, setRoom] = useState(/** @type {import('../room.js').Room | null} */ (null));
  const [failed, setFailed] = useState(/** @type {string | null} */ (null));
  const [tries, setTries] = useState(0);
  const online = useStore(link).phase === 'open';
  useEffect(() => {
    if (!online || room) return undefined;
    let over = false;
    get(`/rooms/${encodeURIComponent(code)}`).then(
      (ref) => {
        if (over) return;
        setFailed(null);
        setRoom(openRoom(ref.id));
      },
      (error) => !over && setFailed(codeOf(error)),
    );
    return () => {
      over = true;
    };
  }, [code, online, tries]);
  useEffect(() => () => room?.close(), [room]);
  /** A room that was refused is opened anew. */
  const again = () => {
    setFailed(null);
    setRoom(null);
    setTries((n) => n + 1);
  };
  if (failed) return h(Failed, { why: failed, onRetry: again });
  if (!room) return h(Loading, null);
  return h(Inside, { room, key: room.id, onRetry: again });
}

/**
 * Why there is no room.
 * @param {{ why: string, onRetry: () => void }} props
 */
const Failed = ({ why, onRetry }) => h('div', { class: 'page narrow' }, [
  h(Title, null, why === 'not_found' || why === 'gone' ? t('state.roomGone') : t('state.error')),
  h('p', { 'data-testid': 'room-failed' }, refusalText(why)),
  h('div', { class: 'row' }, [
    h(Button, { onClick: onRetry }, t('btn.retry')),
    h(Link, { href: '/', class: 'btn primary' }, t('nav.home')),
  ]),
]);

/** @param {{ room: import('../room.js').Room, onRetry: () => void }} props */
function Inside({ room, onRetry }) {
  const { model, failed } = useStore(room.view);
  const user = useStore(me)?.user ?? null;
  const [chosen, setChosen] = useState({ game: '', result: false });
  const seen = useRef('');
  const { game, playing = false, code = '', closed = false } = model?.state ?? {};
  const own = model?.you.seat != null && !closed;
  const ref = { id: room.id, code, playing };
  useEffect(() => {
    if (model) keepRoom(ref, own);
  }, [model !== null, own, playing]);
  if (failed) return h(Failed, { why: failed, onRetry });
  if (!model) return h(Loading, null);
  if (game && playing) seen.current = game.id;
  /** Out of the room; out of a running game only when the server has said so. */
  async function leave() {
    const from = route.get();
    if (own) {
      const answer = await room.command({ type: 'leave', d: {} });
      if (!answer.ok && playing && answer.code !== 'gone') return;
      // The event that says so comes when this page is gone.
      if (answer.ok) keepRoom(ref, false);
    }
    goOn(from, '/');
  }
  // A result is for those who were there; to others the room is its seats.
  const there = game && (seen.current === game.id || game.players.some((player) => player.user && player.user === user));
  if (game && (playing || (chosen.game === game.id ? chosen.result : there))) {
    const Page = familyIn(game) === 'draughts' ? DraughtsGamePage : GamePage;
    return h(Page, { room, key: 'game', onBack: () => setChosen({ game: game.id, result: false }), onLeave: leave });
  }
  return h(ReadyPage, {
    room, key: 'ready', onResult: game ? () => setChosen({ game: game.id, result: true }) : null, onLeave: leave,
  });
}
