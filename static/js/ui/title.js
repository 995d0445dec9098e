// The title of the window.
import { useEffect } from '../../vendor/hooks.js';
import { t } from '../i18n.js';

/**
 * Names the window after the page; nothing as long as there is no name yet.
 * @param {string} text
 */
export const useTitle = (text) => useEffect(() => {
  if (text) document.title = `${text} · ${t('app.short')}`;
});
