// A finished game, step by step.
import { h } from '../../vendor/preact.js';
import { useEffect, useMemo, useState } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { codeOf, get, getEvents } from '../api.js';
import { me, refusalText } from '../app.js';
import { turnsFor } from '../board/geometry.js';
import { turnsFor as squareTurns } from '../board/squares.js';
import { piecesOf, seatOf } from '../draughts.js';
import { sideText } from '../draughtswords.js';
import { familyIn } from '../family.js';
import { boardOf, lastTaken } from '../fold-draughts.js';
import { lang, t } from '../i18n.js';
import { hopMs, prefs } from '../prefs.js';
import { replayOf, within } from '../replay.js';
import { Link } from '../router.js';
import { useStore } from '../store.js';
import { Chip, chipPlaces } from '../ui/chip.js';
import { later } from '../ui/later.js';
import { Bead, Button, choice, Loading, Title } from '../ui/parts.js';
import { cellText, eventText, holeName, lastText, marblesOf, nameIn, settingsText, sideOf } from '../words.js';
import { shiftsOf } from './aim.js';
import { styleOf } from './game.js';
import { listed, MoveList } from './log.js';
import { outcomeText, Places } from './places.js';
import { useRoutes } from './routes.js';
import { SquareStage } from './squarestage.js';
import { Stage } from './stage.js';

const TeamCounts = later(async () => (await import('./team.js')).TeamCounts, 'part');

/** Milliseconds a step, by speed. */
const SPEEDS = { slow: 2400, normal: 1200, fast: 500 };

