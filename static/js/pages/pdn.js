// Files of draughts games from elsewhere, looked at. The server reads them and keeps nothing.
import { h } from '../../vendor/preact.js';
import { useEffect, useId, useMemo, useState } from '../../vendor/hooks.js';
import { postFile } from '../api.js';
import { sideName } from '../draughtswords.js';
import { t } from '../i18n.js';
import { faultText, refusedText, replayPdn } from '../pdn.js';
import { Button, Title } from '../ui/parts.js';
import { ruleText } from '../words.js';
import { Player } from './replay.js';

/**
 * @typedef {import('../pdn.js').PdnGame} PdnGame
 * @typedef {import('../pdn.js').PdnFault} PdnFault
 * @typedef {{ games: (PdnGame | PdnFault)[], more: boolean }} Pdn
 */

/** The players without a name. @returns {[string, string]} */
const sides = () => [sideName(0), sideName(1)];

/** @param {PdnGame} game */
const titleOf = ({ white, black }) => `${white ?? sides()[0]} – ${black ?? sides()[1]}`;

/** The page. */
export function PdnPage() {
  const [pdn, setPdn] = useState(/** @type {Pdn | null} */ (null));
  const [game, setGame] = useState(/** @type {PdnGame | null} */ (null));
  const [failed, setFailed] = useState('');
  useEffect(() => {
    document.title = `${t('pdn.title')} · ${t('app.short')}`;
  });
  /** @param {Blob | string} file */
  async function read(file) {
    try {
      /** @type {Pdn} */
      const found = await postFile('/pdn', file);
      setFailed(found.games.length === 0 ? t('pdn.empty') : '');
      setPdn(found);
      const [only] = found.games;
      if (found.games.length === 1 && only && 'moves' in only) setGame(only);
    } catch (error) {
      setFailed(refusedText(error));
    }
  }
  if (game) return h(Shown, { game, onBack: () => setGame(null) });
  return h('div', { class: 'page narrow', 'data-testid': 'pdn' }, [
    h(Title, null, t('pdn.title')),
    h('p', { class: 'hint' }, t('pdn.hint')),
    h(Choose, { onFile: read }),
    h('p', { class: 'error', role: 'alert', 'data-testid': failed ? 'pdn-failed' : undefined }, failed),
    pdn && h('ol', { class: 'pdn-games' }, pdn.games.map((entry, n) => h('li', { key: n }, 'moves' in entry
      ? h(Button, { testid: `pdn-game-${n + 1}`, onClick: () => setGame(entry) }, [titleOf(entry), ` ${entry.result}`])
      : h('span', { class: 'error' }, faultText(entry))))),
    pdn?.more && h('p', { class: 'hint' }, t('pdn.more')),
  ]);
}

/**
 * A file, or a text.
 * @param {{ onFile: (file: Blob | string) => Promise<void> }} props
 */
function Choose({ onFile }) {
  const id = useId();
  const [text, setText] = useState('');
  return h('div', null, [
    h('div', { class: 'field' }, [
      h('label', { for: `${id}f` }, t('pdn.file')),
      h('input', {
        id: `${id}f`, type: 'file', accept: '.pdn,.txt', 'data-testid': 'pdn-file',
        onChange: (/** @type {Event} */ event) => {
          const input = /** @type {HTMLInputElement} */ (event.currentTarget);
          const [file] = input.files ?? [];
          if (file) void onFile(file).then(() => { input.value = ''; });
        },
      }),
    ]),
    h('div', { class: 'field' }, [
      h('label', { for: `${id}t` }, t('pdn.text')),
      h('textarea', {
        id: `${id}t`, rows: 6, spellcheck: false, value: text, 'data-testid': 'pdn-text',
        onInput: (/** @type {Event} */ event) => setText(/** @type {HTMLTextAreaElement} */ (event.currentTarget).value),
      }),
    ]),
    h(Button, { kind: 'primary', testid: 'pdn-read', disabled: !text.trim(), onClick: () => void onFile(text) }, t('pdn.read')),
  ]);
}

/**
 * A game, step by step.
 * @param {{ game: PdnGame, onBack: () => void }} props
 */
function Shown({ game, onBack }) {
  const replay = useMemo(() => replayPdn(game, sides()), [game]);
  if (!replay) return null;
  return h(Player, {
    replay, id: '', about: h('section', { class: 'panel', 'aria-labelledby': 'about', 'data-testid': 'pdn-about' }, [
      h('h2', { id: 'about' }, [h('bdi', null, titleOf(game)), ` ${game.result}`]),
      h('p', null, [h('span', { class: 'badge' }, ruleText(game.preset)), ' ', [game.event, game.date].filter(Boolean).join(' · ')]),
      h(Button, { testid: 'pdn-back', onClick: onBack }, t('pdn.back')),
    ]),
  });
}
