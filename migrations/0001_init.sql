-- One text for PostgreSQL and SQLite: UUID, BIGINT, BOOLEAN, TEXT and BYTEA only. Instants are Unix
-- milliseconds, JSON is TEXT. See docs/ARCHITECTURE.md, "Storing".

-- A room's place in its log. epoch and last_seq are the fence of every append; status, wake_at and
-- touched_at (its last event's time) are a projection. No index but the keys may name a column that
-- an append changes, so that PostgreSQL updates the row in place (HOT).
CREATE TABLE room (
    id UUID NOT NULL PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    epoch BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('waiting', 'playing', 'closed')),
    wake_at BIGINT,
    created_at BIGINT NOT NULL,
    touched_at BIGINT NOT NULL
);
CREATE INDEX room_open ON room (id) WHERE status <> 'closed';

-- The log. user_id and cid stand on the first event of a command. There is no foreign key on room:
-- the fence has just written that row.
CREATE TABLE event (
    room UUID NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    user_id UUID,
    cid UUID,
    payload TEXT NOT NULL,
    PRIMARY KEY (room, seq)
);
CREATE UNIQUE INDEX event_command ON event (room, user_id, cid) WHERE cid IS NOT NULL;

-- Who sits where: a projection, replaced with each append that changes it.
CREATE TABLE seat (
    room UUID NOT NULL,
    seat BIGINT NOT NULL,
    user_id UUID NOT NULL,
    PRIMARY KEY (room, seat)
);
CREATE INDEX seat_user ON seat (user_id);

CREATE TABLE account (
    id UUID NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    guest BOOLEAN NOT NULL,
    staff BOOLEAN NOT NULL,
    password_hash TEXT,
    created_at BIGINT NOT NULL
);

-- A token is 256 random bits; only its SHA-256 is kept.
CREATE TABLE session (
    token_hash BYTEA NOT NULL PRIMARY KEY,
    user_id UUID NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_expires ON session (expires_at);

-- Points and counts by account and family. firsts: rated games placed first with somebody behind.
CREATE TABLE standing (
    user_id UUID NOT NULL,
    family TEXT NOT NULL,
    points BIGINT NOT NULL,
    games BIGINT NOT NULL,
    rated BIGINT NOT NULL,
    firsts BIGINT NOT NULL,
    PRIMARY KEY (user_id, family)
);
CREATE INDEX standing_ladder ON standing (family, points, user_id) WHERE rated > 0;

-- Results. The record is the run of events first_seq..last_seq of the room.
CREATE TABLE game (
    id UUID NOT NULL PRIMARY KEY,
    room UUID NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    family TEXT NOT NULL,
    preset TEXT NOT NULL,
    rated BOOLEAN NOT NULL,
    started BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    day BIGINT NOT NULL
);

-- ended is the game's; rated_day is its day when it is rated, for the count against farming.
CREATE TABLE game_seat (
    game UUID NOT NULL REFERENCES game (id),
    seat BIGINT NOT NULL,
    user_id UUID,
    name TEXT NOT NULL,
    place BIGINT NOT NULL,
    out_reason TEXT,
    in_camp BIGINT NOT NULL,
    round BIGINT NOT NULL,
    points BIGINT NOT NULL,
    parts TEXT NOT NULL,
    ended BIGINT NOT NULL,
    rated_day BIGINT,
    PRIMARY KEY (game, seat)
);
CREATE INDEX game_seat_user ON game_seat (user_id, ended, game);
CREATE INDEX game_seat_day ON game_seat (user_id, rated_day) WHERE rated_day IS NOT NULL;

-- Every change of points: standing.points is the sum of the deltas.
CREATE TABLE ledger (
    game UUID NOT NULL REFERENCES game (id),
    user_id UUID NOT NULL,
    family TEXT NOT NULL,
    points_before BIGINT NOT NULL,
    delta BIGINT NOT NULL,
    points_after BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (game, user_id)
);
CREATE INDEX ledger_user ON ledger (user_id, at);

-- The server's last sign of life (one row), and the spans in which there was none.
CREATE TABLE life (
    id BIGINT NOT NULL PRIMARY KEY,
    alive_at BIGINT NOT NULL
);
CREATE TABLE outage (
    from_at BIGINT NOT NULL PRIMARY KEY,
    until_at BIGINT NOT NULL
);
