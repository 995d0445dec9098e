//! Typed refusals: a bad command changes nothing and says why.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::SettingsError;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// Why a command or request was refused. The client has words for each code
        /// (`err.<code>`) in every language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $text)] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The code as it stands on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

codes! {
    /// Another seat is on turn.
    NotYourTurn = "not_your_turn",
    /// The command was made for another ply.
    StalePly = "stale_ply",
    /// The rules do not allow it.
    Illegal = "illegal",
    /// Somebody sits there.
    SeatTaken = "seat_taken",
    /// Every seat is taken.
    RoomFull = "room_full",
    /// The game is over.
    Over = "over",
    /// Not for this account.
    Forbidden = "forbidden",
    /// Too many; try again after `retry_ms`.
    Rate = "rate",
    /// The room is closed.
    Gone = "gone",
    /// The store does not answer, or the room is moving; try again after `retry_ms`.
    Unavailable = "unavailable",
    /// The frame or request does not have the form asked for.
    BadRequest = "bad_request",
    /// A `t` this server does not know.
    UnknownType = "unknown_type",
    /// One has to sit for that.
    NotSeated = "not_seated",
    /// One sits already, here or in another running game.
    AlreadySeated = "already_seated",
    /// Only the host may.
    NotHost = "not_host",
    /// Somebody is not ready.
    NotReady = "not_ready",
    /// Seats are still free.
    SeatsFree = "seats_free",
    /// Not while a game is running.
    GameRunning = "game_running",
    /// Only while a game is running.
    NoGame = "no_game",
    /// Rated games need an account, one person a seat, and no bots.
    NeedsAccount = "needs_account",
    /// No offer is open.
    NoOffer = "no_offer",
    /// An offer was refused less than five own moves ago.
    OfferTooSoon = "offer_too_soon",
    /// Something can be taken, so it must be (draughts).
    MustCapture = "must_capture",
    /// Another capture takes more pieces (draughts).
    MostPieces = "most_pieces",
    /// Another capture takes more kings (draughts, `plyyard`).
    KingPriority = "king_priority",
    /// Several moves fit; a path tells which is meant (draughts).
    Ambiguous = "ambiguous",
    /// The settings make no game.
    BadSettings = "bad_settings",
    /// No such seat under these settings.
    NoSuchSeat = "no_such_seat",
    /// No such room, game or person.
    NotFound = "not_found",
    /// No session, or it has ended.
    Unauthenticated = "unauthenticated",
    /// Name and password do not belong together.
    BadCredentials = "bad_credentials",
    /// The name is taken.
    NameTaken = "name_taken",
    /// The name has a form that is not accepted.
    BadName = "bad_name",
    /// The password is too short or too long.
    BadPassword = "bad_password",
    /// The room failed and is frozen; its record is safe.
    Frozen = "frozen",
    /// Something on the server failed; nothing was changed.
    Internal = "internal",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A typed no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub code: Code,
    /// After how many milliseconds another try makes sense.
    pub retry_ms: Option<u32>,
    /// What exactly is wrong with settings, a name or a password, as a code (see
    /// [`SettingsError::code`]).
    pub why: Option<&'static str>,
    /// A detail for developers.
    pub hint: Option<&'static str>,
}

impl Refusal {
    /// The store or the room cannot answer now.
    pub const UNAVAILABLE: Self = Self {
        retry_ms: Some(1_000),
        ..Self::of(Code::Unavailable)
    };

    /// Too much at once.
    #[must_use]
    pub const fn rate(retry_ms: u32) -> Self {
        Self {
            retry_ms: Some(retry_ms),
            ..Self::of(Code::Rate)
        }
    }

    /// A refusal that says what exactly is wrong.
    #[must_use]
    pub const fn because(code: Code, why: &'static str) -> Self {
        Self {
            why: Some(why),
            ..Self::of(code)
        }
    }

    const fn of(code: Code) -> Self {
        Self {
            code,
            retry_ms: None,
            why: None,
            hint: None,
        }
    }
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Self {
        Self::of(code)
    }
}

impl From<SettingsError> for Refusal {
    fn from(error: SettingsError) -> Self {
        Self {
            hint: Some(error.reason()),
            ..Self::because(Code::BadSettings, error.code())
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.code.fmt(f)
    }
}

impl std::error::Error for Refusal {}
