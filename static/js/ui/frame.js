// The frame around every page: skip link, header, banners, short messages.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { link, me, net, outdated, refusalText, toast } from '../app.js';
import { LANGS, lang, loadLang, t } from '../i18n.js';
import { setPrefs } from '../prefs.js';
import { Link, roomOf, route } from '../router.js';
import { useStore } from '../store.js';
import { Button, Dialog } from './parts.js';
import { Toasts } from './toasts.js';

const SHORT = { 'zh-Hant': '繁體', 'zh-Hans': '简体', en: 'EN' };

/** The app's sign: a small star of six beads. */
const Sign = () => h('svg', { class: 'sign-mark', viewBox: '-8 -8 16 16', 'aria-hidden': 'true' }, [
  h('path', { class: 'sign-star', d: 'M0-7 2-3.5H6L4 0l2 3.5H2L0 7-2 3.5H-6L-4 0-6-3.5H-2Z' }),
  ...[0, 1, 2, 3, 4, 5].map((seat) => h('circle', {
    key: seat, class: `seat-fill-${seat}`, r: 1.35,
    cx: 4.9 * Math.sin((seat * Math.PI) / 3), cy: -4.9 * Math.cos((seat * Math.PI) / 3),
  })),
]);

/** The language menu. */
export function LangMenu() {
  const current = useStore(lang);
  return h('label', { class: 'lang-menu' }, [
    h('span', { class: 'sr-only' }, t('set.lang')),
    h('select', {
      'data-testid': 'lang-select', value: current,
      onChange: (/** @type {Event} */ event) => {
        const select = /** @type {HTMLSelectElement} */ (event.currentTarget);
        void changeLang(/** @type {any} */ (select.value), select);
      },
    }, LANGS.map(({ id, tag }) => h('option', { key: id, value: id, lang: tag, selected: id === current }, SHORT[id]))),
  ]);
}

/**
 * Another language, for good; where its words do not come, the old one stays.
 * @param {import('../i18n.js').Lang} id
 * @param {HTMLSelectElement} select Where it was chosen.
 */
export async function changeLang(id, select) {
  try {
    await loadLang(id);
    setPrefs({ lang: id });
  } catch {
    select.value = lang.get();
    toast(refusalText('offline'), 'bad');
  }
}

function Account() {
  const who = useStore(me);
  if (!who) return null;
  if (who.guest) {
    return h('div', { class: 'account' }, [
      h('span', { class: 'account-name' }, h('bdi', null, who.name)),
      h(Link, { href: '/login', class: 'btn small', 'data-testid': 'login-link' }, t('btn.login')),
    ]);
  }
  return h(Link, { href: '/settings', class: 'account', 'data-testid': 'account' }, [
    h('span', { class: 'account-name' }, h('bdi', null, who.name)),
    h('span', { class: 'account-rank' }, `${t(`rank.${who.level}`)} · ${t('acct.nPoints', { n: who.points })}`),
  ]);
}

/** What the banner says of the connection. @param {number} attempt */
const lostText = (attempt) => (navigator.onLine ? t('state.reconnecting', { n: attempt }) : t('state.offline'));

/** Says when the connection is lost, once, and when it is back. */
function useLinkSpoken() {
  const { phase, attempt, late } = useStore(link);
  const lost = useRef(false);
  useEffect(() => {
    if (phase === 'waiting' && !lost.current) announce(lostText(attempt));
    if (phase === 'open' && lost.current) announce(t('state.reconnected'));
    lost.current = phase === 'waiting' || (phase === 'connecting' && lost.current);
  }, [phase]);
  useEffect(() => {
    if (late) announce(t('state.noAnswer'));
  }, [late]);
}

function Banner() {
  const { phase, attempt, late } = useStore(link);
  useLinkSpoken();
  const old = useStore(outdated);
  const inRoom = roomOf(useStore(route)) !== null;
  if (phase === 'waiting' || (phase === 'connecting' && attempt > 0)) {
    return h('div', { class: 'banner bad', 'data-testid': 'reconnecting' }, [
      lostText(attempt),
      h(Button, { kind: 'quiet', class: 'small', onClick: () => net.hurry() }, t('btn.retry')),
    ]);
  }
  if (late) return h('div', { class: 'banner bad', 'data-testid': 'late' }, t('state.noAnswer'));
  if (phase === 'old' || (old && !inRoom)) {
    return h('div', { class: 'banner' }, [
      t('state.newVersionNow'),
      h(Button, { class: 'small', onClick: () => location.reload() }, t('btn.reload')),
    ]);
  }
  if (old) return h('div', { class: 'banner' }, t('state.newVersion'));
  return null;
}

function TakenOver() {
  const { phase } = useStore(link);
  if (phase !== 'taken') return null;
  return h(Dialog, { title: t('state.kicked'), testid: 'taken-over' },
    h(Button, { kind: 'primary', testid: 'continue-here', onClick: () => net.start() }, t('state.continueHere')));
}

/**
 * The frame.
 * @param {{ children?: any }} props
 */
export function Frame({ children }) {
  const path = useStore(route);
  const inRoom = roomOf(path) !== null;
  useEffect(() => {
    document.body.classList.toggle('in-room', inRoom);
  }, [inRoom]);
  /** @param {string} href @param {string} text */
  const tab = (href, text) => h(Link, { href, 'aria-current': path === href ? 'page' : undefined }, text);
  /** @param {MouseEvent} event */
  const skip = (event) => {
    event.preventDefault();
    const target = document.querySelector('.hits [tabindex="0"]') ?? document.getElementById('main');
    if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
  };
  return h('div', { class: 'frame' }, [
    h('a', { class: 'skip', href: '#main', onClick: skip }, inRoom ? t('nav.skip') : t('nav.skipMain')),
    h('header', { class: 'topbar' }, [
      h(Link, { href: '/', class: 'brand', 'aria-label': t('app.home') }, [h(Sign, null), h('span', { class: 'brand-name' }, t('app.short'))]),
      h('nav', { class: 'tabs', 'aria-label': t('nav.menu') }, [
        tab('/', t('nav.home')), tab('/ladder', t('nav.ladder')), tab('/rules', t('nav.rules')), tab('/settings', t('nav.settings')),
      ]),
      h('div', { class: 'topbar-end' }, [h(LangMenu, null), h(Account, null)]),
    ]),
    h(Banner, null),
    h('main', { id: 'main', tabIndex: -1 }, children),
    h(Toasts, null),
    h(TakenOver, null),
  ]);
}
