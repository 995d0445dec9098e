//! Draughts in a room: clocks, offers, refusals with their reason, sides that change.

use tiaoqi::game::{self, GameEvent, MainClock, Millis, Settings};
use tiaoqi::protocol::{Code, Command, Event, Refusal, RoomEvent};
use tiaoqi::room::ports::Standings;
use tiaoqi::room::registry::Person;
use tiaoqi::room::{Drawn, Input, Room, Step};
use tiaoqi::rules::draughts::Preset;
use tiaoqi::rules::{OutReason, Point, Seat};
use tiaoqi::scoring::Farm;

use crate::support::person;

const WHITE: Seat = Seat::ALL[0];
const BLACK: Seat = Seat::ALL[1];

/// A room with a game of A (White) against B (Black) that has just begun.
struct Board {
    room: Room,
    a: Person,
    b: Person,
    now: Millis,
}

impl Board {
    fn new(settings: Settings) -> Self {
        let (a, b) = (person(1, "A"), person(2, "B"));
        let events = [Event::Room(RoomEvent::Created {
            code: "CORE2345".to_owned(),
            settings,
            host: a.user,
            host_name: a.name.clone(),
        })];
        let room = Step::open(&events, 0, None).expect("a room").next;
        let mut board = Self { room, a, b, now: 0 };
        let (a, b) = (board.a.clone(), board.b.clone());
        board.must(&a, Command::Sit { seat: WHITE });
        board.must(&b, Command::Sit { seat: BLACK });
        board.must(&b, Command::Ready {});
        board.must(&a, Command::Start {});
        board
    }

    fn input(&mut self, input: &Input) -> Result<Vec<Event>, Refusal> {
        let drawn = Drawn {
            standings: Some(Standings {
                points: vec![0; 2],
                farm: Farm::Whole,
            }),
            ..Drawn::default()
        };
        let events = self.room.decide(input, &drawn)?;
        self.room = Step::of(&self.room, &events, self.now, None)
            .expect("events that fit")
            .next;
        Ok(events)
    }

    fn send(&mut self, person: &Person, command: Command) -> Result<Vec<Event>, Refusal> {
        let ply = self.room.playing().map(|game| game.play().ply());
        self.input(&Input::Person {
            person: person.clone(),
            ply,
            command,
            late: 0,
        })
    }

    fn must(&mut self, person: &Person, command: Command) -> Vec<Event> {
        self.send(person, command).expect("a command that is taken")
    }

    fn refused(&mut self, person: &Person, command: Command) -> Code {
        self.send(person, command).expect_err("a refusal").code
    }

    /// A move of the side on turn, by the numbers of its squares.
    fn play(&mut self, from: u8, to: u8) {
        let game = self.room.playing().expect("a game");
        let on_turn = game.play().on_turn().expect("a side on turn");
        let user = game.player(on_turn).and_then(|player| player.user);
        let mover = if user == Some(self.a.user) {
            self.a.clone()
        } else {
            self.b.clone()
        };
        self.must(&mover, step(from, to));
    }

    fn game(&self) -> &game::Game {
        self.room.game().expect("a game")
    }
}

fn step(from: u8, to: u8) -> Command {
    let point = |number| Point::try_from(number).expect("a square");
    Command::Move {
        from: point(from),
        to: point(to),
        path: None,
    }
}

fn settings(preset: Preset) -> Settings {
    Settings {
        preset: preset.into(),
        ..Settings::default()
    }
}

#[test]
fn white_begins_under_fmjd_and_black_under_plyyard() {
    for (preset, first) in [(Preset::Fmjd, WHITE), (Preset::Plyyard, BLACK)] {
        let board = Board::new(settings(preset));
        assert_eq!(board.game().play().on_turn(), Some(first));
        assert_eq!(board.room.settings().seats(), [WHITE, BLACK]);
    }
}

#[test]
fn who_must_take_is_told_so() {
    let mut board = Board::new(settings(Preset::Fmjd));
    for (from, to) in [(32, 28), (19, 23)] {
        board.play(from, to);
    }
    let a = board.a.clone();
    assert_eq!(board.refused(&a, step(31, 27)), Code::MustCapture);
    assert_eq!(board.refused(&a, step(31, 31)), Code::Illegal);
    assert_eq!(board.refused(&a, Command::Pass {}), Code::BadRequest);
    board.play(28, 19);
    let b = board.b.clone();
    assert_eq!(board.refused(&a, step(31, 27)), Code::NotYourTurn);
    assert_eq!(board.refused(&b, step(1, 99)), Code::Illegal);
}

