//! The headers of a text: what `started` says, and how the game ended.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use uuid::Uuid;

use crate::game::record::note::word;
use crate::game::record::scan::escape;
use crate::game::record::{
    Occasion, Place, ReadError, Reason, Record, date, seed_of, star_of, started, switches,
};
use crate::game::{Event, Game, GameEvent, Millis, Player, SeatScore};
use crate::rules::star::{self, Preset, RuleSet};
use crate::rules::{Seat, Seed};
use crate::scoring::{Farm, Parts};

/// The header that begins a record; its value is the version of the notation.
pub(super) const MARK: &str = "Tiaoqi";

/// The version of the presets' names, the rules and the points: the second word of `Rules`.
const RULES_VERSION: &str = "1";

/// The turn limit where none is named, as in a room.
const USUAL_TURN_LIMIT: Millis = 30_000;

const FARMS: [(Farm, &str); 3] = [(Farm::Whole, "1"), (Farm::Half, "0.5"), (Farm::None, "0")];

/// The headers of a record, a line each.
pub(super) fn write(record: &Record) -> String {
    let mut text = String::new();
    let mut put = |name: &str, value: &str| {
        let _ = writeln!(text, "[{name} \"{}\"]", escape(value));
    };
    put(MARK, &super::VERSION.to_string());
    for (name, value) in [("Event", &record.event), ("Site", &record.site)] {
        if !value.is_empty() {
            put(name, value);
        }
    }
    put("Date", &date::write(record.started));
    let Some(GameEvent::Started {
        game,
        number,
        players,
        first,
        rules: _,
        turn_limit,
        clock: _,
        teams,
        items,
        rated,
        farm,
        first_drawn,
        seed_commitment,
        seed: _,
    }) = started(&record.events)
    else {
        return text;
    };
    put("Game", &game.to_string());
    put("Number", &number.to_string());
    put("Rules", &format!("{} {RULES_VERSION}", record.preset));
    if !record.switches.is_empty() {
        put("Switches", &switches::write(&record.switches));
    }
    let seats: Vec<String> = players
        .iter()
        .map(|player| player.seat.to_string())
        .collect();
    put("Seats", &seats.join(" "));
    put("Teams", yes_or_no(*teams));
    put("Items", yes_or_no(*items));
    let how = if *first_drawn { "drawn" } else { "chosen" };
    put("First", &format!("{first} {how}"));
    put("TurnLimit", &seconds(*turn_limit));
    put("Rated", yes_or_no(*rated));
    put("Farm", super::note::name_of(farm, &FARMS));
    put("SeedCommitment", seed_commitment);
    if let Some(seed) = seed_of(&record.events) {
        put("Seed", &seed.to_string());
    }
    for player in players {
        put(&format!("Player{}", player.seat), &player.name);
        if let Some(user) = player.user {
            put(&format!("Account{}", player.seat), &user.to_string());
        }
        if player.guest {
            put(&format!("Guest{}", player.seat), yes_or_no(true));
        }
        put(
            &format!("Points{}", player.seat),
            &player.points.to_string(),
        );
    }
    for event in &record.events {
        match event {
            Event::Star(star::Event::Ended { reason, .. }) => put("End", &word(reason)),
            Event::Game(GameEvent::Scored { scores }) => {
                for score in scores {
                    put(
                        &format!("Result{}", score.seat),
                        &Outcome::of(score).write(),
                    );
                }
            }
            _ => {}
        }
    }
    put("Hash", &format!("{:016x}", record.hash));
    text
}

const fn yes_or_no(value: bool) -> &'static str {
    if value { "yes" } else { "no" }
}

fn bool_of(text: &str) -> Option<bool> {
    super::note::named(text, &[(true, "yes"), (false, "no")])
}

/// `30`, or `30.005` where there are milliseconds.
fn seconds(millis: Millis) -> String {
    match millis % 1_000 {
        0 => (millis / 1_000).to_string(),
        rest => format!("{}.{rest:03}", millis / 1_000),
    }
}

