//! The pure core, case by case, where chance seldom leads.

use tiaoqi::game::{self, GameEvent, Settings};
use tiaoqi::protocol::{Code, Command, Event, Refusal, RoomEvent};
use tiaoqi::room::ports::Standings;
use tiaoqi::room::registry::Person;
use tiaoqi::room::{Drawn, Input, Needs, Room, Step};
use tiaoqi::rules::Seat;
use tiaoqi::scoring::Farm;

use crate::support::{person, settings};

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

/// A room made by A, who sits on seat 0.
fn open(settings: Settings) -> Room {
    let a = person(1, "A");
    let events = [
        Event::Room(RoomEvent::Created {
            code: "CORE2345".to_owned(),
            settings,
            host: a.user,
            host_name: a.name.clone(),
        }),
        Event::Room(RoomEvent::Sat {
            seat: seat(0),
            user: a.user,
            name: a.name,
            guest: false,
            points: 0,
        }),
    ];
    Step::open(&events, 0, None).expect("a room").next
}

fn decide(room: &Room, person: &Person, command: Command) -> Result<Vec<Event>, Refusal> {
    let input = Input::Person {
        late: 0,
        person: person.clone(),
        ply: None,
        command,
    };
    let drawn = Drawn {
        standings: Some(Standings {
            points: vec![0; 6],
            farm: Farm::Whole,
        }),
        ..Drawn::default()
    };
    room.decide(&input, &drawn)
}

fn act(room: &mut Room, person: &Person, command: Command) -> Vec<Event> {
    let events = decide(room, person, command).expect("a command that is taken");
    *room = Step::of(room, &events, room.last_at() + 1, None)
        .expect("events that fit")
        .next;
    events
}

fn code(room: &Room, person: &Person, command: Command) -> Code {
    decide(room, person, command).expect_err("a refusal").code
}

fn names(events: &[Event]) -> Vec<String> {
    let name = |event| {
        serde_json::to_value(event).unwrap()["type"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    events.iter().map(name).collect()
}

/// People on these seats of a room for so many, A among them on seat 0.
fn seated(players: u8, on: &[(u8, &Person)]) -> Room {
    seated_in(settings(players), on)
}

fn seated_in(settings: Settings, on: &[(u8, &Person)]) -> Room {
    let mut room = open(settings);
    for (number, person) in on {
        act(
            &mut room,
            person,
            Command::Sit {
                seat: seat(*number),
            },
        );
    }
    room
}

#[test]
fn the_office_of_the_host_goes_on_however_the_seat_is_lost() {
    let (a, b, c) = (person(1, "A"), person(2, "B"), person(3, "C"));
    for way in [Command::Stand {}, Command::Leave {}] {
        let mut room = seated(6, &[(1, &b), (3, &c)]);
        assert_eq!(names(&act(&mut room, &a, way)), ["stood", "host_changed"]);
        assert_eq!(room.host(), b.user);
        // B's seat 1 does not exist for two; C's seat 3 does.
        let events = act(
            &mut room,
            &b,
            Command::Configure {
                settings: settings(2),
            },
        );
        assert_eq!(names(&events), ["configured", "stood", "host_changed"]);
        assert_eq!(room.host(), c.user);
    }
}

#[test]
fn a_host_who_loses_the_seat_alone_stays_host_until_somebody_sits_down() {
    let (a, b, c) = (person(1, "A"), person(2, "B"), person(3, "C"));
    let mut room = seated(6, &[(1, &b)]);
    act(&mut room, &a, Command::Leave {});
    let events = act(
        &mut room,
        &b,
        Command::Configure {
            settings: settings(2),
        },
    );
    assert_eq!(names(&events), ["configured", "stood"]);
    assert_eq!(room.host(), b.user);
    assert_eq!(
        names(&act(&mut room, &c, Command::Sit { seat: seat(3) })),
        ["sat", "host_changed"]
    );
    assert_eq!(code(&room, &b, Command::Start {}), Code::NotHost);
}

#[test]
fn a_host_stands_up_but_does_not_kick_the_own_seat() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let mut room = seated(3, &[(2, &b)]);
    act(&mut room, &a, Command::AddBot { seat: seat(4) });
    assert_eq!(
        code(&room, &a, Command::Kick { seat: seat(0) }),
        Code::Forbidden
    );
    for number in [2, 4] {
        assert_eq!(
            names(&act(&mut room, &a, Command::Kick { seat: seat(number) })),
            ["kicked"]
        );
    }
    assert_eq!(
        code(&room, &a, Command::Kick { seat: seat(2) }),
        Code::NoSuchSeat
    );
}

#[test]
fn a_rated_room_has_no_place_for_guests_and_bots() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let guest = Person {
        guest: true,
        ..person(3, "G")
    };
    let mut room = seated(4, &[(1, &b), (3, &guest)]);
    act(&mut room, &a, Command::AddBot { seat: seat(4) });
    let rated = Settings {
        rated: true,
        ..settings(4)
    };
    let events = act(&mut room, &a, Command::Configure { settings: rated });
    assert_eq!(names(&events), ["configured", "stood", "stood"]);
    assert_eq!(
        room.occupants().keys().copied().collect::<Vec<_>>(),
        [seat(0), seat(1)]
    );
    assert_eq!(
        code(&room, &guest, Command::Sit { seat: seat(3) }),
        Code::NeedsAccount
    );
    assert_eq!(
        code(&room, &a, Command::AddBot { seat: seat(4) }),
        Code::NeedsAccount
    );
}

