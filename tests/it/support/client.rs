//! A client as a browser has it: it knows nothing but the text of frames, folds events into the
//! snapshot it began with, and hashes what it sees.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tiaoqi::protocol::{
    EndView, GameView, LastMove, OccupantView, OfferView, RoomState, SeatView, TurnView,
};
use tiaoqi::rules::Seat;
use tiaoqi::rules::star::{Hole, HoleSet, Shift, Team};

/// An `ev` frame, as far as the fold goes.
#[derive(Debug, Deserialize)]
pub(crate) struct Wire {
    pub(crate) seq: u64,
    at: i64,
    #[serde(rename = "type")]
    kind: String,
    d: Value,
    turn: Option<TurnView>,
    pub(crate) h: Option<String>,
}

/// What the client has.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) seq: u64,
    pub(crate) state: RoomState,
}

/// How many seats of a room are used, clockwise from the top.
fn seats(players: u8) -> &'static [u8] {
    match players {
        2 => &[0, 3],
        3 => &[0, 2, 4],
        4 => &[0, 1, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    }
}

/// The ten holes of a camp, as in the drawing of the board.
fn camp(seat: Seat) -> HoleSet {
    const CAMPS: [[u8; 10]; 6] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [19, 20, 21, 22, 32, 33, 34, 44, 45, 55],
        [74, 84, 85, 95, 96, 97, 107, 108, 109, 110],
        [111, 112, 113, 114, 115, 116, 117, 118, 119, 120],
        [65, 75, 76, 86, 87, 88, 98, 99, 100, 101],
        [10, 11, 12, 13, 23, 24, 25, 35, 36, 46],
    ];
    CAMPS[seat.index()]
        .into_iter()
        .map(|hole| Hole::try_from(hole).expect("a hole"))
        .collect()
}

fn level(points: i64) -> u8 {
    const FROM: [i64; 24] = [
        50, 100, 150, 200, 250, 400, 600, 800, 1000, 1500, 2000, 2500, 3000, 4000, 5000, 6000,
        7000, 9000, 11000, 13000, 15000, 18000, 21000, 25000,
    ];
    1 + u8::try_from(FROM.iter().filter(|from| points >= **from).count()).expect("25 levels")
}

impl Client {
    pub(crate) fn new(seq: u64, state: RoomState) -> Self {
        Self { seq, state }
    }

    /// Takes the next frame in.
    pub(crate) fn fold(&mut self, frame: Wire) {
        assert_eq!(frame.seq, self.seq + 1, "a gap in the stream");
        self.seq = frame.seq;
        let d = Data(&frame.d);
        match frame.kind.as_str() {
            "configured" => self.configured(&d),
            "sat" => self.sit(
                d.seat(),
                OccupantView {
                    user: d.get("user"),
                    name: d.get("name"),
                    guest: d.get("guest"),
                    bot: false,
                    points: d.get("points"),
                    level: level(d.get("points")),
                    ready: false,
                    connected: true,
                },
            ),
            "bot_added" => self.sit(
                d.seat(),
                OccupantView {
                    user: None,
                    name: d.get("name"),
                    guest: false,
                    bot: true,
                    points: 0,
                    level: 1,
                    ready: true,
                    connected: true,
                },
            ),
            "stood" | "kicked" => {
                let seat = d.seat();
                self.state.rematch.retain(|other| *other != seat);
                self.state
                    .seats
                    .iter_mut()
                    .filter(|view| view.seat == seat)
                    .for_each(|view| view.occupant = None);
            }
            "readied" => self.occupant(d.seat()).ready = true,
            "unreadied" => {
                let seat = d.seat();
                self.state.rematch.retain(|other| *other != seat);
                self.occupant(seat).ready = false;
            }
            "host_changed" => {
                self.state.host = d.get("host");
                self.state.host_name = d.get("host_name");
            }
            "disconnected" => self.occupant(d.seat()).connected = false,
            "reconnected" => self.occupant(d.seat()).connected = true,
            "rematch" => {
                let seat = d.seat();
                self.occupant(seat).ready = true;
                self.state.rematch.push(seat);
                self.state.rematch.sort_unstable();
            }
            "closed" => self.state.closed = true,
            "started" => self.started(&d, &frame),
            _ => self.played(&frame.kind, &d),
        }
        if let (Some(turn), Some(game)) = (frame.turn, &mut self.state.game) {
            game.turn = turn;
        }
    }

