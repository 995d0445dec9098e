// A game: the board with its chips, the prompt, the actions, the lists.
import { h } from '../../vendor/preact.js';
import { useMemo } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { ITEMS } from '../board/aim.js';
import { marksOf } from '../board/input.js';
import { turnsFor } from '../board/geometry.js';
import { stillPlays } from '../family.js';
import { goneFrom } from '../gone.js';
import { t } from '../i18n.js';
import { hopMs, setPrefs } from '../prefs.js';
import { useMedia } from '../store.js';
import { Chip, chipPlaces } from '../ui/chip.js';
import { later } from '../ui/later.js';
import { Button, Switch, Title } from '../ui/parts.js';
import { cellText, clocksText, holeName, lastText, marblesOf, settingsText, sideOf, whoOf, yourTurn } from '../words.js';
import { useAim, useShifts } from './aim.js';
import { useFollow } from './follow.js';
import { Asked, useGame } from './gameparts.js';
import { useHand } from './hand.js';
import { listInput, starEnd } from './listinput.js';
import { MoveList } from './log.js';
import { outcomeText } from './places.js';
import { Result } from './result.js';
import { Stage } from './stage.js';
import { Toss } from './toss.js';

// What only some games have is loaded by those.
const ItemRow = later(async () => (await import('./items.js')).ItemRow, 'part');
const TeamCounts = later(async () => (await import('./team.js')).TeamCounts, 'part');
const ResignProposal = later(async () => (await import('./team.js')).ResignProposal, 'part');
const Differs = later(async () => (await import('./switches.js')).Differs, 'part');
const PlayOn = later(async () => (await import('./team.js')).PlayOn, 'part');
const DrawOffer = later(async () => (await import('./team.js')).DrawOffer, 'part');

/**
 * What marbles bear: digits unless something else is set; with two players they can do without.
 * @param {import('../prefs.js').Prefs['marks']} marks
 * @param {number} players
 */
export const styleOf = (marks, players) => (marks === 'auto' ? (players > 2 ? 'digits' : 'plain') : marks);

/**
 * The page.
 * @param {{ room: import('../room.js').Room, onBack: () => void, onLeave: () => void }} props
 */
