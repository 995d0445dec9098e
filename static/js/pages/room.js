// A room's page: finds the room by its code, and shows the ready screen or the game.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { codeOf, get } from '../api.js';
import { link, refusalText } from '../app.js';
import { familyIn } from '../family.js';
import { t } from '../i18n.js';
import { later } from '../ui/later.js';
import { openRoom } from '../room.js';
import { Link, navigate } from '../router.js';
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
      (ref) => !over && setRoom(openRoom(ref.id)),
      (error) => !over && setFailed(codeOf(error)),
    );
    return () => {
      over = true;
    };
  }, [code, online, tries]);
  useEffect(() => () => room?.close(), [room]);
  if (failed) {
    return h('div', { class: 'page narrow' }, [
      h(Title, null, failed === 'not_found' || failed === 'gone' ? t('state.roomGone') : t('state.error')),
      h('p', { 'data-testid': 'room-failed' }, refusalText(failed)),
      h('div', { class: 'row' }, [
        h(Button, {
          onClick: () => {
            setFailed(null);
            setTries(tries + 1);
          },
        }, t('btn.retry')),
        h(Link, { href: '/', class: 'btn primary' }, t('nav.home')),
      ]),
    ]);
  }
  if (!room) return h(Loading, null);
  return h(Inside, { room, key: room.id, onFailed: setFailed });
}

/** @param {{ room: import('../room.js').Room, onFailed: (code: string) => void }} props */
function Inside({ room, onFailed }) {
  const { model, failed } = useStore(room.view);
  const [left, setLeft] = useState('');
  useEffect(() => {
    if (failed) onFailed(failed);
  }, [failed]);
  if (!model) return h(Loading, null);
  const { game, playing } = model.state;
  /** Out of the room; out of a running game only when the server has said so. */
  async function leave() {
    if (model?.you.seat != null || model?.you.host) {
      const answer = await room.command({ type: 'leave', d: {} });
      if (!answer.ok && model.state.playing && answer.code !== 'gone') return;
    }
    navigate('/');
  }
  if (game && (playing || left !== game.id)) {
    const Page = familyIn(game) === 'draughts' ? DraughtsGamePage : GamePage;
    return h(Page, { room, key: 'game', onBack: () => setLeft(game.id), onLeave: leave });
  }
  return h(ReadyPage, { room, key: 'ready', onResult: game ? () => setLeft('') : null, onLeave: leave });
}
