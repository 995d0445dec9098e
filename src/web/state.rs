//! What handlers work with.

use std::fmt;
use std::sync::Arc;

use axum::extract::FromRef;
use tokio_util::task::TaskTracker;

use crate::auth::Auth;
use crate::lobby::Lobby;
use crate::room::ports::{Clock, Ids};
use crate::room::registry::Rooms;
use crate::store::Store;
use crate::web::{Assets, Limits, Policy, Sockets};

/// The parts of a running server. Cheap to clone.
#[derive(Clone, FromRef)]
pub struct Site {
    /// The rooms.
    pub rooms: Rooms,
    /// The hall around them.
    pub lobby: Lobby,
    /// Accounts and sessions.
    pub auth: Auth,
    /// Results, standings and logs.
    pub store: Store,
    /// Every open socket.
    pub sockets: Sockets,
    /// How often somebody may ask.
    pub limits: Limits,
    /// Origins, cookies and proxies.
    pub policy: Policy,
    /// The embedded client.
    pub assets: Assets,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Where ids and jitter are drawn.
    pub ids: Arc<dyn Ids>,
    /// What has to end before the process may.
    pub tasks: TaskTracker,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").finish_non_exhaustive()
    }
}
