// How a game ended: places, points and what they are made of.
import { h } from '../../vendor/preact.js';
import { useEffect, useRef } from '../../vendor/hooks.js';
import { announce } from '../a11y.js';
import { familyIn, isDraw } from '../family.js';
import { takenOf } from '../fold-draughts.js';
import { signed, t } from '../i18n.js';
import { levelOf } from '../levels.js';
import { Link, navigate } from '../router.js';
import { Bead, Button } from '../ui/parts.js';
import { armyOf, nameIn, placeText, whoOf } from '../words.js';
import { createFrom } from './create.js';

/**
 * @typedef {import('../protocol.js').GameView} GameView
 * @typedef {import('../protocol.js').SeatScore} SeatScore
 */

/**
 * The outcome in one sentence.
 * @param {GameView} game
 * @param {number | null} seat
 */
export function outcomeText(game, seat) {
  if (!game.ended) return '';
  if (isDraw(game.ended)) return t('res.draw');
  const own = game.ended.places.find((entry) => entry.seat === seat);
  const team = game.turn.teams?.find((entry) => entry.seats.some((one) => game.ended?.places.some((place) => place.seat === one && place.place === 1)));
  const best = game.ended.places.filter((entry) => entry.place === 1).map((entry) => whoOf(game, entry.seat));
  const winner = team ? t('res.teamWon', { team: t(`room.team${team.team}`), who: team.seats.map((one) => nameIn(game, one)).join(t('say.comma')) }) : t('res.winner', { who: best.join(t('say.comma')) });
  if (!own) return winner;
  return `${own.place === 1 ? t('res.win') : team || game.players.length === 2 ? t('res.lose') : t('res.ownPlace', { n: own.place })}${t('say.stop')}${winner}`;
}

/**
 * Why a game of draughts ended so for a seat.
 * @param {NonNullable<GameView['ended']>} ended
 * @param {number} seat
 */
function draughtsReason(ended, seat) {
  const lost = !isDraw(ended) && ended.places.some((entry) => entry.seat === seat && entry.place > 1);
  return t(`end.${lost ? 'lost_' : ''}${ended.reason}`);
}

/** @param {GameView} game @param {number} seat */
function reasonOf(game, seat) {
  const turn = game.turn.seats.find((entry) => entry.seat === seat);
  if (turn?.out) return t(`out.${turn.out}`);
  if (familyIn(game) === 'draughts' && game.ended) return draughtsReason(game.ended, seat);
  if (game.ended?.reason === 'draw') return t('res.agreed');
  if (game.ended?.reason === 'round_limit') return t('res.roundLimit');
  if (turn && turn.in_camp >= armyOf(game)) return t('res.reasonGoal');
  const team = game.turn.teams?.find((entry) => entry.seats.includes(seat));
  const rivals = game.turn.seats.filter((entry) => team && !team.seats.includes(entry.seat));
  if (team && rivals.some((entry) => entry.out)) return t('res.rivalsOut');
  if (team) return t(team.in_camp >= team.goal ? 'res.reasonTeam' : 'g.teamCount', { n: team.in_camp, need: team.goal });
  const others = game.turn.seats.filter((entry) => entry.seat !== seat);
  if (others.every((entry) => entry.out)) return t('res.lastLeft');
  return t('g.inCamp', { n: turn?.in_camp ?? 0, all: armyOf(game) });
}

/**
 * The result.
 * @param {{ room: import('../room.js').Room, model: import('../fold.js').RoomModel, onBack: () => void, onLeave: () => void }} props
 */
export function Result({ room, model, onBack, onLeave }) {
  const { state, you } = model;
  const game = /** @type {GameView} */ (state.game);
  const heading = useRef(/** @type {HTMLHeadingElement | null} */ (null));
  const own = state.settings.local ? null : you.seat;
  const ownScore = game.scores.find((entry) => entry.seat === own);
  const up = ownScore ? levelOf(ownScore.after) - levelOf(ownScore.before) : 0;
  useEffect(() => {
    announce(outcomeText(game, own));
    heading.current?.focus({ preventScroll: true });
  }, [game.id]);
  const wants = state.rematch;
  const canAgain = you.seat !== null && !state.closed;
  return h('section', { class: 'panel result', 'aria-labelledby': 'result-title', 'data-testid': 'result' }, [
    h('h2', { id: 'result-title', tabIndex: -1, ref: heading }, outcomeText(game, own)),
    up !== 0 && ownScore && h('p', { class: `title-change ${up > 0 ? 'up' : ''}`, 'data-testid': 'title-change' },
      t(up > 0 ? 'res.levelUp' : 'res.levelDown', { title: t(`rank.${levelOf(ownScore.after)}`) })),
    h(Places, { game, own }),
    !game.rated && h('p', { class: 'hint', 'data-testid': 'unrated' }, t('res.unrated')),
    canAgain && wants.length > 0 && h('p', { class: 'hint', 'aria-live': 'polite' }, t('res.wants', { list: wants.map((seat) => whoOf(game, seat)).join(t('say.comma')) })),
    h('div', { class: 'row wrap' }, [
      canAgain && h(Button, {
        kind: 'primary', testid: 'rematch', disabled: you.seat !== null && wants.includes(you.seat),
        onClick: () => void room.command({ type: 'rematch', d: {} }),
      }, you.seat !== null && wants.includes(you.seat) ? t('res.rematchAsked') : t('res.rematch')),
      h(Button, { testid: 'back-to-room', onClick: onBack }, t('res.toRoom')),
      h(Button, {
        testid: 'new-room',
        onClick: () => void createFrom(state.settings).then((code) => code && navigate(`/r/${code}`)),
      }, t('res.newRoom')),
      h(Link, { href: `/g/${game.id}`, class: 'btn', 'data-testid': 'to-replay' }, t('res.toReplay')),
      h(Button, { kind: 'quiet', testid: 'leave', onClick: onLeave }, t('room.leave')),
    ]),
  ]);
}