fn millis(text: &str) -> Option<Millis> {
    let (seconds, rest) = text.split_once('.').unwrap_or((text, "000"));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if rest.len() != 3 || !plain(seconds) || !plain(rest) {
        return None;
    }
    let seconds: Millis = seconds.parse().ok()?;
    seconds.checked_mul(1_000)?.checked_add(rest.parse().ok()?)
}

/// What a seat's `Result` header says: `1 +28 = +28 +0 +0 +0`, place, points and their parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Outcome {
    place: u8,
    points: i32,
    parts: Parts,
}

impl Outcome {
    fn of(score: &SeatScore) -> Self {
        Self {
            place: score.place,
            points: score.points,
            parts: score.parts,
        }
    }

    fn write(&self) -> String {
        let Parts {
            placing,
            encouragement,
            cap,
            farm,
        } = self.parts;
        format!(
            "{} {:+} = {placing:+} {encouragement:+} {cap:+} {farm:+}",
            self.place, self.points
        )
    }

    fn read(text: &str) -> Option<Self> {
        let (outcome, parts) = text.split_once('=')?;
        let mut outcome = outcome.split_whitespace();
        let place = outcome.next()?.parse().ok()?;
        let points = outcome.next()?.parse().ok()?;
        let parts: Option<Vec<i32>> = parts
            .split_whitespace()
            .map(|part| part.parse().ok())
            .collect();
        let [placing, encouragement, cap, farm] = parts?.try_into().ok()?;
        let parts = Parts {
            placing,
            encouragement,
            cap,
            farm,
        };
        outcome.next().is_none().then_some(Self {
            place,
            points,
            parts,
        })
    }
}

/// The headers as they were read.
#[derive(Debug)]
pub(super) struct Headers {
    start: Place,
    found: BTreeMap<String, Header>,
}

#[derive(Debug)]
struct Header {
    value: String,
    text: String,
    place: Place,
}

/// What the headers say.
#[derive(Debug)]
pub(super) struct Beginning {
    pub(super) occasion: Occasion,
    pub(super) date: Millis,
    pub(super) preset: Preset,
    /// `started`.
    pub(super) started: Event,
    pub(super) seed: Option<Seed>,
}

impl Headers {
    /// None so far, of a record that begins here.
    pub(super) const fn at(start: Place) -> Self {
        Self {
            start,
            found: BTreeMap::new(),
        }
    }

    pub(super) fn insert(
        &mut self,
        name: &str,
        value: String,
        text: &str,
        place: Place,
    ) -> Result<(), ReadError> {
        let header = Header {
            value,
            text: text.to_owned(),
            place,
        };
        match self.found.insert(name.to_owned(), header) {
            None => Ok(()),
            Some(_) => Err(ReadError::new(place, text, Reason::Duplicate)),
        }
    }

    /// Reads a header's value, if it is there; `kind` names it in errors.
    fn read<T>(
        &self,
        name: &str,
        kind: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        let Some(header) = self.found.get(name) else {
            return Ok(None);
        };
        match read(&header.value) {
            Some(value) => Ok(Some(value)),
            None => Err(self.wrong(header, Reason::Header(kind))),
        }
    }

    fn wrong(&self, header: &Header, reason: Reason) -> ReadError {
        ReadError::new(header.place, &header.text, reason)
    }

    fn need<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ReadError> {
        self.read(name, name, read)?
            .ok_or_else(|| ReadError::new(self.start, "", Reason::Missing(name)))
    }

