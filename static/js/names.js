// What players are called on the page.
import { t } from './i18n.js';

/**
 * A player's name; the computer's in the language of the page.
 * @param {{ user?: string | null, name: string }} player Without an account it is the computer, or somebody out of a file.
 */
export const shownName = ({ user, name }) => (user ? name : name.replace(/^Bot (\d+)$/u, (_, n) => t('room.botNo', { n })));
