//! What one token of the movetext says: an act, or a consequence worth reading.
//!
//! Which tokens there are is told in `docs/RECORDS.md`. Warnings, things that vanish, the question
//! whether to play on and the points have none: the rules give them again.

use std::fmt;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::game::{Event, GameEvent, Millis, ResumeReason};
use crate::rules::star::{
    self, EndReason, Hole, Item, ItemUse, MoveKind, OutCause, PassReason, Shift,
};
use crate::rules::{OutReason, Seat};

/// One token of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// What a seat did, or what happened to it.
    Seat(Seat, Deed),
    /// Time was given back.
    Resumed(ResumeReason, Millis),
    /// The game is over.
    End(EndReason),
}

/// What a seat did, or what happened to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// Moved; with `swap`, a foreign marble went the other way.
    Move { path: Vec<Hole>, swap: bool },
    /// Used an item; the shifts are told of a tornado alone.
    Item { what: ItemUse, dealt: Vec<Shift> },
    /// Passed, for whatever reason.
    Pass(PassReason),
    /// Let its turn run out.
    Expired,
    /// Lost a turn for having been the first in.
    Skip,
    /// Filled its target and won this place.
    Finished(u8),
    /// Went out.
    Out(OutReason, Option<OutCause>),
    /// Offered, agreed to or declined a draw.
    Draw(Say),
    /// Proposed, agreed to or declined that the team resigns.
    Resign(Say),
    /// Answered whether to play on.
    PlayOn { yes: bool },
}

/// A word in a talk among players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Say {
    /// The question.
    Ask,
    /// A yes to it.
    Yes,
    /// A no to it.
    No,
}

impl Say {
    const ALL: [(Self, &'static str); 3] = [(Self::Ask, "?"), (Self::Yes, "+"), (Self::No, "-")];

    fn parse(mark: &str) -> Option<Self> {
        named(mark, &Self::ALL)
    }
}

const PASSES: [(PassReason, &str); 3] = [
    (PassReason::Voluntary, "pass"),
    (PassReason::Declined, "decline"),
    (PassReason::Blocked, "blocked"),
];

/// The word a value has on the wire.
pub(super) fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// The value that a word stands for on the wire.
fn of_word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(Value::String(word.to_owned())).ok()
}

/// The name of a value in a table of all of them.
pub(super) fn name_of<T: PartialEq>(value: &T, names: &[(T, &'static str)]) -> &'static str {
    let found = names.iter().find(|(named, _)| named == value);
    found.map_or("?", |(_, name)| name)
}

/// The value with this name.
pub(super) fn named<T: Copy>(name: &str, names: &[(T, &str)]) -> Option<T> {
    let found = names.iter().find(|(_, other)| *other == name);
    found.map(|(value, _)| *value)
}

impl Note {
    /// What is noted of an event; nothing of those that have no token.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let (seat, deed) = match event {
            Event::Star(star::Event::Ended { reason, .. }) => return Some(Self::End(*reason)),
            Event::Game(GameEvent::Resumed { credit, why }) => {
                return Some(Self::Resumed(*why, *credit));
            }
            Event::Star(event) => of_rules(event)?,
            Event::Draughts(_) => return None,
            Event::Game(event) => of_talk(event)?,
        };
        Some(Self::Seat(seat, deed))
    }

    /// Whether it opens a turn or is a free act, so that it belongs to the round that runs then. The
    /// others belong to the act before them.
    pub(super) const fn belongs_to_running_round(&self) -> bool {
        match self {
            Self::Seat(_, Deed::Finished(_)) | Self::End(_) => false,
            Self::Seat(_, Deed::Out(why, _)) => {
                matches!(why, OutReason::Resigned | OutReason::Left)
            }
            Self::Seat(..) | Self::Resumed(..) => true,
        }
    }

    /// Reads a token.
    pub(super) fn parse(token: &str) -> Option<Self> {
        if let Some(reason) = in_brackets(token, "end") {
            return of_word(reason).map(Self::End);
        }
        if let Some(inner) = in_brackets(token, "resumed") {
            let (why, credit) = inner.split_once(',')?;
            let credit = credit.parse().ok().filter(|&credit: &Millis| credit >= 0)?;
            return Some(Self::Resumed(of_word(why)?, credit));
        }
        let (seat, deed) = token.split_once(':')?;
        Some(Self::Seat(seat.parse().ok()?, Deed::parse(deed)?))
    }
}

fn of_rules(event: &star::Event) -> Option<(Seat, Deed)> {
    Some(match *event {
        star::Event::Moved {
            seat,
            ref path,
            kind,
        } => {
            let (path, swap) = (path.clone(), kind == MoveKind::Swap);
            (seat, Deed::Move { path, swap })
        }
        star::Event::ItemUsed {
            seat,
            what,
            ref result,
        } => {
            let dealt = match what {
                ItemUse::Tornado { .. } => result.clone(),
                _ => Vec::new(),
            };
            (seat, Deed::Item { what, dealt })
        }
        star::Event::Passed { seat, why } => (seat, Deed::Pass(why)),
        star::Event::TurnExpired { seat, .. } => (seat, Deed::Expired),
        star::Event::TurnSkipped { seat } => (seat, Deed::Skip),
        star::Event::Finished { seat, place } => (seat, Deed::Finished(place)),
        star::Event::Out { seat, why, cause } => (seat, Deed::Out(why, cause)),
        star::Event::PlayOnAnswered { seat, yes } => (seat, Deed::PlayOn { yes }),
        star::Event::ItemExpired { .. }
        | star::Event::Warned { .. }
        | star::Event::PlayOnAsked {}
        | star::Event::Ended { .. } => return None,
    })
}

fn of_talk(event: &GameEvent) -> Option<(Seat, Deed)> {
    Some(match *event {
        GameEvent::DrawOffered { seat } => (seat, Deed::Draw(Say::Ask)),
        GameEvent::DrawAgreed { seat } => (seat, Deed::Draw(Say::Yes)),
        GameEvent::DrawDeclined { seat } => (seat, Deed::Draw(Say::No)),
        GameEvent::ResignProposed { seat } => (seat, Deed::Resign(Say::Ask)),
        GameEvent::ResignAgreed { seat } => (seat, Deed::Resign(Say::Yes)),
        GameEvent::ResignDeclined { seat } => (seat, Deed::Resign(Say::No)),
        GameEvent::Started { .. } | GameEvent::Resumed { .. } | GameEvent::Scored { .. } => {
            return None;
        }
    })
}

fn in_brackets<'a>(token: &'a str, name: &str) -> Option<&'a str> {
    token
        .strip_prefix(name)?
        .strip_prefix('(')?
        .strip_suffix(')')
}

