// A game of draughts: the board between the two sides, the prompt, the actions, the lists.
import { h } from '../../vendor/preact.js';
import { useEffect, useMemo } from '../../vendor/hooks.js';
import { announce, alertNow } from '../a11y.js';
import { toast } from '../app.js';
import { turnsFor } from '../board/squares.js';
import { expected, piecesOf, played, seatOf } from '../draughts.js';
import { endText, isNews, keyOf, mustText, sideName, sideText } from '../draughtswords.js';
import { boardOf, lastTaken, withTaken } from '../fold-draughts.js';
import { goneFrom } from '../gone.js';
import { t } from '../i18n.js';
import { hopMs } from '../prefs.js';
import { Chip } from '../ui/chip.js';
import { later } from '../ui/later.js';
import { Button, Title } from '../ui/parts.js';
import { clocksText, lastText, ruleText, settingsText, whoOf, yourTurn } from '../words.js';
import { useFollow } from './follow.js';
import { Asked, useGame } from './gameparts.js';
import { listInput } from './listinput.js';
import { MoveList } from './log.js';
import { outcomeText } from './places.js';
import { Result } from './result.js';
import { Choices, useRoutes } from './routes.js';
import { SquareStage } from './squarestage.js';
import { Toss } from './toss.js';

const DrawOffer = later(async () => (await import('./team.js')).DrawOffer, 'part');

/**
 * @typedef {import('../draughts.js').DraughtsMove} DraughtsMove
 * @typedef {import('../draughts.js').Must} Must
 * @typedef {import('../protocol.js').GameView} GameView
 */

/** No move at all: the same empty list at every turn. @type {readonly DraughtsMove[]} */
const NONE = [];
/** Where nothing stands. */
const EMPTY = { men: {}, kings: {} };

/**
 * The page.
 * @param {{ room: import('../room.js').Room, onBack: () => void, onLeave: () => void }} props
 */
export function DraughtsGamePage({ room, onBack, onLeave }) {
  const { model, game: told, seat, pending, device, online, log, playing, mine, mayAct, dests, asked, setAsked } = useGame(room);
  const local = model?.state.settings.local ?? false;
  const [follow, setFollow] = useFollow(`${told?.id} ${local ? '' : seat}`);
  const game = useMemo(() => told && withTaken(told, log), [told, log]);
  useEffect(() => room.listen((_before, after, frame) => {
    if (frame.type !== 'swapped' || after.you.seat === null || after.state.settings.local) return;
    const text = t('room.swapped', { side: sideName(after.you.seat) });
    toast(text);
    alertNow(text);
  }), [room]);

  const position = (game && boardOf(game)) ?? EMPTY;
  const legal = useMemo(() => (mayAct && model ? /** @type {readonly DraughtsMove[]} */ (/** @type {unknown} */ (model.legal)) : NONE), [mayAct, model?.legal]);
  const own = useMemo(() => new Set([...piecesOf(position)].filter(([, kind]) => seatOf(kind) === seat).map(([square]) => square)), [position, seat]);
  const duty = game?.turn.duty;
  const must = useMemo(() => (duty ? /** @type {Must} */ ({ squares: duty.pieces, why: duty.reason }) : null), [duty]);
  /** @param {DraughtsMove} move */
  const send = ({ from, to, route, taken }) => void room.move(from, to, [...route], taken);
  const routes = useRoutes({
    legal, must: mayAct ? must : null, own, hops: device.hops, confirm: device.confirm, send, dests,
  });

  // What is shown: the confirmed pieces, with the move under way on top.
  const shown = useMemo(() => {
    const by = game?.turn.seat;
    if (!pending || by === null || by === undefined || by !== seat) return { position, promoted: false };
    const move = expected(position, by, { from: pending.from, to: pending.to, taken: pending.taken, route: pending.path });
    return { position: played(position, move), promoted: move.promoted };
  }, [position, pending, seat]);
  const pieces = useMemo(() => piecesOf(shown.position), [shown]);

  if (!model || !game) return null;
  const { state, clock } = model;
  const bottom = follow ?? (local ? 0 : seat ?? 0);
  const last = pending ? { route: pending.path, taken: pending.taken } : game.last ? { route: game.last.path, taken: lastTaken(game) } : null;
  // A move shown as pending has been seen; its event moves nothing again.
  const motion = last ? {
    path: last.route, taken: last.taken, promoted: shown.promoted || crowned(game), shades: state.settings.preset !== 'plyyard',
    key: `${game.id}:${pending ? game.turn.ply : game.turn.ply - 1}:${last.route.join('.')}`,
  } : null;

  /** @param {'last' | 'clocks' | 'moves' | 'marbles' | 'turn'} what */
  function ask(what) {
    if (!game) return;
    const active = Number(document.activeElement?.getAttribute('data-hole') ?? -1);
    if (what === 'last') announce(lastText(game));
    else if (what === 'clocks') announce(clocksText(game, clock));
    else if (what === 'moves') {
      const list = legal.filter((move) => move.from === active).map(endText);
      announce(list.length ? t('say.moves', { hole: active, list: list.join(t('say.comma')) }) : t('g.noMoves'));
    } else if (what === 'marbles') {
      const kind = pieces.get(active);
      announce(sideText(kind === undefined ? seat ?? bottom : seatOf(kind), pieces));
    } else setFollow(1 - bottom);
  }

  const inGame = seat !== null && playing;
  /** @param {number} entry @param {'top' | 'bottom'} place */
  const chip = (entry, place) => h(Chip, {
    key: entry, game, seat: entry, clock, you: !local && entry === seat, place, gone: goneFrom(state).includes(entry),
    connected: state.seats.find((view) => view.seat === entry)?.occupant?.connected ?? true,
  });

  return h('div', { class: `game squares${playing ? '' : ' over'}`, 'data-ply': online ? game.turn.ply : undefined, 'data-testid': 'game', 'data-family': 'draughts' }, [
    h('div', { class: 'play-area' }, [
      h('div', { class: 'room-head' }, [
        h(Title, { key: game.id, class: 'sr-only' }, `${t('nav.play')} ${state.code}`),
        h('span', { class: 'badge', 'data-testid': 'rule-badge' }, ruleText(state.settings.preset)),
        h(Counters, { game }),
      ]),
      h('div', { class: `stage square${online ? '' : ' dim'}` }, [
        h('div', { class: 'strip above' }, chip(1 - bottom, 'top')),
        h('div', { class: 'stage-box' }, h(SquareStage, {
          pieces, turns: turnsFor(bottom), coords: device.squares, routes, last, pending: pending?.to ?? null,
          motion, hopMs: hopMs(device), ask,
        })),
        h('div', { class: 'strip below' }, chip(bottom, 'bottom')),
        h(Toss, { game, lots: false }),
      ]),
      h(Prompt, { game, seat, mine, local, online, waiting: pending !== null, routes, must: mayAct ? must : null, legal }),
    ]),
    h('div', { class: 'side' }, [
      game.ended && h(Result, { room, model, onBack, onLeave }),
      game.offer && h(DrawOffer, { game, seat, room }),
      playing && h('div', { class: 'actions' }, [
        inGame && h(Button, { testid: 'resign', disabled: !online, onClick: () => setAsked('resign') }, t('g.resign')),
        inGame && h(Button, { testid: 'offer-draw', disabled: !online || game.offer !== null, onClick: () => setAsked('draw') }, t('g.draw')),
        (local || seat === null) && h(Button, { testid: 'flip', onClick: () => setFollow(1 - bottom) }, t('g.flip')),
        h(Button, { kind: 'quiet', testid: 'leave', disabled: inGame && !online, onClick: () => (inGame ? setAsked('leave') : onLeave()) }, inGame ? t('g.quit') : t('room.leave')),
      ]),
      inGame && listInput({ legal, pieceText: String, endText, keyOf, onPlay: send }),
      h(MoveList, { game, log }),
      h('p', { class: 'fine' }, [
        settingsText({ ...state.settings, rated: game.rated }), ' · ', t('lobby.code'), ' ', state.code,
        state.spectators > 0 && ` · ${t('room.spectators', { n: state.spectators })}`,
      ]),
    ]),
    h(Asked, { asked, setAsked, game, local, room, onLeave }),
  ]);
}