/**
 * The places with their points, one's own seat first.
 * @param {{ game: GameView, own: number | null }} props
 */
export function Places({ game, own }) {
  const places = [...(game.ended?.places ?? [])];
  places.sort((a, b) => Number(b.seat === own) - Number(a.seat === own) || a.place - b.place);
  return h('ol', { class: 'places' }, places.map(({ seat, place }) => {
    const score = game.scores.find((entry) => entry.seat === seat);
    return h('li', { key: seat, class: seat === own ? 'own' : '', 'data-seat': seat }, [
      h('div', { class: 'place-row' }, [
        h('span', { class: 'place-no' }, game.ended && isDraw(game.ended) ? t('res.draw') : placeText(game, place)),
        h(Bead, { seat, family: familyIn(game) }),
        h('span', { class: 'place-name' }, h('bdi', null, nameIn(game, seat))),
        game.rated && score && h('span', { class: `delta ${score.points < 0 ? 'minus' : 'plus'}` }, signed(score.points)),
      ]),
      h('div', { class: 'place-why' }, reasonOf(game, seat)),
      score && score.lag > 0 && h('p', { class: 'hint', 'data-testid': 'lag' }, t('res.lag', { n: (score.lag / 1000).toFixed(1) })),
      game.rated && score && h(Sum, { score, game }),
    ]);
  }));
}

/**
 * What a seat's points are made of.
 * @param {{ score: SeatScore, game: GameView }} props
 */
function Sum({ score, game }) {
  const lines = partLines(score);
  return h('details', { class: 'sum' }, [
    h('summary', null, t('res.delta')),
    h('dl', null, lines.flatMap(([term, value]) => [h('dt', null, term), h('dd', null, value)])),
    h('p', { class: 'formula' }, formulaText(score, game)),
    familyIn(game) === 'draughts' && score.parts.encouragement > 0 && h('p', { class: 'formula' }, t('formula.taken', { n: takenOf(game, score.seat) })),
    h('p', { class: 'hint' }, t('res.beforeAfter', { before: score.before, after: score.after, title: t(`rank.${levelOf(score.after)}`) })),
  ]);
}

/**
 * The parts that are not nothing, with the sum.
 * @param {SeatScore} score
 * @returns {[string, string][]}
 */
function partLines(score) {
  /** @type {[string, string][]} */
  const lines = [];
  for (const [part, value] of Object.entries(score.parts)) {
    if (typeof value !== 'number' || (value === 0 && part !== 'placing')) continue;
    lines.push([t(`part.${part}`), signed(value)]);
  }
  lines.push([t('part.total'), signed(score.points)]);
  return lines;
}

/**
 * How the placing comes about, in words.
 * @param {SeatScore} score
 * @param {GameView} game
 */
function formulaText(score, game) {
  const turn = game.turn.seats.find((entry) => entry.seat === score.seat);
  if (turn?.out && turn.out !== 'resigned' && turn.out !== 'flag') return t('formula.left');
  if (game.ended && isDraw(game.ended)) return t(familyIn(game) === 'draughts' ? 'formula.drawTwo' : 'formula.draw');
  if (game.turn.teams?.length) return t(`formula.team${game.players.length / 2}`);
  if (game.players.length > 2) return t(`formula.free${game.players.length}`);
  const other = game.scores.find((entry) => entry.seat !== score.seat);
  const own = levelOf(score.before);
  const rival = levelOf(other?.before ?? 0);
  return score.place === 1
    ? t('formula.win', { own, rival, n: Math.max(25 - (own - rival), 10) })
    : t('formula.loss', { own, rival, n: 25 + (own - rival) });
}
