// Pages that are loaded when somebody goes there.
import { h } from '../vendor/preact.js';
import { useEffect, useState } from '../vendor/hooks.js';
import { t } from './i18n.js';
import { Button, Loading, Title } from './ui/parts.js';

/**
 * A page that is loaded when somebody goes there.
 * @template P
 * @param {() => Promise<(props: P) => any>} load
 * @returns {(props: P) => any}
 */
export const later = (load) => function Later(props) {
  const [page, setPage] = useState(/** @type {((props: P) => any) | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then((found) => setPage(() => found), () => setFailed(true));
  }, []);
  if (page) return h(/** @type {any} */ (page), /** @type {any} */ (props));
  if (!failed) return h(Loading, null);
  return h('div', { class: 'page narrow' }, [
    h(Title, null, t('state.error')),
    h(Button, { onClick: () => location.reload() }, t('btn.reload')),
  ]);
};