/** Whether the last move made a king, where its event was seen. @param {GameView} game */
const crowned = (game) => /** @type {import('../fold-draughts.js').LastTaken | null} */ (game.last)?.promoted ?? false;

/**
 * What counts toward a draw.
 * @param {{ game: GameView }} props
 */
export function Counters({ game }) {
  const counters = (game.turn.counters ?? []).filter(isNews);
  if (!counters.length || game.ended) return null;
  return h('span', { class: 'counters', role: 'group', 'aria-label': t('g.counters'), 'data-testid': 'counters' }, counters.map(({ reason, made, limit }) =>
    h('span', { key: reason, class: `badge${made * 4 >= limit * 3 ? ' warn' : ''}` }, t(`count.${reason}`, { made, limit }))));
}

/**
 * The one line that says what is to be done.
 * @param {{ game: GameView, seat: number | null, mine: boolean, local: boolean, online: boolean, waiting: boolean, routes: ReturnType<typeof useRoutes>, must: Must | null, legal: readonly DraughtsMove[] }} props
 */
function Prompt({ game, seat, mine, local, online, waiting, routes, must, legal }) {
  const { hand, notice, options } = routes;
  const turn = game.turn.seat;
  let text = '';
  if (game.ended) text = outcomeText(game, local ? null : seat);
  else if (!online) text = t('state.connecting');
  else if (waiting) text = t('g.sending');
  else if (mine && hand.from === null) text = `${yourTurn(game)}${t('say.stop')}${must && !notice ? mustText(must, legal) : t('g.pickPiece')}`;
  else if (mine) text = `${t('g.selected', { hole: hand.via.at(-1) ?? hand.from ?? 0 })}${t('say.stop')}${hand.done ? t('g.confirmMove') : t('g.pickDest')}`;
  else if (turn !== null) text = t('g.turnOf', { name: whoOf(game, turn) });
  return h('div', { class: `prompt${mine && !waiting ? ' mine' : ''}`, 'data-testid': 'prompt' }, [
    h('div', { class: 'prompt-text' }, [
      seat === null && !game.ended && h('span', { class: 'badge' }, t('g.spectating')),
      options.length ? h(Choices, { options, onChoose: routes.choose }) : h('span', null, text),
      notice && h('span', { class: 'notice' }, notice),
    ]),
    h('div', { class: 'prompt-buttons' }, mine && hand.from !== null && !waiting ? [
      (hand.via.length > 0 || hand.to !== null) && h(Button, { class: 'small', onClick: routes.back, testid: 'undo-hop' }, t('g.undoHop')),
      h(Button, { class: 'small', onClick: routes.clear, testid: 'put-down' }, t('g.clear')),
      hand.done && h(Button, { kind: 'primary', class: 'small', onClick: routes.confirm, testid: 'confirm-move' }, t('g.confirmMove')),
    ] : []),
  ]);
}