#[test]
fn a_main_clock_runs_for_the_side_on_turn_and_its_flag_is_an_ordinary_loss() {
    let mut board = Board::new(Settings {
        clock: Some(MainClock {
            main: 60,
            increment: 3,
        }),
        rated: true,
        ..settings(Preset::Fmjd)
    });
    // Main time and one increment to begin with.
    assert_eq!(board.game().deadline(), Some(63_000));
    board.now = 10_000;
    board.play(32, 28);
    assert_eq!(board.game().time_of(WHITE), 63_000 - 10_000 + 3_000);
    assert_eq!(board.game().deadline(), Some(10_000 + 63_000));
    board.now = 12_000;
    board.play(20, 24);
    assert_eq!(board.game().time_of(BLACK), 63_000 - 2_000 + 3_000);
    assert_eq!(board.game().deadline(), Some(12_000 + 56_000));
    // Time that is given back is not spent.
    board
        .input(&Input::Resume {
            credit: 5_000,
            why: tiaoqi::game::ResumeReason::Store,
        })
        .expect("a running game");
    board.now = 20_000;
    board.play(37, 32);
    assert_eq!(board.game().time_of(WHITE), 56_000 - 3_000 + 3_000);
    board.now = 20_000 + 64_000;
    board.input(&Input::Expire).expect("a deadline");
    let game = board.game();
    assert_eq!(game.play().out(BLACK), Some(OutReason::Flag));
    assert_eq!(game.play().place(WHITE), Some(1));
    let points: Vec<i32> = game.scores().iter().map(|score| score.points).collect();
    // Before each side has made ten moves nobody gains; a flag costs what a loss costs.
    assert_eq!(points, [0, -25]);
}

#[test]
fn three_expired_turns_in_a_row_are_desertion() {
    let mut board = Board::new(Settings {
        rated: true,
        ..settings(Preset::Plyyard)
    });
    for count in 1..=3 {
        let before = board.game().play().on_turn();
        assert_eq!(before, Some(BLACK), "the same side stays on turn");
        board.now += 30_000;
        assert_eq!(board.game().deadline(), Some(board.now));
        board.input(&Input::Expire).expect("a deadline");
        assert_eq!(board.game().play().timeouts(BLACK), count);
    }
    let game = board.game();
    assert_eq!(game.play().out(BLACK), Some(OutReason::TimedOut));
    assert_eq!(game.scores()[1].points, -50);
}

#[test]
fn an_offer_lapses_with_the_opponents_move_and_waits_five_own_moves() {
    let mut board = Board::new(settings(Preset::Fmjd));
    let (a, b) = (board.a.clone(), board.b.clone());
    board.must(&a, Command::OfferDraw {});
    board.play(32, 28);
    assert!(
        board.game().offer().is_some(),
        "the own move leaves it open"
    );
    board.play(19, 24);
    assert!(board.game().offer().is_none());
    assert_eq!(
        board.refused(&b, Command::AnswerDraw { yes: true }),
        Code::NoOffer
    );
    // One own move had been made when it came to nothing.
    while board.game().play().turns(WHITE) < 6 {
        assert_eq!(board.refused(&a, Command::OfferDraw {}), Code::OfferTooSoon);
        let moves = board
            .game()
            .play()
            .draughts()
            .expect("draughts")
            .legal_moves();
        board.play(moves[0].from.number(), moves[0].to.number());
    }
    board.must(&a, Command::OfferDraw {});
    board.must(&b, Command::AnswerDraw { yes: true });
    let game = board.game();
    assert!(game.ended().expect("an end").reason.is_draw());
    assert_eq!(game.play().place(BLACK), Some(1));
}

#[test]
fn sides_change_for_the_next_game() {
    let mut board = Board::new(settings(Preset::Fmjd));
    let (a, b) = (board.a.clone(), board.b.clone());
    board.must(&b, Command::Resign {});
    board.must(&b, Command::Rematch {});
    let events = board.must(&a, Command::Rematch {});
    assert!(matches!(
        events[..],
        [
            Event::Room(RoomEvent::Rematch { .. }),
            Event::Room(RoomEvent::Swapped {}),
            Event::Game(game::Event::Game(GameEvent::Started { .. })),
        ]
    ));
    assert_eq!(board.room.seat_of(b.user), Some(WHITE));
    assert_eq!(
        board.game().player(WHITE).and_then(|player| player.user),
        Some(b.user)
    );
    assert_eq!(board.refused(&a, step(32, 28)), Code::NotYourTurn);
    board.must(&b, step(32, 28));
}

#[test]
fn what_makes_no_game_of_draughts_is_refused() {
    let fmjd = settings(Preset::Fmjd);
    assert_eq!(fmjd.check(), Ok(()));
    let clock = |main, increment| Settings {
        clock: Some(MainClock { main, increment }),
        ..settings(Preset::Fmjd)
    };
    assert_eq!(clock(0, 1).check(), Ok(()));
    assert_eq!(clock(10_800, 180).check(), Ok(()));
    for wrong in [
        clock(0, 0),
        clock(10_801, 0),
        clock(60, 181),
        Settings {
            players: 3,
            ..settings(Preset::Fmjd)
        },
        Settings {
            items: true,
            ..settings(Preset::Plyyard)
        },
        Settings {
            first: Some(WHITE),
            ..settings(Preset::Plyyard)
        },
        Settings {
            clock: Some(MainClock::MOST),
            ..Settings::default()
        },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
    let mut board = Board::new(fmjd);
    let (a, b) = (board.a.clone(), board.b.clone());
    board.must(&b, Command::Resign {});
    let other = Command::Configure {
        settings: Settings::default(),
    };
    assert_eq!(board.refused(&a, other), Code::BadSettings);
}