export function GamePage({ room, onBack, onLeave }) {
  const { model, game, seat, pending, device, online, log, playing, mine, mayAct, dests, asked, setAsked } = useGame(room);
  const local = model?.state.settings.local ?? false;
  // The seat on turn is one's own seat on one screen, but a board that does not turn with it stays.
  const [follow, setFollow] = useFollow(`${game?.id} ${local && !device.turnBoard ? '' : seat}`);
  const legal = useMemo(() => (mayAct ? model?.legal ?? [] : []), [mayAct, model?.legal]);
  const items = mayAct ? model?.items ?? null : null;
  const aiming = useAim({
    items, confirm: device.confirm,
    send: (use) => void room.command({ type: 'use_item', d: use }, game?.turn.ply),
  });
  const { aim, targets, pick, tap: aimAt, cancel } = aiming;
  const shifts = useShifts(room);
  const wide = useMedia('(width >= 1000px) and (height >= 520px)');
  const own = useMemo(() => new Set(seat === null ? [] : game?.marbles[seat] ?? []), [game?.marbles, seat]);
  const held = useHand({
    legal: useMemo(() => (aim ? [] : legal), [aim !== null, legal]), own, hops: device.hops, confirm: device.confirm,
    send: (from, to, path) => void room.move(from, to, path),
  });
  const { hand, act, tap, clear, back } = held;

  // What is shown: the confirmed marbles, with the move under way on top.
  const marbles = useMemo(() => {
    const map = game ? marblesOf(game) : new Map();
    if (pending && seat !== null && map.get(pending.from) === seat) {
      const there = map.get(pending.to);
      map.delete(pending.from);
      map.set(pending.to, seat);
      if (there !== undefined) map.set(pending.from, there);
    }
    return map;
  }, [game?.marbles, pending, seat]);

  if (!model || !game) return null;
  const { state, clock } = model;
  const { things = [], teams = [], asking } = game.turn;
  const thingAt = new Map(things.map((thing) => [thing.hole, thing]));
  const hasItems = game.turn.seats.some((entry) => entry.items);
  const seats = game.players.map((player) => player.seat);
  const fixed = seats.find((entry) => entry === 3) ?? seats[0] ?? 3;
  const bottom = follow ?? (local && !device.turnBoard ? fixed : seat) ?? fixed;
  const places = chipPlaces(seats, bottom);
  const turns = turnsFor(bottom);

  const origin = hand.path[0];
  const { ends, through } = marksOf(hand, legal);
  const movable = new Set(aim ? [] : legal.map((move) => move.from));
  const last = pending ? pending.path : game.last?.path;
  /** @type {import('../board/cells.js').Marks} */
  const marks = {
    ...(last ? { last } : {}),
    ...(aim?.from != null ? { held: [aim.from] } : origin === undefined ? {} : { held: hand.path }),
    ...(aim ? { aims: targets } : {}),
    things,
    movable,
    ...(dests && origin !== undefined ? { ends, through } : {}),
  };
  // A move shown as pending has been seen; its event moves nothing again.
  const motionPath = pending?.path ?? game.last?.path ?? null;
  const motionSeat = pending ? seat : game.last?.seat;
  const motion = (!pending && shifts) || (motionPath ? { path: motionPath, key: `${game.id}:${motionSeat}:${motionPath.join('.')}` } : null);

  /** @param {number} hole */
  const cellLabel = (hole) => {
    const there = marbles.get(hole);
    const what = aim && targets.has(hole) ? 'aim' : hand.path.at(-1) === hole ? 'held' : ends.has(hole) ? 'end' : through.has(hole) ? 'through'
      : origin === undefined && movable.has(hole) ? 'movable' : null;
    return cellText(hole, there, what, thingAt.get(hole));
  };

  /** @param {'last' | 'clocks' | 'moves' | 'marbles' | 'turn'} what */
  function ask(what) {
    if (!game) return;
    const active = Number(document.activeElement?.getAttribute('data-hole') ?? -1);
    if (what === 'last') announce(lastText(game));
    else if (what === 'clocks') announce(clocksText(game, clock));
    else if (what === 'moves') {
      const list = legal.filter((move) => move.from === active).map((move) => holeName(move.to));
      announce(list.length ? t('say.moves', { hole: holeName(active), list: list.join(t('say.comma')) }) : t('g.noMoves'));
    } else if (what === 'marbles') {
      const there = marbles.get(active) ?? seat ?? bottom;
      const list = (game.marbles[there] ?? []).map(holeName);
      announce(t('say.marbles', { side: sideOf(there), list: list.join(t('say.comma')) }));
    } else setFollow(seats[(seats.indexOf(bottom) + 1) % seats.length] ?? null);
  }

  // Beside the board where there is room, so that the board can be as high as the window.
  const itemRow = hasItems && playing && seat !== null && h(ItemRow, { game, seat, items, aim, onPick: pick, onCancel: cancel });
  const inGame = playing && stillPlays(game, seat);
  /** @param {string} place */
  const chipsAt = (place) => seats.filter((entry) => places.get(entry) === place).map((entry) => h(Chip, {
    key: entry, game, seat: entry, clock, you: !local && entry === seat, place, gone: goneFrom(state).includes(entry),
    connected: state.seats.find((view) => view.seat === entry)?.occupant?.connected ?? true,
    onFollow: seat === null && entry !== bottom ? () => setFollow(entry) : undefined,
  }));

  return h('div', { class: `game${playing ? '' : ' over'}`, 'data-ply': online ? game.turn.ply : undefined, 'data-testid': 'game' }, [
    h('div', { class: 'play-area' }, [
      h(Title, { key: game.id, class: 'sr-only' }, `${t('nav.play')} ${state.code}`),
      h('div', { class: `stage${online ? '' : ' dim'}` }, [
        h('div', { class: 'strip above' }, chipsAt('top')),
        h('div', {
          class: 'stage-box',
          onContextMenu: (/** @type {MouseEvent} */ event) => {
            if (!aim) return;
            event.preventDefault();
            cancel();
          },
        }, [
          h(Stage, {
            marbles, seats, turns, marks, motion, cellLabel,
            style: styleOf(device.marks, seats.length), coords: device.coords,
            pending: pending?.to ?? null,
            label: t('board.label'), hopMs: hopMs(device),
            hooks: {
              tap: aim ? aimAt : tap,
              clear: aim ? cancel : clear,
              back: aim ? cancel : back,
              ask,
              item: (index) => {
                const item = ITEMS[index];
                if (item) pick(item);
              },
              stops: () => [...(aim ? targets : origin === undefined ? movable : ends)].sort((a, b) => a - b),
              draggable: (hole) => movable.has(hole),
              lift: (hole) => {
                if (origin !== hole) act({ type: 'tap', hole });
              },
              drop: (hole) => {
                if (hole !== null) act({ type: 'tap', hole });
              },
            },
          }),
          ...['tl', 'tr', 'bl', 'br'].flatMap(chipsAt),
          seats.length > 2 && h('span', { class: 'sr-only' }, t('board.clockwise')),
        ]),
        h('div', { class: 'strip below' }, chipsAt('bottom')),
        h(Toss, { game, lots: state.settings.first === undefined }),
      ]),
      h(Prompt, {
        room, game, seat: local && game.ended ? null : seat, mine, mayAct, online, aiming, held, waiting: pending !== null, canStop: ends.has(hand.path.at(-1) ?? -1),
      }),
      !wide && itemRow,
    ]),
    h('div', { class: 'side' }, [
      playing && asking && h(PlayOn, { game, seat, clock, room }),
      teams.length > 0 && h(TeamCounts, { game, seat }),
      wide && itemRow,
      playing && seat !== null && teams.length > 0 && h(ResignProposal, { game, seat, room }),
      game.ended && h(Result, { room, model, onBack, onLeave }),
      game.offer && h(DrawOffer, { game, seat, room }),
      playing && h('div', { class: 'actions' }, [
        inGame && h(Button, { testid: 'resign', disabled: !online, onClick: () => setAsked('resign') }, t('g.resign')),
        inGame && h(Button, { testid: 'offer-draw', disabled: !online || game.offer !== null, onClick: () => setAsked('draw') }, t('g.draw')),
        seats.length > 2 && seat === null && h(Button, { onClick: () => ask('turn') }, t('g.flip')),
        h(Button, { kind: 'quiet', testid: 'leave', disabled: inGame && !online, onClick: () => (inGame ? setAsked('leave') : onLeave()) }, inGame ? t('g.quit') : t('room.leave')),
      ]),
      playing && local && h(Switch, { label: t('g.turnBoard'), checked: device.turnBoard, testid: 'turn-board', onChange: (turnBoard) => setPrefs({ turnBoard }) }),
      inGame && listInput({
        legal, pieceText: holeName, endText: starEnd, keyOf: (move) => move.to,
        onPlay: ({ from, to, path }) => void room.move(from, to, path),
      }),
      h(MoveList, { game, log }),
      state.settings.switches && h(Differs, { settings: state.settings }),
      h('p', { class: 'fine' }, [
        settingsText({ ...state.settings, rated: game.rated }), ' · ', t('lobby.code'), ' ', state.code,
        state.spectators > 0 && ` · ${t('room.spectators', { n: state.spectators })}`,
      ]),
    ]),
    h(Asked, { asked, setAsked, game, local, room, onLeave }),
  ]);
}