/// A, B and C in a game of three.
fn three() -> (Room, [Person; 3]) {
    let people = [person(1, "A"), person(2, "B"), person(3, "C")];
    let mut room = seated(3, &[(2, &people[1]), (4, &people[2])]);
    act(&mut room, &people[1], Command::Ready {});
    act(&mut room, &people[2], Command::Ready {});
    assert_eq!(
        names(&act(&mut room, &people[0], Command::Start {})),
        ["started"]
    );
    (room, people)
}

#[test]
fn there_is_one_draw_offer_and_to_offer_beside_it_is_to_agree() {
    let (mut room, [a, b, c]) = three();
    assert_eq!(
        names(&act(&mut room, &a, Command::OfferDraw {})),
        ["draw_offered"]
    );
    // Again by the same: nothing changes, and no log grows.
    assert_eq!(act(&mut room, &a, Command::OfferDraw {}), []);
    assert_eq!(
        names(&act(&mut room, &b, Command::OfferDraw {})),
        ["draw_agreed"]
    );
    assert_eq!(
        code(&room, &b, Command::AnswerDraw { yes: false }),
        Code::NoOffer
    );
    let events = act(&mut room, &c, Command::OfferDraw {});
    assert_eq!(names(&events), ["draw_agreed", "ended", "scored"]);
}

#[test]
fn an_offer_lapses_when_it_is_declined_or_any_seat_goes_out() {
    let (mut room, [a, b, c]) = three();
    act(&mut room, &a, Command::OfferDraw {});
    act(&mut room, &c, Command::AnswerDraw { yes: false });
    assert_eq!(
        code(&room, &b, Command::AnswerDraw { yes: true }),
        Code::NoOffer
    );
    act(&mut room, &a, Command::OfferDraw {});
    act(&mut room, &c, Command::Resign {});
    assert_eq!(
        code(&room, &b, Command::AnswerDraw { yes: true }),
        Code::NoOffer
    );
}

#[test]
fn a_rematch_starts_when_all_who_sit_have_asked() {
    let (mut room, [a, b, c]) = three();
    act(&mut room, &a, Command::Resign {});
    act(&mut room, &b, Command::Resign {});
    assert!(room.playing().is_none());
    for person in [&a, &b] {
        assert_eq!(
            names(&act(&mut room, person, Command::Rematch {})),
            ["rematch"]
        );
    }
    assert_eq!(act(&mut room, &a, Command::Rematch {}), []);
    let events = act(&mut room, &c, Command::Rematch {});
    assert_eq!(names(&events), ["rematch", "started"]);
    let Event::Game(game::Event::Game(GameEvent::Started { number, .. })) = &events[1] else {
        panic!("{events:?}");
    };
    assert_eq!(*number, 2);
}

/// A private room in which A holds all seats.
fn local(players: u8, teams: bool) -> Room {
    let mut room = open(settings(players));
    let settings = Settings {
        local: true,
        private: true,
        teams,
        ..settings(players)
    };
    let command = Command::Configure { settings };
    let events = act(&mut room, &person(1, "A"), command);
    assert_eq!(names(&events).len(), usize::from(players));
    room
}

