// What a refusal says.
import { t } from './i18n.js';

/**
 * The words for a refusal.
 * @param {string} code
 * @param {string} [why] With `bad_settings`: why they make no game.
 */
export function refusalText(code, why = '') {
  for (const key of [`bad.${why}`, `err.${code}`]) {
    const text = t(key);
    if (text !== key) return text;
  }
  return t('err.internal');
}
