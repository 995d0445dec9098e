// The end of a list that comes in pages.
import { h } from '../../vendor/preact.js';
import { useState } from '../../vendor/hooks.js';
import { codeOf } from '../api.js';
import { refusalText } from '../app.js';
import { t } from '../i18n.js';
import { Button } from './parts.js';

/**
 * Fetches the next page, one at a time; what was there stays where that fails.
 * @param {{ text: string, testid: string, load: () => Promise<void> }} props
 */
export function More({ text, testid, load }) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');
  async function onClick() {
    setBusy(true);
    setFailed('');
    await load().catch((error) => setFailed(refusalText(codeOf(error))));
    setBusy(false);
  }
  return h('div', null, [
    h('p', { class: 'error', role: 'alert' }, failed),
    h('p', null, h(Button, { testid, disabled: busy, onClick }, failed ? t('btn.retry') : text)),
  ]);
}