/** A button's sign: drawn, as not every font has it. @param {string} d */
const sign = (d) => h('svg', { class: 'key-sign', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h('path', { d }));

/** Where the keys lead, from a step. @type {Readonly<Record<string, (step: number) => number>>} */
const KEYS = {
  '[': (step) => step - 1, ']': (step) => step + 1, ArrowLeft: (step) => step - 1, ArrowRight: (step) => step + 1,
  Home: () => 0, End: () => Infinity,
};

/** @typedef {import('../replay.js').Replay} Replay */

/** @type {readonly import('../draughts.js').DraughtsMove[]} */
const NONE = [];
/** @type {ReadonlySet<number>} */
const NOBODY = new Set();

/** @param {{ id: string }} props */
export function ReplayPage({ id }) {
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [failed, setFailed] = useState('');
  useEffect(() => {
    let over = false;
    // The events say by which rules it went, the record what they are called.
    Promise.all([getEvents(`/games/${id}/events`), get(`/games/${id}`)]).then(([events, { preset }]) => {
      const found = replayOf(events);
      if (over) return;
      if (found) setReplay({ ...found, settings: { ...found.settings, preset } });
      else setFailed('not_found');
    }, (error) => !over && setFailed(codeOf(error)));
    return () => {
      over = true;
    };
  }, [id]);
  if (failed) {
    return h('div', { class: 'page narrow' }, [
      h(Title, null, failed === 'not_found' ? t('rep.none') : t('state.error')),
      h('p', { 'data-testid': 'replay-failed' }, refusalText(failed)),
      h(Link, { href: '/', class: 'btn primary' }, t('nav.home')),
    ]);
  }
  return replay ? h(Player, { replay, id }) : h(Loading, null);
}

/**
 * Where the player is, and how it got there: only a single step forward is seen moving.
 * @param {Replay} replay
 */
function useSteps(replay) {
  const count = replay.steps.length;
  const [at, setAt] = useState({ step: 0, moving: false });
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(/** @type {keyof typeof SPEEDS} */ ('normal'));
  const last = at.step >= count - 1;
  /** From the step it is at, which may be a later one than the page shows. @param {(step: number) => number} to */
  const jump = (to) => {
    setPlaying(false);
    setAt((old) => {
      const next = within(to(old.step), count);
      return { step: next, moving: next === old.step + 1 };
    });
  };
  useEffect(() => {
    if (!playing) return undefined;
    if (last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt((old) => ({ step: within(old.step + 1, count), moving: true })), SPEEDS[speed]);
    return () => clearTimeout(timer);
  }, [playing, at.step, speed, last]);
  const play = () => {
    if (!playing && last) setAt({ step: 0, moving: false });
    setPlaying(!playing);
  };
  /** @param {number} step */
  const scrub = (step) => {
    setPlaying(false);
    setAt({ step: within(step, count), moving: false });
  };
  return { step: at.step, moving: at.moving, count, last, playing, play, speed, setSpeed, jump, scrub };
}

/**
 * The board, the list and the buttons.
 * @param {{ replay: Replay, id: string, about?: any }} props `about` stands for the result and the export of a
 *   game that is not from here.
 */
export function Player({ replay, id, about }) {
  const device = useStore(prefs);
  const who = useStore(me);
  const language = useStore(lang);
  const [follow, setFollow] = useState(/** @type {number | null} */ (null));
  const { step, moving, count, last, playing, play, speed, setSpeed, jump, scrub } = useSteps(replay);
  const { steps } = replay;
  const shown = steps[step] ?? steps[0];
  const final = steps.at(-1)?.game;
  const log = useMemo(() => replay.frames.filter(listed), [replay]);
  const marbles = useMemo(() => (shown ? marblesOf(shown.game) : new Map()), [shown]);

  useEffect(() => {
    document.title = `${t('rep.title')} · ${t('app.short')}`;
    return () => {
      document.title = t('app.short');
    };
  }, [language]);

  // Brackets act while the focus is in the replay, arrows wherever they mean nothing else.
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    function onKey(event) {
      const to = KEYS[event.key];
      if (to === undefined || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      const on = event.target instanceof Element ? event.target : null;
      if (on?.closest('select, textarea, dialog, input:not([type=range])')) return;
      if ('[]'.includes(event.key) ? !on?.closest('.replay') : on?.closest('input, [role=grid], ol')) return;
      jump(to);
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  const said = shown && step > 0 ? eventText(shown.game, shown.frame) : '';
  const line = `${t('rep.moveNo', { n: step })}${said ? `${t('say.stop')}${said}` : ''}`;
  useEffect(() => {
    if (step > 0 && !playing) announce(line);
  }, [step]);

  // On squares nothing can be moved either, but every square can be asked about.
  const routes = useRoutes({ legal: NONE, must: null, own: NOBODY, hops: false, confirm: false, dests: false, send: () => {} });

  if (!shown || !final) return null;
  const { game } = shown;
  const seats = game.players.map((player) => player.seat);
  // Who played all sides has none.
  const mine = game.players.filter((player) => player.user && player.user === who?.user);
  const own = mine.length === 1 ? mine[0]?.seat ?? null : null;
  const family = familyIn(game);
  const pieces = boardOf(game);
  const { things = [], teams = [] } = game.turn;
  const thingAt = new Map(things.map((thing) => [thing.hole, thing]));
  const bottom = follow ?? own ?? seats.find((entry) => entry === 3) ?? seats[0] ?? 3;
  const places = pieces ? new Map(seats.map((seat) => [seat, seat === bottom ? 'bottom' : 'top'])) : chipPlaces(seats, bottom);
  const flip = () => setFollow(seats[(seats.indexOf(bottom) + 1) % seats.length] ?? null);
  const path = moving ? shown.path : null;

  /** @param {'last' | 'clocks' | 'moves' | 'marbles' | 'turn'} what */
  function ask(what) {
    const active = Number(document.activeElement?.getAttribute('data-hole') ?? -1);
    if (what === 'last') announce(lastText(game));
    else if (what === 'turn') flip();
    else if (what === 'marbles' && pieces) {
      const on = piecesOf(pieces);
      const kind = on.get(active);
      announce(sideText(kind === undefined ? bottom : seatOf(kind), on));
    } else if (what === 'marbles') {
      const there = marbles.get(active) ?? bottom;
      announce(t('say.marbles', { side: sideOf(there), list: (game.marbles[there] ?? []).map(holeName).join(t('say.comma')) }));
    }
  }

  /** @param {string} place */
  const chipsAt = (place) => seats.filter((entry) => places.get(entry) === place).map((entry) => h(Chip, {
    key: entry, game, seat: entry, clock: null, you: entry === own, place, connected: true,
    onFollow: entry !== bottom ? () => setFollow(entry) : undefined,
  }));
  const nothing = () => {};

  return h('div', { class: 'game replay', 'data-testid': 'replay', 'data-step': step, 'data-steps': count - 1 }, [
    h('div', { class: 'play-area' }, [
      h('div', { class: 'room-head' }, h(Title, null, t('rep.title'))),
      h('div', { class: `stage${pieces ? ' square' : ''}` }, [
        h('div', { class: 'strip above' }, chipsAt('top')),
        h('div', { class: 'stage-box' }, [
          pieces ? h(SquareStage, {
            pieces: piecesOf(pieces), turns: squareTurns(bottom), coords: device.squares, routes, ask, hopMs: hopMs(device),
            last: game.last ? { route: game.last.path, taken: lastTaken(game) } : null,
            motion: path ? { path, key: `${id}:${step}`, taken: lastTaken(game), shades: replay.settings.preset === 'fmjd' } : null,
          }) : h(Stage, {
            marbles, seats, turns: turnsFor(bottom), marks: { ...(game.last ? { last: game.last.path } : {}), things },
            motion: (moving && shiftsOf(shown.frame)) || (path ? { path, key: `${id}:${step}` } : null),
            cellLabel: (hole) => cellText(hole, marbles.get(hole), null, thingAt.get(hole)),
            style: styleOf(device.marks, seats.length), coords: device.coords, pending: null,
            label: t('board.label'), hopMs: hopMs(device),
            hooks: { tap: nothing, clear: nothing, back: nothing, ask, stops: () => [], draggable: () => false, lift: nothing, drop: nothing },
          }),
          ...['tl', 'tr', 'bl', 'br'].flatMap(chipsAt),
        ]),
        h('div', { class: 'strip below' }, chipsAt('bottom')),
      ]),
      h('div', { class: 'player' }, [
        h('p', { class: 'player-line' }, line),
        h('input', {
          type: 'range', min: 0, max: count - 1, value: step, 'aria-label': t('rep.position'), 'data-testid': 'replay-at',
          'aria-valuetext': line, onInput: (/** @type {Event} */ event) => scrub(Number(/** @type {HTMLInputElement} */ (event.currentTarget).value)),
        }),
        h('div', { class: 'player-keys' }, [
          h(Button, { testid: 'replay-first', 'aria-label': t('rep.first'), title: t('rep.first'), disabled: step === 0, onClick: () => jump(() => 0) }, sign('M5 4v12M16 4 7 10l9 6Z')),
          h(Button, { testid: 'replay-prev', 'aria-label': t('rep.prev'), title: `${t('rep.prev')} [`, disabled: step === 0, onClick: () => jump((at) => at - 1) }, sign('M14 4 5 10l9 6Z')),
          h(Button, { kind: 'primary', testid: 'replay-play', onClick: play }, t(playing ? 'rep.pause' : 'rep.play')),
          h(Button, { testid: 'replay-next', 'aria-label': t('rep.next'), title: `${t('rep.next')} ]`, disabled: last, onClick: () => jump((at) => at + 1) }, sign('M6 4l9 6-9 6Z')),
          h(Button, { testid: 'replay-last', 'aria-label': t('rep.last'), title: t('rep.last'), disabled: last, onClick: () => jump(() => count - 1) }, sign('M15 4v12M4 4l9 6-9 6Z')),
        ]),
      ]),
    ]),
    h('div', { class: 'side' }, [
      teams.length > 0 && h(TeamCounts, { game, seat: own }),
      about ?? h('section', { class: 'panel result', 'aria-labelledby': 'result-title', 'data-testid': 'result' }, [
        h('h2', { id: 'result-title' }, outcomeText(final, own)),
        h(Places, { game: final, own, settings: replay.settings }),
        !final.rated && h('p', { class: 'hint' }, t('res.unrated')),
      ]),
      h('div', { class: 'actions' }, [
        choice({
          label: t('rep.speed'), value: speed, testid: 'replay-speed',
          options: /** @type {const} */ ([
            { value: 'slow', text: t('rep.slow') }, { value: 'normal', text: t('set.motionNormal') }, { value: 'fast', text: t('set.motionFast') },
          ]),
          onChange: setSpeed,
        }),
        h(Button, { onClick: flip }, t('g.flip')),
      ]),
      h(MoveList, { game: final, log, current: currentOf(log, replay, step), onPick: (seq) => jump(() => replay.stepOf(seq)) }),
      !about && h('section', { class: 'panel', 'aria-labelledby': 'export' }, [
        h('h2', { id: 'export' }, t('rep.export')),
        h('div', { class: 'row wrap' }, family === 'draughts'
          ? h('a', { class: 'btn', href: `/api/v1/games/${id}/record`, download: `tiaoqi-${id}.pdn`, 'data-testid': 'save-text' }, 'PDN')
          : [
            h('a', { class: 'btn', href: `/api/v1/games/${id}/record`, download: `tiaoqi-${id}.txt`, 'data-testid': 'save-text' }, t('rep.text')),
            h('a', { class: 'btn', href: `/api/v1/games/${id}/record?format=json`, download: `tiaoqi-${id}.json`, 'data-testid': 'save-json' }, t('rep.json')),
          ]),
      ]),
      h('ul', { class: 'people' }, game.players.filter((player) => player.user).map((player) => h('li', { key: player.seat }, [
        h(Bead, { seat: player.seat, family }), h(Link, { href: `/p/${player.user}` }, h('bdi', null, nameIn(game, player.seat))),
      ]))),
      !about && h('p', { class: 'fine' }, settingsText(replay.settings)),
    ]),
  ]);
}

/**
 * The line of the list that leads to this step.
 * @param {readonly import('../frames.js').EventFrame[]} log
 * @param {Replay} replay
 * @param {number} step
 */
const currentOf = (log, replay, step) => log.find((frame) => replay.stepOf(frame.seq) === step)?.seq;