#[test]
fn one_person_holds_all_seats_of_a_local_room_and_acts_for_the_one_on_turn() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let mut room = local(3, false);
    assert_eq!(
        code(&room, &b, Command::Sit { seat: seat(2) }),
        Code::RoomFull
    );
    act(&mut room, &a, Command::Start {});
    let order = [0, 2, 4].map(seat);
    for _ in 0..3 {
        let star = room.playing().unwrap().star().expect("a star game").clone();
        let on_turn = star.on_turn();
        assert_eq!(room.seat_of(a.user), on_turn);
        let found = star.legal_moves().remove(0);
        let input = Input::Person {
            person: a.clone(),
            ply: Some(star.ply()),
            late: 0,
            command: Command::Move {
                from: found.from.into(),
                to: found.to.into(),
                path: None,
            },
        };
        let events = room.decide(&input, &Drawn::default()).unwrap();
        room = Step::of(&room, &events, 1, None).unwrap().next;
        assert_ne!(room.seat_of(a.user), on_turn);
    }
    assert!(order.contains(&room.seat_of(a.user).unwrap()));
    // To leave is to leave every seat.
    let events = act(&mut room, &a, Command::Leave {});
    let stood = names(&events)
        .iter()
        .filter(|name| *name == "stood")
        .count();
    assert_eq!((stood, room.occupants().len()), (3, 0));
    assert!(room.playing().is_none());
}

#[test]
fn a_room_that_is_local_no_more_leaves_its_host_one_seat() {
    let a = person(1, "A");
    let mut room = local(4, true);
    let settings = settings(4);
    act(&mut room, &a, Command::Configure { settings });
    assert_eq!(room.occupants().len(), 1);
    assert_eq!((room.seat_of(a.user), room.host()), (Some(seat(0)), a.user));
}

#[test]
fn settings_are_refused_with_their_reason() {
    let room = open(settings(3));
    let settings = Settings {
        teams: true,
        ..settings(3)
    };
    let command = Command::Configure { settings };
    let refusal = decide(&room, &person(1, "A"), command).unwrap_err();
    assert_eq!(refusal.code, Code::BadSettings);
    assert_eq!(refusal.why, Some("team_players"));
    assert_eq!(refusal.hint, Some("teams need 4 or 6 seats"));
}

#[test]
fn nobody_sees_the_seed_before_the_end() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let mut room = seated(2, &[(3, &b)]);
    act(&mut room, &b, Command::Ready {});
    let events = decide(&room, &a, Command::Start {}).unwrap();
    let step = Step::of(&room, &events, 1, None).unwrap();
    assert!(step.entries[0].payload.contains("\"seed\""), "it is stored");
    let shown = serde_json::to_string(&step.frames).unwrap();
    assert!(shown.contains("seed_commitment") && !shown.contains("\"seed\""));
    let view = serde_json::to_string(&step.next.view(0)).unwrap();
    assert!(!view.contains("\"seed\""));
    let mut room = step.next;
    let events = act(&mut room, &b, Command::Leave {});
    assert!(serde_json::to_string(&events).unwrap().contains("\"seed\""));
    let record: Vec<game::Event> = step
        .frames
        .iter()
        .map(|frame| frame.event.clone())
        .chain(events)
        .filter_map(|event| match event {
            Event::Game(event) => Some(event),
            Event::Room(_) => None,
        })
        .collect();
    assert_eq!(game::verify(&record), Ok(game::Audit { draws: 1 }));
}

#[test]
fn a_running_room_reads_nothing_for_what_it_will_refuse() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let mut room = seated(2, &[(3, &b)]);
    let asked = |command| Input::Person {
        late: 0,
        person: person(3, "C"),
        ply: None,
        command,
    };
    let commands = [
        Command::Sit { seat: seat(3) },
        Command::Start {},
        Command::Rematch {},
    ];
    for command in commands.clone() {
        assert_ne!(room.needs(&asked(command)), Needs::Nothing);
    }
    act(&mut room, &b, Command::Ready {});
    act(&mut room, &a, Command::Start {});
    for command in commands {
        assert_eq!(room.needs(&asked(command.clone())), Needs::Nothing);
        assert!(decide(&room, &person(3, "C"), command).is_err());
    }
}

#[test]
fn what_the_rule_set_forbids_is_an_illegal_move_and_no_lack_of_rights() {
    let (a, b) = (person(1, "A"), person(2, "B"));
    let settings = Settings {
        first: Some(seat(0)),
        ..settings(2)
    };
    let mut room = seated_in(settings, &[(3, &b)]);
    act(&mut room, &b, Command::Ready {});
    act(&mut room, &a, Command::Start {});
    let pass = Input::Person {
        late: 0,
        person: a,
        ply: Some(1),
        command: Command::Pass {},
    };
    let refusal = room.decide(&pass, &Drawn::default()).unwrap_err();
    assert_eq!(refusal.code, Code::Illegal);
}
