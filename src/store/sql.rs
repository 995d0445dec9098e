//! Every SQL text that runs on both databases, with `$1` placeholders.
//!
//! A test prepares each on both. Texts of one database alone stand in `pg_only` and
//! `sqlite_only`. Not portable, so not to be written here: arrays, `= ANY`, `now()`, `ILIKE`,
//! JSON operators, `FOR UPDATE`, writing CTEs, and `SUM` without a `CAST` to `BIGINT`.

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        $($(#[$doc])* pub(super) const $name: &str = $text;)*

        /// Every text with its name, for the test that prepares them.
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

texts! {
    /// Whether the database answers.
    PING = "SELECT 1";

    // Rooms.

    /// A room with epoch 1; nothing when its id or code is there already.
    ROOM_INSERT = "INSERT INTO room (id, code, epoch, last_seq, status, wake_at, created_at, touched_at) \
        VALUES ($1, $2, 1, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    /// The room a code belongs to.
    ROOM_BY_CODE = "SELECT id FROM room WHERE code = $1";
    /// Takes a room over, fencing out its owner.
    ROOM_ADOPT = "UPDATE room SET epoch = epoch + 1 WHERE id = $1 RETURNING epoch, last_seq";
    /// Rooms that are not closed, each with its seats, one row a seat.
    ROOMS_OPEN = "SELECT r.id, r.code, r.status, r.wake_at, r.touched_at, s.seat, s.user_id \
        FROM room r LEFT JOIN seat s ON s.room = r.id \
        WHERE r.status <> 'closed' ORDER BY r.id, s.seat";
    /// When the room that is not closed and was still the longest had its last event.
    ROOMS_OPEN_OLDEST = "SELECT MIN(touched_at) FROM room WHERE status <> 'closed'";
    /// One event.
    EVENT_INSERT = "INSERT INTO event (room, seq, at, user_id, cid, payload) \
        VALUES ($1, $2, $3, $4, $5, $6)";
    /// Events `$2 < seq <= $3` of a room, oldest first.
    EVENTS = "SELECT seq, at, user_id, cid, payload FROM event \
        WHERE room = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4";
    /// One seat.
    SEAT_INSERT = "INSERT INTO seat (room, seat, user_id) VALUES ($1, $2, $3)";
    /// Nobody sits in a room.
    SEATS_CLEAR = "DELETE FROM seat WHERE room = $1";

    // Signs of life.

    /// The last sign of life.
    LIFE = "SELECT alive_at FROM life WHERE id = 1";
    /// A sign of life; it never moves back.
    LIFE_SET = "INSERT INTO life (id, alive_at) VALUES (1, $1) \
        ON CONFLICT (id) DO UPDATE SET alive_at = excluded.alive_at \
        WHERE life.alive_at < excluded.alive_at";
    /// A span without one.
    OUTAGE_INSERT = "INSERT INTO outage (from_at, until_at) VALUES ($1, $2) \
        ON CONFLICT (from_at) DO UPDATE SET until_at = excluded.until_at";
    /// The spans that ended after `$1`.
    OUTAGES_AFTER = "SELECT from_at, until_at FROM outage WHERE until_at > $1 ORDER BY from_at";

    // Results.

    /// A game; nothing when it is booked already.
    GAME_INSERT = "INSERT INTO game (id, room, first_seq, last_seq, family, preset, rated, started, ended, day) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING";
    /// One seat's result.
    GAME_SEAT_INSERT = "INSERT INTO game_seat \
        (game, seat, user_id, name, place, out_reason, in_camp, taken, round, points, parts, ended, rated_day) \
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
    /// Adds a game's result to a standing and answers the points after it.
    STANDING_ADD = "INSERT INTO standing (user_id, family, points, games, rated, firsts) \
        VALUES ($1, $2, $3, 1, $4, $5) \
        ON CONFLICT (user_id, family) DO UPDATE SET points = standing.points + excluded.points, \
        games = standing.games + 1, rated = standing.rated + excluded.rated, \
        firsts = standing.firsts + excluded.firsts RETURNING points";
    /// A change of points.
    LEDGER_INSERT = "INSERT INTO ledger (game, user_id, family, points_before, delta, points_after, at) \
        VALUES ($1, $2, $3, $4, $5, $6, $7)";
    /// Points of an account in a family.
    POINTS = "SELECT points FROM standing WHERE user_id = $1 AND family = $2";
    /// With whom an account played rated games on a day, and how many.
    RATED_TOGETHER = "SELECT b.user_id, COUNT(DISTINCT a.game) FROM game_seat a \
        JOIN game_seat b ON b.game = a.game \
        WHERE a.user_id = $1 AND a.rated_day = $2 AND b.user_id <> $1 GROUP BY b.user_id";
    /// A game's header.
    GAME = "SELECT id, room, first_seq, last_seq, family, preset, rated, started, ended, day \
        FROM game WHERE id = $1";
    /// A game's seats.
    GAME_SEATS = "SELECT game, seat, user_id, name, place, out_reason, in_camp, taken, round, points, parts \
        FROM game_seat WHERE game = $1 ORDER BY seat";
    /// Headers of an account's games before `(ended, game)`, newest first.
    GAMES_OF = "SELECT g.id, g.room, g.first_seq, g.last_seq, g.family, g.preset, g.rated, \
        g.started, g.ended, g.day FROM (SELECT DISTINCT ended, game FROM game_seat \
        WHERE user_id = $1 AND (ended, game) < ($2, $3) ORDER BY ended DESC, game DESC LIMIT $4) p \
        JOIN game g ON g.id = p.game ORDER BY p.ended DESC, p.game DESC";
    /// The seats of those games.
    GAMES_OF_SEATS = "SELECT s.game, s.seat, s.user_id, s.name, s.place, s.out_reason, s.in_camp, s.taken, \
        s.round, s.points, s.parts FROM (SELECT DISTINCT ended, game FROM game_seat \
        WHERE user_id = $1 AND (ended, game) < ($2, $3) ORDER BY ended DESC, game DESC LIMIT $4) p \
        JOIN game_seat s ON s.game = p.game ORDER BY p.ended DESC, p.game DESC, s.seat";
    /// An account's changes of points before `(at, game)`, newest first.
    LEDGER_OF = "SELECT game, family, points_before, delta, points_after, at FROM ledger \
        WHERE user_id = $1 AND (at, game) < ($2, $3) ORDER BY at DESC, game DESC LIMIT $4";
    /// A family's ladder after `(points, user)`, best first.
    LADDER = "SELECT s.user_id, a.name, s.points, s.rated, s.firsts FROM standing s \
        JOIN account a ON a.id = s.user_id WHERE s.family = $1 AND s.rated > 0 \
        AND (s.points, s.user_id) < ($2, $3) ORDER BY s.points DESC, s.user_id DESC LIMIT $4";
    /// An account's row of a family's ladder.
    LADDER_ROW = "SELECT s.user_id, a.name, s.points, s.rated, s.firsts FROM standing s \
        JOIN account a ON a.id = s.user_id WHERE s.family = $1 AND s.user_id = $2 AND s.rated > 0";
    /// How many of a family's ladder have more points.
    LADDER_ABOVE = "SELECT COUNT(*) FROM standing \
        WHERE family = $1 AND rated > 0 AND points > $2";
    /// How many of a family's ladder have as many points and stand before an account.
    LADDER_LEVEL = "SELECT COUNT(*) FROM standing \
        WHERE family = $1 AND rated > 0 AND points = $2 AND user_id > $3";

    // Accounts and sessions.

    /// An account.
    ACCOUNT_INSERT = "INSERT INTO account (id, name, name_key, guest, staff, password_hash, created_at) \
        VALUES ($1, $2, $3, $4, FALSE, $5, $6) ON CONFLICT (name_key) DO NOTHING";
    /// An account by its id.
    ACCOUNT = "SELECT id, name, guest, staff, created_at FROM account WHERE id = $1";
    /// An account by its name's key.
    ACCOUNT_BY_KEY = "SELECT id, name, guest, staff, created_at FROM account WHERE name_key = $1";
    /// The password of the account with a name's key.
    CREDENTIALS = "SELECT id, password_hash FROM account \
        WHERE name_key = $1 AND password_hash IS NOT NULL";
    /// Makes a guest's account a lasting one, once.
    ACCOUNT_UPGRADE = "UPDATE account SET name = $2, name_key = $3, guest = FALSE, password_hash = $4 \
        WHERE id = $1 AND guest";
    /// A new password for an account that has one.
    ACCOUNT_PASSWORD = "UPDATE account SET password_hash = $2 WHERE id = $1 AND NOT guest";
    /// Gives or takes the staff role.
    ACCOUNT_STAFF = "UPDATE account SET staff = $2 WHERE id = $1 AND NOT guest";
    /// An account's points and counts, one row a family.
    STANDINGS_OF = "SELECT family, points, games, rated, firsts FROM standing \
        WHERE user_id = $1 ORDER BY family";
    /// Guests without a session, a seat or a game, from before `$1`.
    GUESTS_SWEEP = "DELETE FROM account WHERE guest AND created_at < $1 \
        AND NOT EXISTS (SELECT 1 FROM session s WHERE s.user_id = account.id) \
        AND NOT EXISTS (SELECT 1 FROM seat t WHERE t.user_id = account.id) \
        AND NOT EXISTS (SELECT 1 FROM game_seat g WHERE g.user_id = account.id)";
    /// A session.
    SESSION_INSERT = "INSERT INTO session (token_hash, user_id, created_at, expires_at) \
        VALUES ($1, $2, $3, $4)";
    /// A session that has not ended, with its account and the points of a family.
    SESSION = "SELECT s.created_at, s.expires_at, a.id, a.name, a.guest, a.staff, \
        COALESCE(p.points, 0) FROM session s JOIN account a ON a.id = s.user_id \
        LEFT JOIN standing p ON p.user_id = a.id AND p.family = $3 \
        WHERE s.token_hash = $1 AND s.expires_at > $2";
    /// A later end for a session.
    SESSION_EXTEND = "UPDATE session SET expires_at = $2 WHERE token_hash = $1 AND expires_at < $2";
    /// Ends a session.
    SESSION_END = "DELETE FROM session WHERE token_hash = $1 RETURNING user_id";
    /// Ends every session of an account.
    SESSIONS_END = "DELETE FROM session WHERE user_id = $1 RETURNING token_hash";
    /// Forgets sessions that ended by themselves.
    SESSIONS_SWEEP = "DELETE FROM session WHERE expires_at <= $1 RETURNING token_hash, user_id";
}

#[cfg(test)]
mod tests {
    use sqlx::{Executor as _, SqlSafeStr as _};

    use crate::store::db::ConnMut;
    use crate::store::test_support::store_test;
    use crate::store::{pg_only, sqlite_only};

    store_test!(every_text_prepares, |store| async move {
        let mut conn = store.db.read().await.unwrap();
        match conn.as_mut() {
            ConnMut::Pg(c) => {
                for (name, text) in crate::store::sql::ALL.iter().chain(pg_only::ALL) {
                    let prepared = (&mut *c).prepare(text.into_sql_str()).await;
                    assert!(prepared.is_ok(), "{name}: {prepared:?}");
                }
            }
            ConnMut::Lite(c) => {
                for (name, text) in crate::store::sql::ALL.iter().chain(sqlite_only::ALL) {
                    let prepared = (&mut *c).prepare(text.into_sql_str()).await;
                    assert!(prepared.is_ok(), "{name}: {prepared:?}");
                }
            }
        }
    });
}
