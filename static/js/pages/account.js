// Signing up, logging in and out.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { codeOf, whyOf } from '../api.js';
import { changeSession, me, refusalText, toast } from '../app.js';
import { t } from '../i18n.js';
import { navigate } from '../router.js';
import { useStore } from '../store.js';
import { Button, Loading, segments, Title } from '../ui/parts.js';
import { useTitle } from '../ui/title.js';
import { AccountPanel } from './settings.js';

/** @typedef {'login' | 'signup'} Mode */

/** The page. @param {{ first: Mode }} props What is chosen at first. */
export function AccountPage({ first }) {
  const who = useStore(me);
  const [mode, setMode] = useState(first);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const entered = who && !who.guest;
  const title = t(entered ? 'acct.have' : mode === 'login' ? 'btn.login' : 'btn.register');
  useTitle(title);
  /** @param {Event} event */
  async function onSubmit(event) {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      // A guest who signs up keeps the account, and with it the seats.
      const what = mode === 'login' ? 'login' : who?.guest ? 'upgrade' : 'register';
      await changeSession(what, { name: name.trim(), password });
      toast(t('acct.welcome', { name: name.trim() }));
      navigate('/');
    } catch (failure) {
      setError(refusalText(codeOf(failure), whyOf(failure)));
    }
    setBusy(false);
  }
  /** @param {(value: string) => void} set @returns {(event: Event) => void} */
  const into = (set) => (event) => set(/** @type {HTMLInputElement} */ (event.currentTarget).value);
  if (!who) return h(Loading, null);
  return h('div', { class: 'page narrow' }, entered ? [h(Title, null, title), h(AccountPanel, null)] : [
    h(Title, null, title),
    h('form', { class: 'panel', onSubmit }, [
      segments({
        legend: t('acct.have'), name: 'mode', value: mode,
        options: /** @type {const} */ ([{ value: 'signup', text: t('btn.register') }, { value: 'login', text: t('btn.login') }]),
        onChange: (/** @type {Mode} */ value) => {
          setMode(value);
          setError('');
        },
      }),
      h('div', { class: 'field' }, [
        h('label', { for: 'name' }, t('acct.name')),
        h('input', { id: 'name', name: 'username', 'data-testid': 'name', value: name, required: true, autocomplete: 'username', maxLength: 20, spellcheck: false, autocapitalize: 'off', 'aria-describedby': 'name-hint account-error', onInput: into(setName) }),
        h('p', { id: 'name-hint', class: 'hint' }, mode === 'signup' ? t('acct.nameHint') : ''),
      ]),
      h('div', { class: 'field' }, [
        h('label', { for: 'password' }, t('acct.pass')),
        h('input', {
          id: 'password', name: 'password', type: shown ? 'text' : 'password', 'data-testid': 'password', value: password, required: true, maxLength: 128,
          autocomplete: mode === 'login' ? 'current-password' : 'new-password', 'aria-describedby': 'pass-hint account-error', onInput: into(setPassword),
        }),
        h('p', { id: 'pass-hint', class: 'hint' }, mode === 'signup' ? t('acct.passHint') : ''),
      ]),
      h('label', { class: 'check' }, [
        h('input', { type: 'checkbox', checked: shown, onChange: () => setShown(!shown) }), t('acct.showPass'),
      ]),
      h('p', { id: 'account-error', class: 'error', role: 'alert' }, error),
      h(Button, { kind: 'primary', type: 'submit', class: 'big', disabled: busy, testid: mode }, title),
    ]),
    mode === 'signup' && h('p', { class: 'hint' }, t('acct.upgradeHint', { name: who.name })),
  ]);
}