    fn or<T>(
        &self,
        name: &'static str,
        otherwise: T,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ReadError> {
        Ok(self.read(name, name, read)?.unwrap_or(otherwise))
    }

    /// What they say of the game's beginning.
    pub(super) fn beginning(&self) -> Result<Beginning, ReadError> {
        let known = super::VERSION.to_string();
        match self.found.get(MARK) {
            None => return Err(ReadError::new(self.start, "", Reason::Missing(MARK))),
            Some(mark) if mark.value != known => return Err(self.wrong(mark, Reason::Version)),
            Some(_) => {}
        }
        let (preset, version) = self.need("Rules", |text| {
            let (preset, version) = text.split_once(' ')?;
            Some((preset.parse::<Preset>().ok()?, version.to_owned()))
        })?;
        if let Some(rules) = self.found.get("Rules").filter(|_| version != RULES_VERSION) {
            return Err(self.wrong(rules, Reason::Version));
        }
        let rules: RuleSet = self
            .or("Switches", star::Switches::default(), switches::read)?
            .over(preset);
        let seats = self.need("Seats", |text| {
            let seats = text.split_whitespace().map(|seat| seat.parse().ok());
            seats.collect::<Option<Vec<Seat>>>()
        })?;
        let (first, first_drawn) = self.need("First", |text| {
            let (seat, how) = text.split_once(' ').unwrap_or((text, "chosen"));
            let drawn = super::note::named(how, &[(true, "drawn"), (false, "chosen")])?;
            Some((seat.parse::<Seat>().ok()?, drawn))
        })?;
        let text = |text: &str| Some(text.to_owned());
        let started = GameEvent::Started {
            game: self.or("Game", Uuid::nil(), |text| text.parse().ok())?,
            number: self.or("Number", 1, |text| text.parse().ok())?,
            players: seats
                .into_iter()
                .map(|seat| self.player(seat))
                .collect::<Result<_, _>>()?,
            first,
            rules: rules.into(),
            clock: None,
            turn_limit: self.or("TurnLimit", USUAL_TURN_LIMIT, millis)?,
            teams: self.or("Teams", false, bool_of)?,
            items: self.or("Items", false, bool_of)?,
            rated: self.or("Rated", false, bool_of)?,
            farm: self.or("Farm", Farm::Whole, |text| super::note::named(text, &FARMS))?,
            first_drawn,
            seed_commitment: self.or("SeedCommitment", String::new(), text)?,
            seed: None,
        };
        Ok(Beginning {
            occasion: Occasion {
                event: self.or("Event", String::new(), text)?,
                site: self.or("Site", String::new(), text)?,
            },
            date: self.or("Date", 0, date::read)?,
            preset,
            started: Event::Game(started),
            seed: self.read("Seed", "Seed", |text| text.parse().ok())?,
        })
    }

    fn player(&self, seat: Seat) -> Result<Player, ReadError> {
        let name = |kind: &str| format!("{kind}{seat}");
        let user = self.read(&name("Account"), "Account", |text| text.parse().ok())?;
        let guest = self.read(&name("Guest"), "Guest", bool_of)?;
        let points = self.read(&name("Points"), "Points", |text| text.parse().ok())?;
        let player = self.read(&name("Player"), "Player", |text| Some(text.to_owned()))?;
        Ok(Player {
            seat,
            user,
            name: player.unwrap_or_default(),
            guest: guest.unwrap_or_default(),
            points: points.unwrap_or_default(),
        })
    }

    /// Holds what they say of the game's end, where they do, against how it ended.
    pub(super) fn check_end(&self, game: &Game) -> Result<(), ReadError> {
        let differs = |name: &str, actual: &str, reason: Reason| match self.found.get(name) {
            Some(header) if header.value != actual => Err(self.wrong(header, reason)),
            _ => Ok(()),
        };
        let reason = star_of(game).end_reason().as_ref().map(word);
        differs("End", &reason.unwrap_or_default(), Reason::Result)?;
        for score in game.scores() {
            let name = format!("Result{}", score.seat);
            let said = self.read(&name, "Result", Outcome::read)?;
            if let Some(header) = self.found.get(&name)
                && said != Some(Outcome::of(score))
            {
                return Err(self.wrong(header, Reason::Result));
            }
        }
        let hash = format!("{:016x}", star_of(game).hash());
        differs("Hash", &hash, Reason::Hash)
    }

    /// Where the record begins.
    pub(super) const fn start(&self) -> Place {
        self.start
    }

    /// The place of the header with the seed, or else of the record.
    pub(super) fn seed_place(&self) -> Place {
        self.found
            .get("Seed")
            .map_or(self.start, |header| header.place)
    }
}