    fn occupant(&mut self, seat: Seat) -> &mut OccupantView {
        self.state
            .seats
            .iter_mut()
            .find(|view| view.seat == seat)
            .and_then(|view| view.occupant.as_mut())
            .expect("somebody sits there")
    }

    fn sit(&mut self, seat: Seat, occupant: OccupantView) {
        let view = self
            .state
            .seats
            .iter_mut()
            .find(|view| view.seat == seat)
            .expect("a seat of this room");
        assert!(view.occupant.is_none(), "seat {seat} is taken");
        view.occupant = Some(occupant);
    }

    fn unready(&mut self) {
        self.state.rematch.clear();
        for occupant in self
            .state
            .seats
            .iter_mut()
            .filter_map(|s| s.occupant.as_mut())
        {
            occupant.ready = occupant.bot;
        }
    }

    fn configured(&mut self, d: &Data<'_>) {
        self.state.settings = d.get("settings");
        let mut old = std::mem::take(&mut self.state.seats);
        let teams = self.state.settings.teams;
        self.state.seats = seats(self.state.settings.players)
            .iter()
            .enumerate()
            .map(|(place, &number)| {
                let team = if place % 2 == 0 { Team::A } else { Team::B };
                let team = teams.then_some(team);
                let seat = Seat::new(number).expect("a seat");
                let occupant = old
                    .iter_mut()
                    .find(|view| view.seat == seat)
                    .and_then(|view| view.occupant.take());
                SeatView {
                    seat,
                    team,
                    occupant,
                }
            })
            .collect();
        self.unready();
    }

    fn started(&mut self, d: &Data<'_>, frame: &Wire) {
        let players: Vec<tiaoqi::game::Player> = d.get("players");
        self.state.playing = true;
        self.state.rematch.clear();
        self.state.game = Some(GameView {
            id: d.get("game"),
            number: d.get("number"),
            rated: d.get("rated"),
            started: frame.at,
            first: d.get("first"),
            marbles: players
                .iter()
                .map(|player| (player.seat, camp(player.seat)))
                .collect(),
            players,
            last: None,
            turn: frame.turn.clone().expect("a game starts with a turn"),
            seed_commitment: d.get("seed_commitment"),
            offer: None,
            proposals: Vec::new(),
            ended: None,
            scores: Vec::new(),
        });
    }

    fn played(&mut self, kind: &str, d: &Data<'_>) {
        let game = self.state.game.as_mut().expect("a game");
        let team_of = |game: &GameView, seat: Seat| {
            let mut teams = game.turn.teams.iter();
            let own = teams.find(|team| team.seats.contains(&seat));
            own.expect("a team").seats.clone()
        };
        let lapse = |game: &mut GameView, seat: Seat| {
            game.proposals.retain(|proposal| proposal.seat != seat);
            if game.offer.as_ref().is_some_and(|offer| offer.seat == seat) {
                game.offer = None;
            }
        };
        match kind {
            "moved" => {
                let (seat, path) = (d.seat(), d.get::<Vec<Hole>>("path"));
                let (from, to) = (path[0], path[path.len() - 1]);
                if d.get::<String>("kind") == "swap" {
                    let other = game.marbles.values_mut().find(|holes| holes.contains(to));
                    let other = other.expect("a marble to exchange");
                    assert!(other.remove(to) && other.insert(from));
                }
                let own = game.marbles.get_mut(&seat).expect("marbles");
                assert!(own.remove(from), "no marble on {from}");
                assert!(own.insert(to), "a marble on {to} already");
                game.last = Some(LastMove { seat, path });
                lapse(game, seat);
            }
            "passed" => lapse(game, d.seat()),
            "item_used" => {
                let shifts: Vec<Shift> = d.get("result");
                for shift in &shifts {
                    let marbles = game.marbles.get_mut(&shift.seat).expect("marbles");
                    assert!(marbles.remove(shift.from), "no marble on {}", shift.from);
                }
                for shift in &shifts {
                    let marbles = game.marbles.get_mut(&shift.seat).expect("marbles");
                    assert!(marbles.insert(shift.to), "a marble on {}", shift.to);
                }
                let seat = d.seat();
                if matches!(d.get::<String>("item").as_str(), "wings" | "swap") {
                    let path = vec![shifts[0].from, shifts[0].to];
                    game.last = Some(LastMove { seat, path });
                }
                lapse(game, seat);
            }
            "turn_expired" | "turn_skipped" | "item_expired" | "finished" | "warned"
            | "play_on_asked" | "play_on_answered" | "resumed" => {}
            "resign_proposed" => game.proposals.push(OfferView {
                seat: d.seat(),
                agreed: vec![d.seat()],
            }),
            "resign_agreed" => {
                let team = team_of(game, d.seat());
                let mut open = game.proposals.iter_mut();
                let open = open.find(|proposal| team.contains(&proposal.seat));
                open.expect("a proposal").agreed.push(d.seat());
            }
            "resign_declined" => {
                let team = team_of(game, d.seat());
                game.proposals
                    .retain(|proposal| !team.contains(&proposal.seat));
            }
            "out" => {
                game.marbles.insert(d.seat(), HoleSet::EMPTY);
                game.offer = None;
            }
            "draw_offered" => {
                game.offer = Some(OfferView {
                    seat: d.seat(),
                    agreed: vec![d.seat()],
                });
            }
            "draw_agreed" => game.offer.as_mut().expect("an offer").agreed.push(d.seat()),
            "draw_declined" => game.offer = None,
            "ended" => {
                game.offer = None;
                game.proposals.clear();
                game.ended = Some(EndView {
                    places: d.get("places"),
                    reason: d.get("reason"),
                });
                self.state.playing = false;
            }
            "scored" => {
                game.scores = d.get("scores");
                let after: BTreeMap<_, _> = game
                    .scores
                    .iter()
                    .filter_map(|score| {
                        let player = game.players.iter().find(|p| p.seat == score.seat)?;
                        Some((player.user?, score.after))
                    })
                    .collect();
                for occupant in self
                    .state
                    .seats
                    .iter_mut()
                    .filter_map(|s| s.occupant.as_mut())
                {
                    if let Some(points) = occupant.user.and_then(|user| after.get(&user)) {
                        occupant.points = *points;
                        occupant.level = level(*points);
                    }
                }
                self.unready();
            }
            other => panic!("a client does not know the event {other}"),
        }
    }

