//! What has to hold after every step: all that PROTOCOL.md promises.

use tiaoqi::game::{self, Game, GameEvent, Play};
use tiaoqi::protocol::{Cid, Event, EventFrame, ServerMessage, UserId};
use tiaoqi::room::ports::Stored;
use tiaoqi::room::{Room, Step};
use tiaoqi::rules::draughts::{self, Colour};
use tiaoqi::rules::star::{self, ASK_MILLIS};

use super::world::{World, name_of};
use crate::support::client::Wire;

impl World<'_> {
    /// The log grows without a gap, and its fold is the live state; so is a client's.
    pub(super) fn check_step(
        &mut self,
        events: &[Event],
        step: &Step,
        command: Option<(UserId, Cid)>,
    ) {
        assert_eq!(step.entries.len(), events.len());
        assert_eq!(step.frames.len(), events.len());
        let first = self.room.seq() + 1;
        if let Some(command) = command {
            assert!(
                self.effects.insert(command, first).is_none(),
                "a second effect"
            );
        }
        for (index, ((event, entry), frame)) in events
            .iter()
            .zip(&step.entries)
            .zip(&step.frames)
            .enumerate()
        {
            let seq = first + index as u64;
            assert_eq!(frame.seq, seq);
            assert_eq!(entry.command, command.filter(|_| index == 0));
            *self.tally.events.entry(name_of(event)).or_default() += 1;
            let parsed: Event = serde_json::from_str(&entry.payload).expect("stored JSON");
            assert_eq!(&parsed, event, "an event changes on its way through JSON");
            self.mirror
                .apply(&parsed, entry.at, entry.command)
                .expect("the next event");
            self.log.push(Stored {
                seq,
                at: entry.at,
                command: entry.command,
                payload: entry.payload.clone(),
            });
            self.check_client(frame);
        }
        assert_eq!(self.mirror, step.next, "fold(log) is not the live state");
        assert_eq!(
            self.client.state,
            step.next.view(0),
            "a client sees another room"
        );
    }

    fn check_client(&mut self, frame: &EventFrame) {
        let text = serde_json::to_string(&ServerMessage::Ev(Box::new(frame.clone()))).unwrap();
        let wire: Wire = serde_json::from_str(&text).expect("a frame");
        let hash = wire.h.clone();
        assert_eq!(hash.is_some(), frame.turn.is_some());
        self.client.fold(wire);
        if hash.is_some() {
            assert_eq!(self.client.hash(), hash, "hashes differ after {text}");
        }
    }

    /// A deadline moves back for nothing but a new turn, and bots have none.
    pub(super) fn check_clock(&self, next: &Room) {
        let turn = |game: &Game| {
            let play = game.play();
            let turns = match game.star() {
                Some(star) => star
                    .seats()
                    .iter()
                    .map(|&seat| u32::from(star.turns(seat)))
                    .sum(),
                None => play.ply(),
            };
            (game.id(), turns, play.on_turn(), play.is_asking())
        };
        let (Some(before), Some(after)) = (self.room.playing(), next.playing()) else {
            return;
        };
        if turn(before) == turn(after) {
            assert!(
                after.deadline() >= before.deadline(),
                "a deadline came nearer"
            );
        } else if let Some(deadline) = after.deadline() {
            let asking = after.play().is_asking();
            let limit = if asking {
                ASK_MILLIS
            } else {
                after.time_of(after.play().on_turn().expect("a running turn"))
            };
            assert_eq!(deadline, self.now + limit);
        }
    }

    /// One result for each game, with points that add up, in the step that ends it.
    pub(super) fn check_booking(&mut self, events: &[Event], step: &Step) {
        let scores: Vec<_> = events
            .iter()
            .enumerate()
            .filter_map(|(at, event)| match event {
                Event::Game(game::Event::Game(GameEvent::Scored { scores })) => Some((at, scores)),
                _ => None,
            })
            .collect();
        let ends = |event: &Event| {
            matches!(
                event,
                Event::Game(
                    game::Event::Star(star::Event::Ended { .. })
                        | game::Event::Draughts(draughts::Event::Ended { .. })
                )
            )
        };
        assert_eq!(
            scores.len(),
            events.iter().filter(|event| ends(event)).count()
        );
        let batch = step.batch(self.id, 1);
        assert_eq!(batch.last_seq, self.room.seq());
        assert_eq!(batch.booking.is_some(), !scores.is_empty());
        let (Some((at, scores)), Some(booking)) = (scores.first(), batch.booking) else {
            return;
        };
        self.scored += 1;
        assert!(ends(&events[at - 1]), "points not right behind the end");
        let game = step.next.game().expect("a game");
        assert_eq!(
            u64::from(game.number()),
            self.scored,
            "a game without points before this one"
        );
        assert_eq!(booking.last_seq, self.room.seq() + 1 + *at as u64);
        let first = &self.log[usize::try_from(booking.first_seq).expect("small") - 1];
        assert!(
            first.payload.starts_with(r#"{"type":"started""#),
            "{}",
            first.payload
        );
        assert_eq!(booking.seats.len(), game.players().len());
        for score in *scores {
            let player = game.player(score.seat).expect("a player");
            assert_eq!(
                (score.before, score.points),
                (player.points, score.parts.total())
            );
            assert_eq!(score.after, score.before + i64::from(score.points));
            if !game.is_rated() {
                assert_eq!(score.points, 0, "points for an unrated game");
            } else if let Some(user) = player.user {
                self.points.insert(user, score.after);
            }
        }
        well_formed_places(game);
    }

    pub(super) fn check_room(&mut self) {
        let room = &self.room;
        let seats = room.settings().seats();
        assert!(
            room.occupants().keys().all(|seat| seats.contains(seat)),
            "a seat too many"
        );
        let mut users: Vec<_> = room.occupants().values().filter_map(|o| o.user).collect();
        let people = users.len();
        users.sort_unstable();
        users.dedup();
        let each = if room.settings().local {
            people.min(1)
        } else {
            people
        };
        assert_eq!(users.len(), each, "somebody sits twice");
        assert!(
            users.is_empty() || users.contains(&room.host()),
            "people sit here, and the host is none of them"
        );
        if room.settings().rated {
            assert!(
                room.occupants()
                    .values()
                    .all(|o| o.user.is_some() && !o.guest)
            );
        }
        let projection = room.projection();
        assert_eq!(projection.wake_at.is_none(), room.is_closed());
        assert_eq!(
            projection.seated.len(),
            if room.is_closed() { 0 } else { people }
        );
        if let Some(game) = room.game() {
            conserved(game);
            let on_turn: Vec<_> = game.play().on_turn().into_iter().collect();
            assert_eq!(on_turn.len(), usize::from(room.playing().is_some()));
            assert!(on_turn.iter().all(|seat| game.play().is_playing(*seat)));
            assert_eq!(
                game.deadline().is_some(),
                room.playing().is_some() && game.bot_on_turn().is_none()
            );
        }
        self.tally.games += u64::from(
            self.log
                .last()
                .is_some_and(|last| last.payload.starts_with(r#"{"type":"started""#)),
        );
    }
}

/// Ten marbles for each seat that is not out, none for the others, and no two in one hole; twenty
/// pieces for each side but for those that were taken.
fn conserved(game: &Game) {
    let star = match game.play() {
        Play::Star(star) => star,
        Play::Draughts(board) => {
            for colour in Colour::ALL {
                let left = board.position().pieces(colour).len();
                assert_eq!(left + board.taken(colour.other()), 20, "pieces of {colour}");
            }
            return;
        }
    };
    let mut all = star::HoleSet::EMPTY;
    for &seat in star.seats() {
        let marbles = star.marbles(seat);
        let expected = if star.out(seat).is_some() { 0 } else { 10 };
        assert_eq!(marbles.len(), expected, "marbles of seat {seat}");
        assert!(all.is_disjoint(marbles), "two marbles in one hole");
        all |= marbles;
    }
}

/// Places count like a race: who shares one shares its number, and the next one is left out.
fn well_formed_places(game: &Game) {
    let ended = game.ended().expect("a game that is over");
    if game.star().is_some_and(star::Game::has_teams) {
        return team_places(game);
    }
    let mut places: Vec<_> = ended
        .places
        .iter()
        .map(|placed| usize::from(placed.place))
        .collect();
    places.sort_unstable();
    assert_eq!(places.len(), game.players().len());
    for (at, place) in places.iter().enumerate() {
        let shared = at > 0 && places[at - 1] == *place;
        assert!(shared || *place == at + 1, "{places:?}");
    }
    for score in game.scores() {
        let placed = ended.places.iter().find(|placed| placed.seat == score.seat);
        assert_eq!(placed.map(|placed| placed.place), Some(score.place));
    }
}

/// One team has won and the other lost, or all have drawn.
fn team_places(game: &Game) {
    let star = game.star().expect("a star game");
    let drawn = star.end_reason().is_some_and(star::EndReason::is_draw);
    let place = |team| {
        let mut places = star.members(team).map(|seat| star.place(seat));
        let first = places.next().expect("a member");
        assert!(
            places.all(|place| place == first),
            "a team shares its place"
        );
        first.expect("a place")
    };
    let mut places = star::Team::ALL.map(place);
    places.sort_unstable();
    assert_eq!(places, if drawn { [1, 1] } else { [1, 2] });
}
