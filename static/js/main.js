// The client begins here.
//
// Hooks for tests in a browser: `data-hole="0..120"` on the board's cells, `data-seat` on chips,
// seat cards and marbles, `data-ply` on [data-testid=game], and these `data-testid`s:
//   frame: lang-select login-link account reconnecting late taken-over continue-here toast
//   lobby: play-bot play-local bot-family-<family> bot-rules-<preset> bot-players-<n> bot-preset-<preset> create-room join-code join-go resume online
//          room-row
//   create: create-dialog family-<family> clock-turn clock-main main-minutes increment-seconds players-<n> preset-<preset> turn-seconds rated private first create-confirm
//   room: ready-room all-rules sit-<seat> add-bot-<seat> kick-<seat> ready unready stand start start-reason
//         configure configure-save room-code copy-link leave room-failed
//   game: game chip-<seat> stall-<seat> gone-<seat> toss prompt put-down undo-hop confirm-move resign offer-draw
//         offer draw-yes draw-no leave confirm confirm-yes confirm-no list-from list-to list-go
//   items and teams: items item-<item> item-help aim-cancel pass proposal resign-yes resign-no
//         team-count play-on play-on-yes play-on-no rules-more switch-<name> teams items-on local
//   result: result title-change unrated gone rematch back-to-room new-room to-replay leave
//   draughts: choices choice-<squares> rule-badge counters taken-<seat> flip
//   replay: replay (with data-step and data-steps) replay-first replay-prev replay-play replay-next
//           replay-last replay-at replay-speed save-text save-json replay-failed
//   rules: rules-of-<family> rules-star rules-draughts
//   profile: profile profile-failed game-row more-games
//   ladder: ladder ladder-row ladder-own ladder-more
//   pdn: pdn pdn-file pdn-text pdn-read pdn-game-<n> pdn-failed pdn-about pdn-back
//   account: mode-signup mode-login name password signup login logout
//   settings: settings-lang theme-select marks-select coords squares motion-select sound dests-select
//             confirm-switch hops speech-select reset
import { h, render } from '../vendor/preact.js';
import { useEffect, useRef } from '../vendor/hooks.js';
import { begin } from './app.js';
import { lang, loadLang, t } from './i18n.js';
import { LobbyPage } from './pages/lobby.js';
import { RoomPage } from './pages/room.js';
import { applyTheme, prefs } from './prefs.js';
import { idOf, Link, roomOf, route } from './router.js';
import { wakeSound } from './sound.js';
import { useStore } from './store.js';
import { Frame } from './ui/frame.js';
import { later } from './ui/later.js';
import { Title } from './ui/parts.js';
import { useTitle } from './ui/title.js';

const ReplayPage = later(async () => (await import('./pages/replay.js')).ReplayPage);
const ProfilePage = later(async () => (await import('./pages/profile.js')).ProfilePage);
const LadderPage = later(async () => (await import('./pages/ladder.js')).LadderPage);
const PdnPage = later(async () => (await import('./pages/pdn.js')).PdnPage);
const AccountPage = later(async () => (await import('./pages/account.js')).AccountPage);
const RulesPage = later(async () => (await import('./pages/rules.js')).RulesPage);
const SettingsPage = later(async () => (await import('./pages/settings.js')).SettingsPage);

function NotFound() {
  useTitle(t('state.notFound'));
  return h('div', { class: 'page narrow' }, [
    h(Title, null, t('state.notFound')),
    h(Link, { href: '/', class: 'btn primary' }, t('nav.home')),
  ]);
}

/** @param {{ path: string }} props */
function Page({ path }) {
  const code = roomOf(path);
  if (code) return h(RoomPage, { code, key: code });
  const game = idOf('g', path);
  if (game) return h(ReplayPage, { id: game, key: game });
  const user = idOf('p', path);
  if (user) return h(ProfilePage, { user, key: user });
  switch (path) {
    case '/':
      return h(LobbyPage, null);
    case '/ladder':
      return h(LadderPage, null);
    case '/pdn':
      return h(PdnPage, null);
    case '/login':
    case '/signup':
      return h(AccountPage, { first: path === '/login' ? 'login' : 'signup', key: path });
    case '/settings':
      return h(SettingsPage, null);
    case '/rules':
      return h(RulesPage, null);
    default:
      return h(NotFound, null);
  }
}

function App() {
  const path = useStore(route);
  useStore(lang);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const title = document.getElementById('title');
    if (title) title.focus({ preventScroll: true });
    // A page on its way: its heading takes the focus that nothing has.
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, [path]);
  return h(Frame, null, h(Page, { path }));
}

applyTheme();
wakeSound();
await loadLang(prefs.get().lang).catch(() => loadLang('zh-Hant'));
const root = document.getElementById('app');
if (root) render(h(App, null), root);
begin();
