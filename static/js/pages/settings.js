// What is set on this device, and the account.
import { h } from '../../vendor/preact.js';
import { useEffect } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { codeOf } from '../api.js';
import { changeSession, me, refusalText, toast } from '../app.js';
import { LANGS, lang, t } from '../i18n.js';
import { levelFrom } from '../levels.js';
import { prefs, resetPrefs, setPrefs } from '../prefs.js';
import { Link, navigate } from '../router.js';
import { useStore } from '../store.js';
import { changeLang } from '../ui/frame.js';
import { Bead, Button, choice, Switch, Title } from '../ui/parts.js';

/** Keys on the board, with what they do. */
const KEYS = /** @type {const} */ ([
  ['← → ↑ ↓', 'keys.arrows'], ['Q E Z C', 'keys.diagonals'], ['Enter', 'keys.enter'], ['Esc', 'keys.esc'],
  ['Backspace', 'keys.back'], ['Tab', 'keys.tab'], ['L', 'keys.l'], ['T', 'keys.t'], ['M', 'keys.m'], ['P', 'keys.p'], ['R', 'keys.r'], ['1 – 6', 'keys.items'],
  ['[ ]', 'keys.brackets'],
]);

/** Who one is; logging out. */
export function AccountPanel() {
  const who = useStore(me);
  if (!who) return null;
  const next = levelFrom(who.level + 1);
  async function logout() {
    try {
      await changeSession('logout');
      navigate('/');
    } catch (error) {
      toast(refusalText(codeOf(error)), 'bad');
    }
  }
  return h('section', { class: 'panel', 'aria-labelledby': 'account' }, [
    h('h2', { id: 'account' }, t('nav.profile')),
    h('p', { class: 'profile-name' }, [h(Link, { href: `/p/${who.user}` }, h('bdi', null, who.name)), who.guest && h('span', { class: 'badge' }, t('room.guest'))]),
    who.guest ? h('div', null, [
      h('p', { class: 'hint' }, t('acct.guestHint')),
      h(Link, { href: '/signup', class: 'btn primary' }, t('btn.register')),
    ]) : h('div', null, [
      h('p', null, `${t(`rank.${who.level}`)} · ${t('pro.level')} ${who.level} · ${t('acct.nPoints', { n: who.points })}`),
      next !== null && h('p', { class: 'hint' }, t('pro.next', { title: t(`rank.${who.level + 1}`), n: next - who.points })),
      h(Button, { testid: 'logout', onClick: logout }, t('btn.logout')),
    ]),
  ]);
}

/** The page. */
export function SettingsPage() {
  const device = useStore(prefs);
  const current = useStore(lang);
  useEffect(() => {
    document.title = `${t('nav.settings')} · ${t('app.short')}`;
  });
  /** @param {Partial<import('../prefs.js').Prefs>} change */
  const set = (change) => {
    setPrefs(change);
    announce(t('set.saved'));
  };
  return h('div', { class: 'page settings' }, [
    h(Title, null, t('nav.settings')),
    h('div', { class: 'columns' }, [
      h('section', { class: 'panel', 'aria-labelledby': 'look' }, [
        h('h2', { id: 'look' }, t('set.look')),
        choice({
          label: t('set.lang'), value: current, testid: 'settings-lang',
          options: LANGS.map(({ id, name, tag }) => ({ value: id, text: name, lang: tag })), onChange: changeLang,
        }),
        choice({
          label: t('set.theme'), value: device.theme, testid: 'theme-select',
          options: /** @type {const} */ (['system', 'light', 'dark']).map((value) => ({ value, text: t(`set.${value}`) })),
          onChange: (theme) => set({ theme }),
        }),
        choice({
          label: t('set.marble'), value: device.marks, testid: 'marks-select',
          options: /** @type {const} */ (['auto', 'digits', 'patterns', 'plain']).map((value) => ({ value, text: t(`set.marks.${value}`) })),
          onChange: (marks) => set({ marks }),
        }),
        h('p', { class: 'bead-row', 'aria-hidden': 'true' }, [0, 1, 2, 3, 4, 5].map((seat) => h(Bead, { key: seat, seat }))),
        h(Switch, { label: t('g.coords'), checked: device.coords, testid: 'coords', onChange: (coords) => set({ coords }) }),
        h(Switch, { label: t('g.squareNos'), checked: device.squares, testid: 'squares', onChange: (squares) => set({ squares }) }),
        choice({
          label: t('set.motion'), value: device.motion, testid: 'motion-select',
          options: [
            { value: 'normal', text: t('set.motionNormal') }, { value: 'fast', text: t('set.motionFast') }, { value: 'off', text: t('set.motionOff') },
          ],
          onChange: (motion) => set({ motion: /** @type {'off'} */ (motion) }),
        }),
        h(Switch, { label: t('set.sound'), checked: device.sound, testid: 'sound', onChange: (sound) => set({ sound }) }),
      ]),
      h('section', { class: 'panel', 'aria-labelledby': 'moving' }, [
        h('h2', { id: 'moving' }, t('set.input')),
        choice({
          label: t('set.dests'), value: device.dests, testid: 'dests-select',
          options: /** @type {const} */ (['auto', 'always', 'never']).map((value) => ({ value, text: t(`set.dests.${value}`) })),
          onChange: (dests) => set({ dests }),
        }),
        h(Switch, { label: t('set.confirm'), checked: device.confirm, testid: 'confirm-switch', onChange: (confirm) => set({ confirm }) }),
        h(Switch, { label: t('set.hopByHop'), checked: device.hops, testid: 'hops', hint: t('set.hopsHint'), onChange: (hops) => set({ hops }) }),
        choice({
          label: t('set.screenReader'), value: device.speech, testid: 'speech-select',
          options: /** @type {const} */ (['all', 'own', 'off']).map((value) => ({ value, text: t(`set.speech.${value}`) })),
          onChange: (speech) => set({ speech }),
        }),
        h(Button, { testid: 'reset', onClick: () => { resetPrefs(); announce(t('set.saved')); } }, t('set.reset')),
      ]),
      h('section', { class: 'panel', 'aria-labelledby': 'keys' }, [
        h('h2', { id: 'keys' }, t('set.shortcuts')),
        h('p', { class: 'hint' }, t('keys.only')),
        h('dl', { class: 'keys' }, KEYS.flatMap(([key, what]) => [h('dt', { key }, h('kbd', null, key)), h('dd', { key: what }, t(what))])),
      ]),
      h(AccountPanel, null),
    ]),
  ]);
}
