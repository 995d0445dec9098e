//! The client's view of the wire: `static/js/protocol.d.ts`, written from the types here.
//!
//! `TIAOQI_RENEW=1 cargo test --lib typescript` writes it anew.

use std::path::Path;

use ts_rs::{Config, TS};

use crate::game::{
    self, Family, GameEvent, MainClock, Player, ResumeReason, Rules, SeatScore, Settings,
};
use crate::protocol::{
    Answer, ClientMessage, ClockView, CloseReason, Code, Command, EndView, Event, EventFrame,
    GameView, HallEvent, HallFrame, LastMove, Legal, Limits, LobbyRoom, LobbyState, LobbyStatus,
    Me, OccupantView, OfferView, PiecesView, RoomEvent, RoomRef, RoomState, SeatView,
    ServerMessage, Snapshot, StandReason, Stream, StreamState, TeamView, TurnSeat, TurnView, You,
};
use crate::rules::draughts::{
    self, Colour, DrawCounter, Duty, DutyReason, Square, SquareSet, TakenLeave,
};
use crate::rules::star::{
    self, Army, BlockedTarget, Checkpoint, Checkpoints, EndReason, EndRule, Hand, Hole, HoleSet,
    Hop, Item, ItemTargets, ItemUse, LegalMove, MoveKind, NoLegalMove, OutCause, PassReason,
    Passing, Permission, Placed, Power, Preset, RankBy, Reach, RuleSet, Shift, StallNotice,
    Switches, Team, Thing,
};
use crate::rules::{OutReason, Point, Seat, Seed};
use crate::scoring::{Farm, Parts};

const HEAD: &str = "// The wire, `tiaoqi.v1`. Written from the Rust types by src/protocol/typescript.rs: do not edit.\n\
    // TIAOQI_RENEW=1 cargo test --lib typescript\n";

macro_rules! declarations {
    ($config:expr; $($type:ty),* $(,)?) => {
        [$((<$type as TS>::docs().unwrap_or_default(), <$type as TS>::decl($config))),*]
    };
}

/// Every type by name, in the order of the wire: from what is said to what it is made of.
fn generated() -> String {
    let config = &Config::new().with_large_int("number");
    let declarations = declarations![config;
        ClientMessage, Command, Stream,
        ServerMessage, Snapshot, StreamState, EventFrame, Event, RoomEvent, game::Event,
        GameEvent, star::Event, draughts::Event, Code, Answer, You, Limits, Me, RoomRef,
        RoomState, SeatView, OccupantView, GameView, TurnView, TurnSeat, TeamView, ClockView,
        LastMove, OfferView, EndView, PiecesView, Legal,
        HallFrame, HallEvent, LobbyState, LobbyRoom, LobbyStatus,
        Settings, Family, game::Preset, MainClock, game::EndReason, Rules, Preset, Switches, Player, SeatScore, Parts, Farm,
        Seat, Team, Hole, HoleSet, LegalMove, MoveKind, Placed, StallNotice, Seed,
        Item, Hand, ItemUse, Shift, ItemTargets, Reach, Thing, Power,
        OutReason, OutCause, PassReason, EndReason, StandReason, CloseReason, ResumeReason,
        RuleSet, Hop, Army, Permission, Checkpoints, Checkpoint, BlockedTarget, Passing,
        NoLegalMove, EndRule, RankBy,
        Point, Square, SquareSet, Colour, draughts::LegalMove, Duty, DutyReason, DrawCounter,
        draughts::Preset, draughts::RuleSet, TakenLeave, draughts::EndReason, draughts::OutReason,
    ];
    let mut text = HEAD.to_owned();
    for (docs, declaration) in declarations {
        // serde's `rename`, here the frame's `t`, would become the type's name as well.
        let declaration = declaration.replace("type ev =", "type HallFrame =");
        let declaration = declaration.replace(" \n", "\n");
        text.push('\n');
        text.push_str(&docs);
        text.push_str("export ");
        text.push_str(declaration.trim());
        text.push('\n');
    }
    text
}

#[test]
fn the_types_of_the_client_are_those_of_the_wire() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/js/protocol.d.ts");
    let expected = generated();
    assert!(!expected.contains("bigint"), "numbers are numbers in JSON");
    if std::env::var_os("TIAOQI_RENEW").is_some_and(|value| value == "1") {
        std::fs::write(&path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == expected,
        "static/js/protocol.d.ts is not current: TIAOQI_RENEW=1 cargo test --lib typescript"
    );
}
