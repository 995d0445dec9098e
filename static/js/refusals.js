// What a refusal says.
import { t } from './i18n.js';

/** Why settings make no game: how the server's reason begins, and the words for it. */
const REASONS = /** @type {const} */ ([
  ['so many', 'army'], ['checkpoints must', 'checkpoints'], ['first_winner', 'firstWinner'], ['teams need', 'teamPlayers'],
  ['teams go', 'teamSwitches'], ['teams, items', 'extras'], ['local', 'local'], ['checkpoints:', 'stallOff'], ['rated', 'rated'],
  ['players', 'players'], ['the star', 'players'], ['these camps', 'players'], ['turn_seconds', 'turnSeconds'], ['first:', 'first'],
  ['clock', 'clock'], ['draughts', 'draughts'],
]);

/**
 * The words for a refusal.
 * @param {string} code
 * @param {string} [hint] What exactly was wrong.
 */
export function refusalText(code, hint = '') {
  const reason = code === 'bad_settings' && REASONS.find(([start]) => hint.startsWith(start));
  if (reason) return t(`bad.${reason[1]}`);
  const key = `err.${code}`;
  const text = t(key);
  return text === key ? t('err.internal') : text;
}
