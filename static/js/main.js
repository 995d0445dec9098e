// The client begins here.
// What tests hold on to in a browser is listed in tests/browser/e2e/support.mjs.
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
