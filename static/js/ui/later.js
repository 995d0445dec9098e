// Parts of the client that are loaded when they are wanted.
import { h } from '../../vendor/preact.js';
import { useEffect, useState } from '../../vendor/hooks.js';
import { t } from '../i18n.js';
import { Button, Loading, Title } from './parts.js';

/**
 * A page, or a part of one, that is loaded when somebody goes there. A part leaves its place empty
 * until then.
 * @template P
 * @param {() => Promise<(props: P) => any>} load
 * @param {'page' | 'part'} [kind]
 * @returns {(props: P) => any}
 */
export function later(load, kind = 'page') {
  /** @type {((props: P) => any) | null} */
  let loaded = null;
  return function Later(props) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (loaded) return undefined;
      let over = false;
      load().then((found) => {
        loaded = found;
        if (!over) redraw((n) => n + 1);
      }, () => !over && setFailed(true));
      return () => {
        over = true;
      };
    }, []);
    if (loaded) return h(/** @type {any} */ (loaded), /** @type {any} */ (props));
    if (!failed) return kind === 'page' ? h(Loading, null) : null;
    const again = h(Button, { onClick: () => location.reload() }, t('btn.reload'));
    return kind === 'page' ? h('div', { class: 'page narrow' }, [h(Title, null, t('state.error')), again]) : again;
  };
}