/// What stands behind a foreign marble's hole that the mover took in exchange.
const SWAPPED: &str = "<>";

impl Deed {
    fn parse(text: &str) -> Option<Self> {
        if let Some(place) = text.strip_prefix('=') {
            return place.parse().ok().map(Self::Finished);
        }
        if let Some(why) = named(text, &PASSES) {
            return Some(Self::Pass(why));
        }
        if let Some(mark) = text.strip_prefix("draw") {
            return Say::parse(mark).map(Self::Draw);
        }
        if let Some((name, target)) = text.split_once('@') {
            return item(name, target);
        }
        Some(match text {
            "expired" => Self::Expired,
            "skip" => Self::Skip,
            "on+" => Self::PlayOn { yes: true },
            "on-" => Self::PlayOn { yes: false },
            "resigned(blocked)" => Self::Out(OutReason::Resigned, Some(OutCause::Blocked)),
            _ => {
                let out = OutReason::ALL.into_iter().find(|why| why.as_str() == text);
                if let Some(why) = out {
                    Self::Out(why, None)
                } else if let Some(mark) = text.strip_prefix("resign") {
                    Self::Resign(Say::parse(mark)?)
                } else {
                    let (way, swap) = match text.strip_suffix(SWAPPED) {
                        Some(way) => (way, true),
                        None => (text, false),
                    };
                    let path = way_of(way)?;
                    Self::Move { path, swap }
                }
            }
        })
    }
}

/// `a-b` for a step, `a>b>c` for hops.
fn way_of(text: &str) -> Option<Vec<Hole>> {
    if let Some((from, to)) = text.split_once('-') {
        let (from, to): (Hole, Hole) = (from.parse().ok()?, to.parse().ok()?);
        return (from.distance(to) == 1).then(|| vec![from, to]);
    }
    let path: Option<Vec<Hole>> = text.split('>').map(|hole| hole.parse().ok()).collect();
    path.filter(|path| match path.as_slice() {
        [] | [_] => false,
        [from, to] => from.distance(*to) > 1,
        _ => true,
    })
}

fn write_way(f: &mut fmt::Formatter<'_>, path: &[Hole]) -> fmt::Result {
    let is_step = matches!(path, [from, to] if from.distance(*to) == 1);
    let joint = if is_step { "-" } else { ">" };
    for (n, hole) in path.iter().enumerate() {
        write!(f, "{}{hole}", if n == 0 { "" } else { joint })?;
    }
    Ok(())
}

