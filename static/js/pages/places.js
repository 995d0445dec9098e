// How a game ended for each seat, in words, with the points.
import { h } from '../../vendor/preact.js';
import { drewIn, familyIn, isDraw } from '../family.js';
import { signed, t } from '../i18n.js';
import { later } from '../ui/later.js';
import { Bead } from '../ui/parts.js';
import { armyOf, nameIn, placeText, whoOf } from '../words.js';

/**
 * @typedef {import('../protocol.js').GameView} GameView
 * @typedef {import('../protocol.js').Settings} Settings
 */

const Sum = later(async () => (await import('./sum.js')).Sum, 'part');

/**
 * The outcome in one sentence.
 * @param {GameView} game
 * @param {number | null} seat
 */
export function outcomeText(game, seat) {
  if (!game.ended) return '';
  const own = game.ended.places.find((entry) => entry.seat === seat);
  if (isDraw(game.ended)) return !own || drewIn(game, own.seat) ? t('res.draw') : `${t('res.ownPlace', { n: own.place })}${t('say.stop')}${t('res.othersDrew')}`;
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

/**
 * What made a seat's place.
 * @param {GameView} game
 * @param {number} seat
 */
export function reasonOf(game, seat) {
  const turn = game.turn.seats.find((entry) => entry.seat === seat);
  if (turn?.out) return t(`out.${turn.out}`);
  if (familyIn(game) === 'draughts' && game.ended) return draughtsReason(game.ended, seat);
  if (drewIn(game, seat)) return t(game.ended?.reason === 'draw' ? 'res.agreed' : 'res.roundLimit');
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
 * The places with their points, one's own seat first.
 * @param {{ game: GameView, own: number | null, settings: Settings }} props
 */
export function Places({ game, own, settings }) {
  const places = [...(game.ended?.places ?? [])];
  places.sort((a, b) => Number(b.seat === own) - Number(a.seat === own) || a.place - b.place);
  return h('ol', { class: 'places' }, places.map(({ seat, place }) => {
    const score = game.scores.find((entry) => entry.seat === seat);
    return h('li', { key: seat, class: seat === own ? 'own' : '', 'data-seat': seat }, [
      h('div', { class: 'place-row' }, [
        h('span', { class: 'place-no' }, placeText(game, seat, place)),
        h(Bead, { seat, family: familyIn(game) }),
        h('span', { class: 'place-name' }, h('bdi', null, nameIn(game, seat))),
        game.rated && score && h('span', { class: `delta ${score.points < 0 ? 'minus' : 'plus'}` }, signed(score.points)),
      ]),
      h('div', { class: 'place-why' }, reasonOf(game, seat)),
      score && score.lag > 0 && h('p', { class: 'hint', 'data-testid': 'lag' }, t('res.lag', { n: (score.lag / 1000).toFixed(1) })),
      game.rated && score && h('details', { class: 'sum' }, [h('summary', null, t('res.delta')), h(Sum, { score, game, settings })]),
    ]);
  }));
}