/**
 * The one line that says what is to be done.
 * @param {{ game: import('../protocol.js').GameView, seat: number | null, mine: boolean, mayAct: boolean, online: boolean, waiting: boolean, held: ReturnType<typeof useHand>, canStop: boolean, aiming: ReturnType<typeof useAim>, room: import('../room.js').Room }} props
 */
function Prompt({ game, seat, mine, mayAct, online, waiting, held, canStop, aiming, room }) {
  const { hand: { path, done }, notice, confirm, back, clear } = held;
  const { aim, missed, cancel } = aiming;
  const at = path.at(-1);
  const { seat: turn, power, ply, may_pass: mayPass } = game.turn;
  const warn = game.turn.seats.find((entry) => entry.seat === seat)?.stall;
  let text = '';
  if (game.ended) text = outcomeText(game, seat);
  else if (!online) text = t('state.connecting');
  else if (waiting) text = t('g.sending');
  else if (mine && aim) text = `${t(`item.${aim.item}`)}${t('say.stop')}${t(aim.at !== null ? 'item.confirm' : aim.from === null && (aim.item === 'wings' || aim.item === 'swap' || aim.item === 'power_marble') ? 'item.pickOwn' : aim.item === 'swap' ? 'item.pickOther' : 'item.pickHole')}`;
  else if (game.turn.asking) text = t('ask.title');
  else if (mine && at === undefined && power) text = t(power.acted ? 'g.powerAgain' : 'g.powerFirst', { hole: holeName(power.marble) });
  else if (mine && at === undefined) text = `${yourTurn(game)}${t('say.stop')}${t('g.pickPiece')}`;
  else if (mine && at !== undefined) text = `${t('g.selected', { hole: holeName(at) })}${t('say.stop')}${done ? t('g.confirmMove') : t('g.pickDest')}`;
  else if (turn !== null) text = t('g.turnOf', { name: whoOf(game, turn) });
  return h('div', { class: `prompt${mine && !waiting ? ' mine' : ''}`, 'data-testid': 'prompt' }, [
    h('div', { class: 'prompt-text' }, [
      seat === null && !game.ended && h('span', { class: 'badge' }, t('g.spectating')),
      h('span', null, text),
      missed && h('span', { class: 'notice' }, t('item.noTarget')),
      notice && h('span', { class: 'notice' }, notice),
      !notice && mine && warn && at === undefined && h('span', { class: 'notice' }, t('g.passiveWarn', { n: warn.need })),
    ]),
    h('div', { class: 'prompt-buttons' }, aim && !waiting ? [
      h(Button, { class: 'small', onClick: cancel, testid: 'aim-cancel' }, t('item.cancel')),
    ] : mine && at !== undefined && !waiting ? [
      path.length > 1 && h(Button, { class: 'small', onClick: back, testid: 'undo-hop' }, t('g.undoHop')),
      h(Button, { class: 'small', onClick: clear, testid: 'put-down' }, t('g.clear')),
      path.length > 1 && canStop && h(Button, { kind: 'primary', class: 'small', onClick: confirm, testid: 'confirm-move' }, t('g.confirmMove')),
    ] : mayAct && mayPass ? [
      h(Button, { class: 'small', onClick: () => void room.command({ type: 'pass', d: {} }, ply), testid: 'pass' }, t(power?.acted ? 'g.noSecond' : 'g.pass')),
    ] : []),
  ]);
}