    /// The hash of what the client sees, from the documented text (docs/PROTOCOL.md).
    pub(crate) fn hash(&self) -> Option<String> {
        let game = self.state.game.as_ref()?;
        let mut text = format!("{}|", game.turn.ply);
        match game.turn.seat {
            Some(seat) => write!(text, "{seat}|").expect("a string"),
            None => text.push_str("-|"),
        }
        for (seat, holes) in &game.marbles {
            write!(text, "{seat}:").expect("a string");
            push_list(&mut text, holes.iter().map(u8::from));
            text.push(';');
        }
        text.push('|');
        let out = game.turn.seats.iter().filter(|seat| seat.out.is_some());
        push_list(&mut text, out.map(|seat| u8::from(seat.seat)));
        text.push('|');
        const ITEMS: [&str; 6] = [
            "roadblock",
            "road_worker",
            "power_marble",
            "wings",
            "swap",
            "tornado",
        ];
        for seat in &game.turn.seats {
            let Some(hand) = &seat.items else { continue };
            let names: Vec<String> =
                serde_json::from_value(serde_json::to_value(hand).unwrap()).unwrap();
            let has = |item: &str| names.iter().any(|name| name == item);
            write!(text, "{}:", seat.seat).expect("a string");
            push_list(&mut text, (0..6).filter(|n| has(ITEMS[usize::from(*n)])));
            text.push(';');
        }
        text.push('|');
        let things = |item: &str| {
            let of_kind = game.turn.things.iter().filter(|t| t.item.as_str() == item);
            let mut holes: Vec<u8> = of_kind.map(|thing| thing.hole.into()).collect();
            holes.sort_unstable();
            holes
        };
        if !game.turn.things.is_empty() {
            text.push_str("R:");
            push_list(&mut text, things("roadblock").into_iter());
            text.push_str(";W:");
            push_list(&mut text, things("road_worker").into_iter());
        }
        Some(format!("{:016x}", fnv1a(&text)))
    }
}

fn push_list(text: &mut String, numbers: impl Iterator<Item = u8>) {
    for (n, number) in numbers.enumerate() {
        if n > 0 {
            text.push(',');
        }
        write!(text, "{number}").expect("a string");
    }
}

/// FNV-1a, 64 bits, written anew.
pub(crate) fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// The `d` of a frame.
struct Data<'a>(&'a Value);

impl Data<'_> {
    fn get<T: DeserializeOwned>(&self, key: &str) -> T {
        T::deserialize(&self.0[key]).unwrap_or_else(|e| panic!("{key} of {}: {e}", self.0))
    }

    fn seat(&self) -> Seat {
        self.get("seat")
    }
}