/// Two holes, from the first to the second.
fn pair(text: &str) -> Option<(Hole, Hole)> {
    let (from, to) = text.split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn item(name: &str, target: &str) -> Option<Deed> {
    let (target, dealt) = match target.strip_suffix(')').map(|rest| rest.split_once('(')) {
        Some(Some((target, dealt))) => (target, dealt.split(',').map(shift).collect()),
        Some(None) => return None,
        None => (target, Some(Vec::new())),
    };
    let hole = |text: &str| text.parse::<Hole>().ok();
    let kind = Item::ALL.into_iter().find(|item| item.as_str() == name)?;
    let what = match kind {
        Item::Roadblock => ItemUse::Roadblock {
            hole: hole(target)?,
        },
        Item::RoadWorker => ItemUse::RoadWorker {
            hole: hole(target)?,
        },
        Item::PowerMarble => ItemUse::PowerMarble {
            from: hole(target)?,
        },
        Item::Wings => {
            let (from, to) = pair(target)?;
            ItemUse::Wings { from, to }
        }
        Item::Swap => {
            let (from, with) = pair(target)?;
            ItemUse::Swap { from, with }
        }
        Item::Tornado => ItemUse::Tornado {
            hole: hole(target)?,
        },
    };
    let dealt = dealt?;
    // A tornado always deals something, and nothing else does.
    ((kind == Item::Tornado) != dealt.is_empty()).then_some(Deed::Item { what, dealt })
}

fn shift(text: &str) -> Option<Shift> {
    let (seat, way) = text.split_once(':')?;
    let (from, to) = pair(way)?;
    let seat = seat.parse().ok()?;
    Some(Shift { seat, from, to })
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seat(seat, deed) => write!(f, "{seat}:{deed}"),
            Self::Resumed(why, credit) => {
                write!(f, "resumed({},{credit})", word(why))
            }
            Self::End(reason) => write!(f, "end({})", word(reason)),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { path, swap } => {
                write_way(f, path)?;
                f.write_str(if *swap { SWAPPED } else { "" })
            }
            Self::Item { what, dealt } => {
                write!(f, "{}@", what.item())?;
                match what {
                    ItemUse::Roadblock { hole }
                    | ItemUse::RoadWorker { hole }
                    | ItemUse::PowerMarble { from: hole }
                    | ItemUse::Tornado { hole } => write!(f, "{hole}")?,
                    ItemUse::Wings { from, to } | ItemUse::Swap { from, with: to } => {
                        write!(f, "{from}-{to}")?;
                    }
                }
                for (n, Shift { seat, from, to }) in dealt.iter().enumerate() {
                    let before = if n == 0 { "(" } else { "," };
                    write!(f, "{before}{seat}:{from}-{to}")?;
                }
                f.write_str(if dealt.is_empty() { "" } else { ")" })
            }
            Self::Pass(why) => f.write_str(name_of(why, &PASSES)),
            Self::Expired => f.write_str("expired"),
            Self::Skip => f.write_str("skip"),
            Self::Finished(place) => write!(f, "={place}"),
            Self::Out(why, cause) => match cause {
                Some(OutCause::Blocked) => write!(f, "{why}(blocked)"),
                None => write!(f, "{why}"),
            },
            Self::Draw(say) => write!(f, "draw{}", name_of(say, &Say::ALL)),
            Self::Resign(say) => write!(f, "resign{}", name_of(say, &Say::ALL)),
            Self::PlayOn { yes } => f.write_str(if *yes { "on+" } else { "on-" }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_token_reads_as_it_is_written() {
        for token in [
            "0:e5-f5",
            "3:n1>l3>j3",
            "0:e5>g5",
            "1:e5-f5<>",
            "1:e5>g5<>",
            "0:pass",
            "0:decline",
            "0:blocked",
            "5:expired",
            "0:skip",
            "2:=1",
            "0:resigned",
            "0:resigned(blocked)",
            "0:left",
            "0:stalled",
            "0:timed_out",
            "0:draw?",
            "3:draw+",
            "3:draw-",
            "0:resign?",
            "2:resign+",
            "2:resign-",
            "4:on+",
            "4:on-",
            "0:roadblock@i5",
            "0:road_worker@i5",
            "0:power_marble@d1",
            "0:wings@d1-f3",
            "0:swap@d1-f3",
            "0:tornado@i5(0:i5-h4,3:i6-i6)",
            "resumed(restart,5000)",
            "resumed(store,0)",
            "resumed(rebuilt,1)",
            "end(places)",
            "end(draw)",
            "end(round_limit)",
        ] {
            let note = Note::parse(token).unwrap_or_else(|| panic!("{token}"));
            assert_eq!(note.to_string(), token);
        }
    }

    #[test]
    fn what_is_no_token_is_none() {
        for token in [
            "",
            "e5-f5",
            "6:e5-f5",
            "0:",
            "0:e5",
            "0:e5-g5",
            "0:e5>f5",
            "0:e5-f5-g5",
            "0:e5>z9",
            "0:e5>g5>",
            "0:=x",
            "0:Pass",
            "0:draw",
            "0:draw!",
            "0:resign",
            "0:tornado@i5",
            "0:tornado@i5()",
            "0:tornado@i5(0:i5)",
            "0:wings@d1",
            "0:wings@d1-f3(0:d1-f3)",
            "0:cannon@i5",
            "0:roadblock@i5)",
            "end",
            "end(won)",
            "resumed(restart,-1)",
            "resumed(restart)",
            "1.",
        ] {
            assert_eq!(Note::parse(token), None, "{token}");
        }
    }
}
