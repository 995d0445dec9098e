// What a refusal says.
import { t } from './i18n.js';

/**
 * The words for a refusal.
 * @param {string} code
 * @param {string} [why] What exactly is wrong with settings, a name or a password.
 */
export function refusalText(code, why = '') {
  for (const key of [`bad.${why}`, `err.${code}`]) {
    const text = t(key);
    if (text !== key) return text;
  }
  return t('err.internal');
}
