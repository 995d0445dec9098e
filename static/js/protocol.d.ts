// The wire, `tiaoqi.v1`. Written from the Rust types by src/protocol/typescript.rs: do not edit.
// TIAOQI_RENEW=1 cargo test --lib typescript

/**
 * One frame from a client. Unknown fields of the envelope are ignored, an unknown `t` is
 * refused with `unknown_type`; inside a command's `d` nothing unknown is accepted.
 */
export type ClientMessage = { "t": "hello",
/**
 * The client's build: the hash of the files it was loaded from.
 */
build: string,
/**
 * What the client can do beyond v1; unknown words are ignored.
 */
caps: Array<string>, } | { "t": "sub",
/**
 * The stream.
 */
s: Stream,
/**
 * The number of the last event the client has.
 */
since?: number,
/**
 * The state's hash after that event.
 */
h?: string, } | { "t": "unsub",
/**
 * The stream.
 */
s: Stream, } | { "t": "cmd",
/**
 * The room's stream.
 */
s: Stream,
/**
 * The command's id, the same over all retries.
 */
cid: string,
/**
 * Committed acts of this game + 1; required for everything that acts in a turn.
 */
ply?: number, } & ({ "type": "sit", "d": {
/**
 * The camp, one of those the room's count of players uses.
 */
seat: Seat, } } | { "type": "stand", "d": Record<symbol, never> } | { "type": "ready", "d": Record<symbol, never> } | { "type": "unready", "d": Record<symbol, never> } | { "type": "configure", "d": {
/**
 * All of the settings.
 */
settings: Settings, } } | { "type": "add_bot", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "kick", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "start", "d": Record<symbol, never> } | { "type": "move", "d": {
/**
 * Where it stands.
 */
from: Point,
/**
 * Where it shall stand.
 */
to: Point,
/**
 * The way, from `from` to `to`; without it the server takes one with the fewest hops. In draughts
 * as many landing squares of it as tell which pieces are taken.
 */
path?: Array<Point>, } } | { "type": "pass", "d": Record<symbol, never> } | { "type": "use_item", "d": ItemUse } | { "type": "resign", "d": Record<symbol, never> } | { "type": "answer_resign", "d": {
/**
 * Agreed, or declined.
 */
yes: boolean, } } | { "type": "answer_play_on", "d": {
/**
 * To play on, or to end the game.
 */
yes: boolean, } } | { "type": "offer_draw", "d": Record<symbol, never> } | { "type": "answer_draw", "d": {
/**
 * Agreed, or declined.
 */
yes: boolean, } } | { "type": "leave", "d": Record<symbol, never> } | { "type": "rematch", "d": Record<symbol, never> }) | { "t": "ping",
/**
 * Echoed in the pong.
 */
n: number, };

/**
 * What is asked of a room, as `type` and `d` of a `cmd` frame.
 */
export type Command = { "type": "sit", "d": {
/**
 * The camp, one of those the room's count of players uses.
 */
seat: Seat, } } | { "type": "stand", "d": Record<symbol, never> } | { "type": "ready", "d": Record<symbol, never> } | { "type": "unready", "d": Record<symbol, never> } | { "type": "configure", "d": {
/**
 * All of the settings.
 */
settings: Settings, } } | { "type": "add_bot", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "kick", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "start", "d": Record<symbol, never> } | { "type": "move", "d": {
/**
 * Where it stands.
 */
from: Point,
/**
 * Where it shall stand.
 */
to: Point,
/**
 * The way, from `from` to `to`; without it the server takes one with the fewest hops. In draughts
 * as many landing squares of it as tell which pieces are taken.
 */
path?: Array<Point>, } } | { "type": "pass", "d": Record<symbol, never> } | { "type": "use_item", "d": ItemUse } | { "type": "resign", "d": Record<symbol, never> } | { "type": "answer_resign", "d": {
/**
 * Agreed, or declined.
 */
yes: boolean, } } | { "type": "answer_play_on", "d": {
/**
 * To play on, or to end the game.
 */
yes: boolean, } } | { "type": "offer_draw", "d": Record<symbol, never> } | { "type": "answer_draw", "d": {
/**
 * Agreed, or declined.
 */
yes: boolean, } } | { "type": "leave", "d": Record<symbol, never> } | { "type": "rematch", "d": Record<symbol, never> };

/**
 * A stream's name: `room:<id>`, `lobby` or `me`.
 */
export type Stream = string;

/**
 * One frame to a client.
 */
export type ServerMessage = { "t": "welcome",
/**
 * The server's time.
 */
now: number,
/**
 * The build the server serves; another than the client's: reload outside a game.
 */
build: string,
/**
 * What the client has to keep to.
 */
limits: Limits,
/**
 * Who the session is.
 */
me: Me,
/**
 * Where this account is seated or was playing.
 */
rooms: Array<RoomRef>, } | { "t": "snap" } & Snapshot | { "t": "ev" } & EventFrame | { "t": "evs",
/**
 * The stream.
 */
s: Stream,
/**
 * The events.
 */
events: Array<EventFrame>, } | { "t": "watching",
/**
 * The room's stream.
 */
s: Stream,
/**
 * People without a seat.
 */
spectators: number, } | { "t": "ok",
/**
 * The command.
 */
cid: string,
/**
 * The number of its first event; of the room's last one when it changed nothing.
 */
seq: number, } | { "t": "no",
/**
 * The command or the stream asked for, when there was one.
 */
cid?: string,
/**
 * The stream that was refused.
 */
s?: Stream,
/**
 * Why.
 */
code: Code,
/**
 * What exactly is wrong with settings, as `team_players`.
 */
why?: string,
/**
 * A detail for developers, never shown.
 */
hint?: string,
/**
 * After how many milliseconds to try again.
 */
retry_ms?: number, } | { "t": "pong",
/**
 * Echoed.
 */
n: number,
/**
 * The server's time.
 */
now: number, } | { "t": "bye",
/**
 * The close code.
 */
code: number,
/**
 * When to come back, if ever.
 */
retry_ms?: number,
/**
 * For developers.
 */
reason: string, };

/**
 * Whole state of a stream at a number.
 */
export type Snapshot = {
/**
 * The stream.
 */
s: Stream,
/**
 * The number of the last event in it.
 */
seq: number,
/**
 * The game's hash, 16 hex digits; rooms with a game only.
 */
h?: string,
/**
 * The state.
 */
state: StreamState,
/**
 * The clock of a running game.
 */
clock?: ClockView,
/**
 * What the viewer is there; rooms only.
 */
you?: You,
/**
 * Every legal move with its path, for the seat on turn alone.
 */
legal?: Legal,
/**
 * What each item may be used on now, for the seat on turn alone, in games with items.
 */
items?: ItemTargets,
/**
 * The answers to the viewer's last 16 committed commands.
 */
answered?: Array<Answer>, };

/**
 * The state of each kind of stream.
 */
export type StreamState = RoomState | LobbyState | Me;

/**
 * One event as a frame. An event the viewer has no right to comes with its number alone.
 */
export type EventFrame = {
/**
 * The stream; absent inside `evs`.
 */
s?: Stream,
/**
 * Its number in the stream.
 */
seq: number,
/**
 * When it happened.
 */
at: number,
/**
 * After turn events: what the rules say of the turn that comes now.
 */
turn?: TurnView,
/**
 * The clock, where the event changes it.
 */
clock?: ClockView,
/**
 * Legal moves, for the seat on turn alone.
 */
legal?: Legal,
/**
 * What each item may be used on now, for the seat on turn alone.
 */
items?: ItemTargets,
/**
 * The game's hash after the event, 16 hex digits.
 */
h?: string, } & (RoomEvent | PlayEvent);

/**
 * One fact of a room.
 */
export type Event = RoomEvent | PlayEvent;

/**
 * A fact about the room around the game.
 */
export type RoomEvent = { "type": "created", "d": {
/**
 * What people type to join, eight letters and digits.
 */
code: string,
/**
 * What is to be played.
 */
settings: Settings,
/**
 * Who made the room.
 */
host: string,
/**
 * The maker's name.
 */
host_name: string, } } | { "type": "configured", "d": {
/**
 * All of the settings.
 */
settings: Settings, } } | { "type": "sat", "d": {
/**
 * The camp.
 */
seat: Seat,
/**
 * Who.
 */
user: string,
/**
 * By this name.
 */
name: string,
/**
 * Whether the account is a guest's.
 */
guest: boolean,
/**
 * The account's points then.
 */
points: number, } } | { "type": "stood", "d": {
/**
 * The camp.
 */
seat: Seat,
/**
 * Why.
 */
why: StandReason, } } | { "type": "readied", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "unreadied", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "bot_added", "d": {
/**
 * The camp.
 */
seat: Seat,
/**
 * The bot's name.
 */
name: string, } } | { "type": "kicked", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "host_changed", "d": {
/**
 * Who.
 */
host: string,
/**
 * By this name.
 */
host_name: string, } } | { "type": "disconnected", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "reconnected", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "rematch", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "swapped", "d": Record<symbol, never> } | { "type": "closed", "d": {
/**
 * Why.
 */
why: CloseReason, } };

/**
 * One fact of a game, whichever floor it comes from.
 */
export type PlayEvent = StarEvent | DraughtsEvent | GameEvent;

/**
 * A fact of the game around the rules.
 */
export type GameEvent = { "type": "started", "d": {
/**
 * The game's id.
 */
game: string,
/**
 * The how-manieth of the room, from 1.
 */
number: number,
/**
 * Who plays, in turn order.
 */
players: Array<Player>,
/**
 * The seat that makes the first turn.
 */
first: Seat,
/**
 * Every switch, so that the record replays for ever.
 */
rules: GameRules,
/**
 * The turn limit; means nothing where there is a main clock.
 */
turn_limit: number,
/**
 * The time each seat has for the whole game.
 */
clock?: MainClock,
/**
 * Whether two teams play.
 */
teams: boolean,
/**
 * Whether items are played with.
 */
items: boolean,
/**
 * Whether it counts.
 */
rated: boolean,
/**
 * The factor against farming for these accounts today (RULES.md section 8).
 */
farm: Farm,
/**
 * Whether `first` was drawn from the seed, rather than chosen.
 */
first_drawn: boolean,
/**
 * The hash of the seed from which chance is drawn: see [`chance`](crate::game::chance). Empty in
 * draughts, which has no chance.
 */
seed_commitment: string, } } | { "type": "draw_offered", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "draw_agreed", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "draw_declined", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "resign_proposed", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "resign_agreed", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "resign_declined", "d": {
/**
 * The camp.
 */
seat: Seat, } } | { "type": "resumed", "d": {
/**
 * Milliseconds given back to the seat on turn.
 */
credit: number,
/**
 * Why.
 */
why: ResumeReason, } } | { "type": "scored", "d": {
/**
 * One for each seat, in turn order.
 */
scores: Array<SeatScore>, } };

/**
 * One fact of a game. The state is the fold of these.
 */
export type StarEvent = { "type": "moved", "d": {
/**
 * Whose marble.
 */
seat: Seat,
/**
 * Every hole it touched, the origin first.
 */
path: Array<Hole>,
/**
 * Whether a foreign marble took its place at the origin.
 */
kind: MoveKind, } } | { "type": "passed", "d": {
/**
 * Whose turn.
 */
seat: Seat,
/**
 * At whose wish.
 */
why: PassReason, } } | { "type": "turn_expired", "d": {
/**
 * Whose turn.
 */
seat: Seat,
/**
 * How many in a row with this one, 1..=3.
 */
count: number, } } | { "type": "turn_skipped", "d": {
/**
 * Whose turn.
 */
seat: Seat, } } | { "type": "item_used", "d": {
/**
 * By whom.
 */
seat: Seat,
/**
 * The marbles it moved; for a tornado all that it dealt anew.
 */
result: Array<Shift>, } & ({ "item": "roadblock",
/**
 * Where it shall stand.
 */
hole: Hole, } | { "item": "road_worker",
/**
 * Where it shall stand.
 */
hole: Hole, } | { "item": "power_marble",
/**
 * The marble that shall act twice.
 */
from: Hole, } | { "item": "wings",
/**
 * The marble that flies.
 */
from: Hole,
/**
 * The hole it flies to.
 */
to: Hole, } | { "item": "swap",
/**
 * The own marble.
 */
from: Hole,
/**
 * The other seat's marble.
 */
with: Hole, } | { "item": "tornado",
/**
 * The middle of its seven holes.
 */
hole: Hole, }) } | { "type": "item_expired", "d": {
/**
 * Who placed it.
 */
seat: Seat,
/**
 * A roadblock or a road worker.
 */
item: Item,
/**
 * Where it stood.
 */
hole: Hole, } } | { "type": "finished", "d": {
/**
 * Whose.
 */
seat: Seat,
/**
 * The place it won, from 1; in a team game 1 for the team that wins.
 */
place: number, } } | { "type": "out", "d": {
/**
 * Which seat.
 */
seat: Seat,
/**
 * Why.
 */
why: OutReason,
/**
 * What forced it, where it was not the player's wish.
 */
cause?: OutCause, } } | { "type": "warned", "d": {
/**
 * Who is warned.
 */
seat: Seat,
/**
 * What must be done by when.
 */
stall: StallNotice, } } | { "type": "play_on_asked", "d": Record<symbol, never> } | { "type": "play_on_answered", "d": {
/**
 * Which seat.
 */
seat: Seat,
/**
 * Whether it wants to play on.
 */
yes: boolean, } } | { "type": "ended", "d": {
/**
 * The place of every seat, best first, equal places in turn order.
 */
places: Array<Placed>,
/**
 * What ended it.
 */
reason: EndReason,
/**
 * What the game's chance was drawn from, published now. The rules only carry it.
 */
seed?: Seed, } };

/**
 * One fact of a game. The state is the fold of these.
 */
export type DraughtsEvent = { "type": "moved", "d": {
/**
 * Whose piece.
 */
colour: Colour,
/**
 * Where it began.
 */
from: Square,
/**
 * Where it ended.
 */
to: Square,
/**
 * The squares of the pieces it took.
 */
taken: SquareSet,
/**
 * Every square it touched down on, `from` first and `to` last.
 */
route: Array<Square>,
/**
 * Whether it became a king.
 */
promoted: boolean, } } | { "type": "turn_expired", "d": {
/**
 * Whose turn.
 */
colour: Colour,
/**
 * How many in a row with this one, 1..=3.
 */
count: number, } } | { "type": "out", "d": {
/**
 * Which side.
 */
colour: Colour,
/**
 * Why.
 */
why: DraughtsOutReason, } } | { "type": "ended", "d": {
/**
 * Who won; none in a draw.
 */
winner: Colour | null,
/**
 * What ended it.
 */
reason: DraughtsEndReason, } };

/**
 * Why a command or request was refused. The client has words for each code
 * (`err.<code>`) in every language.
 */
export type Code = "not_your_turn" | "stale_ply" | "illegal" | "seat_taken" | "room_full" | "over" | "forbidden" | "rate" | "gone" | "unavailable" | "bad_request" | "unknown_type" | "not_seated" | "already_seated" | "not_host" | "not_ready" | "seats_free" | "game_running" | "no_game" | "needs_account" | "no_offer" | "offer_too_soon" | "must_capture" | "most_pieces" | "king_priority" | "ambiguous" | "bad_settings" | "no_such_seat" | "not_found" | "unauthenticated" | "bad_credentials" | "name_taken" | "bad_name" | "bad_password" | "frozen" | "internal";

/**
 * A committed command and its number.
 */
export type Answer = {
/**
 * The command.
 */
cid: string,
/**
 * The number of its first event.
 */
seq: number, };

/**
 * What the viewer of a room is there.
 */
export type You = {
/**
 * One's seat; none for spectators.
 */
seat: Seat | null,
/**
 * Whether one is the host.
 */
host: boolean, };

/**
 * What a client has to keep to.
 */
export type Limits = {
/**
 * Bytes a frame.
 */
frame: number,
/**
 * Streams a connection.
 */
streams: number,
/**
 * The server closes a connection silent for this long, in milliseconds.
 */
idle_ms: number, };

/**
 * Who the session is.
 */
export type Me = {
/**
 * The account.
 */
user: string,
/**
 * Its name.
 */
name: string,
/**
 * Whether it is a guest's: no password, no rated games.
 */
guest: boolean,
/**
 * Points of the star family.
 */
points: number,
/**
 * Their level, 1..=25.
 */
level: number, };

/**
 * A room somebody has to do with.
 */
export type RoomRef = {
/**
 * The room.
 */
id: string,
/**
 * What people type to join.
 */
code: string,
/**
 * Whether a game is running there.
 */
playing: boolean, };

/**
 * The state in a room's snapshot.
 */
export type RoomState = {
/**
 * What people type to join.
 */
code: string,
/**
 * What is played.
 */
settings: Settings,
/**
 * The host's account.
 */
host: string,
/**
 * The host's name.
 */
host_name: string,
/**
 * The seats of these settings in turn order.
 */
seats: Array<SeatView>,
/**
 * Whether a game is running.
 */
playing: boolean,
/**
 * The running game, or the last one.
 */
game: GameView | null,
/**
 * Seats that ask for another game.
 */
rematch: Array<Seat>,
/**
 * How many watch without a seat.
 */
spectators: number,
/**
 * Set when the room is closed or frozen: nothing more happens in it.
 */
closed: boolean, };

/**
 * A seat of the room.
 */
export type SeatView = {
/**
 * The camp.
 */
seat: Seat,
/**
 * Its team, where two teams play.
 */
team?: Team,
/**
 * Who sits there.
 */
occupant: OccupantView | null, };

/**
 * Who sits on a seat.
 */
export type OccupantView = {
/**
 * The account; none for a bot.
 */
user: string | null,
/**
 * The name.
 */
name: string,
/**
 * A guest's account.
 */
guest: boolean,
/**
 * A bot.
 */
bot: boolean,
/**
 * Points of the room's family.
 */
points: number,
/**
 * Their level, 1..=25.
 */
level: number,
/**
 * Ready for the next game.
 */
ready: boolean,
/**
 * Whether a connection of the account is open.
 */
connected: boolean, };

/**
 * A game as viewers see it.
 */
export type GameView = {
/**
 * The game's id.
 */
id: string,
/**
 * The how-manieth of the room, from 1.
 */
number: number,
/**
 * What is played.
 */
family: Family,
/**
 * Whether it counts.
 */
rated: boolean,
/**
 * When it started.
 */
started: number,
/**
 * Who plays, in turn order.
 */
players: Array<Player>,
/**
 * The seat that made the first turn.
 */
first: Seat,
/**
 * Whose marbles stand where; nothing in draughts.
 */
marbles: { [seat: string]: Hole[] },
/**
 * Which pieces stand where, in draughts.
 */
pieces?: PiecesView,
/**
 * The path of the last move.
 */
last: LastMove | null,
/**
 * What the rules say of the turn.
 */
turn: TurnView,
/**
 * The hash of the seed from which chance is drawn.
 */
seed_commitment: string,
/**
 * The seat whose draw offer is open, and those that agreed.
 */
offer: OfferView | null,
/**
 * Open proposals to resign, at most one a team.
 */
proposals?: Array<OfferView>,
/**
 * Places and reason, once it is over.
 */
ended: EndView | null,
/**
 * Points of each seat, once it is over.
 */
scores: Array<SeatScore>, };

/**
 * What the rules say of the turn: replaced as a whole by every turn event.
 */
export type TurnView = {
/**
 * The seat on turn; none when the game is over.
 */
seat: Seat | null,
/**
 * Committed acts + 1: a move, a pass, an item use, a turn skipped or run out.
 */
ply: number,
/**
 * The round, from 1; in draughts the number of the move.
 */
round: number,
/**
 * What the side on turn must take, and why, in draughts.
 */
duty?: Duty,
/**
 * What counts toward a draw, in draughts.
 */
counters?: Array<DrawCounter>,
/**
 * The state of each seat, in turn order.
 */
seats: Array<TurnSeat>,
/**
 * How far the teams have come, where two teams play.
 */
teams?: Array<TeamView>,
/**
 * Roadblocks and road workers on the board.
 */
things?: Array<Thing>,
/**
 * The item used first in the running turn.
 */
used?: Item,
/**
 * The power marble of the running turn: only this marble acts, and once it has acted the seat may
 * `pass` instead.
 */
power?: Power,
/**
 * While all are asked whether to play on (nobody acts in a turn then): who has agreed.
 */
asking?: Array<Seat>,
/**
 * Whether the seat on turn may `pass`.
 */
may_pass?: boolean, };

/**
 * What the rules say of one seat.
 */
export type TurnSeat = {
/**
 * The camp.
 */
seat: Seat,
/**
 * Own marbles in the target; 0 in draughts.
 */
in_camp: number,
/**
 * Own marbles away from home; 0 in draughts.
 */
away: number,
/**
 * The opponent's pieces it took, in draughts.
 */
taken?: number,
/**
 * Turns had; in draughts moves made.
 */
turns: number,
/**
 * Expired turns in a row.
 */
timeouts: number,
/**
 * The place, once final.
 */
place: number | null,
/**
 * How the seat went out.
 */
out: OutReason | null,
/**
 * The stall warning, from five turns before a checkpoint.
 */
stall: StallNotice | null,
/**
 * The items in its hand, in a game with items.
 */
items?: Hand, };

/**
 * How far a team has come.
 */
export type TeamView = {
/**
 * Which team.
 */
team: Team,
/**
 * Its members, in turn order.
 */
seats: Array<Seat>,
/**
 * Their marbles in their own targets.
 */
in_camp: number,
/**
 * With so many the team wins.
 */
goal: number, };

/**
 * The clock of a running game. A client renders `left - (now - at)` and counts nothing down.
 */
export type ClockView = {
/**
 * The seat whose time runs; none when it stands still.
 */
running: Seat | null,
/**
 * Milliseconds left for each seat still playing, at `at`.
 */
left: { [seat: string]: number },
/**
 * Milliseconds left to say whether to play on; nobody's turn runs meanwhile.
 */
ask?: number,
/**
 * The server's time this was true at.
 */
at: number, };

/**
 * The last move made.
 */
export type LastMove = {
/**
 * By this seat.
 */
seat: Seat,
/**
 * Along these holes or squares.
 */
path: Array<Point>, };

/**
 * An open draw offer or proposal to resign.
 */
export type OfferView = {
/**
 * Who offered.
 */
seat: Seat,
/**
 * Who agreed so far, the offerer included.
 */
agreed: Array<Seat>, };

/**
 * How a game ended.
 */
export type EndView = {
/**
 * The place of each seat.
 */
places: Array<Placed>,
/**
 * Why it ended.
 */
reason: GameEndReason, };

/**
 * The pieces on a board of draughts.
 */
export type PiecesView = {
/**
 * Men by seat.
 */
men: { [seat: string]: Square[] },
/**
 * Kings by seat.
 */
kings: { [seat: string]: Square[] }, };

/**
 * The legal moves of the seat on turn.
 */
export type Legal = Array<LegalMove> | Array<DraughtsMove>;

/**
 * One difference on the streams `lobby` and `me`, as an `ev` frame. The latest of a room, and the
 * latest of the rest, is all that counts: numbers rise but have gaps, and what is not above the
 * snapshot's number is older than it.
 */
export type HallFrame = { "t": "ev",
/**
 * The stream.
 */
s: Stream,
/**
 * Its number.
 */
seq: number,
/**
 * When it was told.
 */
at: number, } & ({ "type": "room", "d": LobbyRoom } | { "type": "gone", "d": {
/**
 * The room.
 */
id: string, } } | { "type": "online", "d": {
/**
 * So many.
 */
n: number, } } | { "type": "points", "d": Me });

/**
 * What can change on the streams `lobby` and `me`.
 */
export type HallEvent = { "type": "room", "d": LobbyRoom } | { "type": "gone", "d": {
/**
 * The room.
 */
id: string, } } | { "type": "online", "d": {
/**
 * So many.
 */
n: number, } } | { "type": "points", "d": Me };

/**
 * The lobby: open rooms, then running games, newest first.
 */
export type LobbyState = {
/**
 * The rooms.
 */
rooms: Array<LobbyRoom>,
/**
 * Connections now.
 */
online: number, };

/**
 * A room as the lobby lists it. Private rooms are not listed.
 */
export type LobbyRoom = {
/**
 * The room.
 */
id: string,
/**
 * What people type to join.
 */
code: string,
/**
 * The host's name.
 */
host: string,
/**
 * What is played.
 */
settings: Settings,
/**
 * Seats taken.
 */
taken: number,
/**
 * Whether it waits or plays.
 */
status: LobbyStatus,
/**
 * When it was made.
 */
created: number, };

/**
 * Whether a listed room waits or plays.
 */
export type LobbyStatus = "waiting" | "playing";

/**
 * The settings of a room: what is played, by how many, and for what.
 */
export type Settings = {
/**
 * The rule set.
 */
preset: GamePreset,
/**
 * How many play: 2, 3, 4 or 6; 2 in draughts.
 */
players: number,
/**
 * Seconds a turn, 10..=300; means nothing where there is a main clock.
 */
turn_seconds: number,
/**
 * Time for the whole game instead, in draughts.
 */
clock?: MainClock,
/**
 * Whether the game counts: accounts only, one person a seat, no bots.
 */
rated: boolean,
/**
 * Whether only those with the code or link find the room.
 */
private: boolean,
/**
 * 組隊: two teams, A and B in turn by the order of the seats; with 4 or 6 players.
 */
teams?: boolean,
/**
 * 道具: with items.
 */
items?: boolean,
/**
 * 同屏: one person sits on all seats, of a private, unrated room.
 */
local?: boolean,
/**
 * The switches that differ from the preset; in unrated rooms only.
 */
switches?: Switches,
/**
 * Who starts: drawn by the server when absent; only unrated rooms may choose.
 */
first?: Seat, };

/**
 * A family of games: points are kept for each.
 */
export type Family = "star" | "draughts";

/**
 * A named rule set of either family.
 */
export type GamePreset = Preset | DraughtsPreset;

/**
 * Time for the whole game and what each move adds (RULES.md section 9, "Clock"), in draughts.
 */
export type MainClock = {
/**
 * Seconds for each side, 0..=10800; with 0 there is an increment.
 */
main: number,
/**
 * Seconds added by each move, 0..=180.
 */
increment: number, };

/**
 * What ended a game.
 */
export type GameEndReason = EndReason | DraughtsEndReason;

/**
 * Every switch of a game's rules, as `started` records them.
 */
export type GameRules = RuleSet | DraughtsRuleSet;

/**
 * A named rule set (RULES.md section 7).
 */
export type Preset = "qq" | "qq_long" | "classic" | "turns";

/**
 * The switches of a [`RuleSet`] that differ from a preset; absent ones are the preset's.
 */
export type Switches = {
/**
 * How far a hop reaches.
 */
hop?: Hop,
/**
 * How many marbles a side has.
 */
army?: Army,
/**
 * Whether a marble in its target may end its move outside.
 */
leave_target?: Permission,
/**
 * Whether a move may end in a camp that is neither the mover's home nor its target.
 */
rest_in_foreign_camp?: Permission,
/**
 * The stall rule; an empty list turns it off.
 */
checkpoints?: Checkpoints,
/**
 * Whether a move may end in the mover's home once its last checkpoint has passed.
 */
reenter_home?: Permission,
/**
 * What helps a seat whose target others stand in.
 */
blocked_target?: BlockedTarget,
/**
 * Voluntary passing.
 */
passing?: Passing,
/**
 * What happens to a seat without a legal move.
 */
no_legal_move?: NoLegalMove,
/**
 * Whether the first seat that brings a marble into its target loses its next turn.
 */
first_in_skips?: boolean,
/**
 * When the game is over.
 */
end?: EndRule,
/**
 * What decides the places.
 */
rank_by?: RankBy, };

/**
 * Who plays on a seat, and with what points the game began.
 */
export type Player = {
/**
 * The camp.
 */
seat: Seat,
/**
 * The account; none for a bot.
 */
user: string | null,
/**
 * The name.
 */
name: string,
/**
 * A guest's account.
 */
guest: boolean,
/**
 * Points of the family before the game; 0 for bots.
 */
points: number, };

/**
 * The points one seat won or lost, with the sum's parts.
 */
export type SeatScore = {
/**
 * The camp.
 */
seat: Seat,
/**
 * The place, from 1; shared places share the number.
 */
place: number,
/**
 * Own marbles in the target at the end; 0 in draughts.
 */
in_camp: number,
/**
 * The opponent's pieces it took, in draughts.
 */
taken?: number,
/**
 * The round in which the place became final.
 */
round: number,
/**
 * The sum.
 */
points: number,
/**
 * Its parts.
 */
parts: Parts,
/**
 * Points before the game.
 */
before: number,
/**
 * Points after it.
 */
after: number,
/**
 * Milliseconds given back to the seat because its moves were on their way.
 */
lag: number, };

/**
 * What a seat's points are made of; they are the sum.
 */
export type Parts = {
/**
 * What the place brings.
 */
placing: number,
/**
 * 鼓勵分, at least 0.
 */
encouragement: number,
/**
 * What the resigned cap, the facing-seat protection and the too-early cap changed.
 */
cap: number,
/**
 * What the factor against farming took, at most 0.
 */
farm: number, };

/**
 * The factor against farming: how much of a gain counts. On the wire 1, 0.5 or 0.
 */
export type Farm = 1 | 0.5 | 0;

/**
 * A place in a room: 0..=5, clockwise from the top camp.
 *
 * ```
 * use tiaoqi::rules::Seat;
 *
 * let seat = Seat::new(1).expect("0..=5");
 * assert_eq!(seat.facing().to_string(), "4");
 * assert_eq!(Seat::new(6), None);
 * ```
 */
export type Seat = number;

/**
 * One of the two teams.
 */
export type Team = "A" | "B";

/**
 * Where a marble may stand: 0..=120 in reading order, `a1` = 0 (the top tip), `q1` = 120.
 *
 * ```
 * use tiaoqi::rules::star::{Cube, Hole};
 *
 * let hole: Hole = "e13".parse().expect("a hole");
 * assert_eq!(hole.index(), 22);
 * assert_eq!(hole.cube(), Cube { x: 8, y: -4, z: -4 });
 * assert_eq!(hole.to_string(), "e13");
 * assert!("e14".parse::<Hole>().is_err());
 * ```
 */
export type Hole = number;

/**
 * A set of holes, one bit a hole. On the wire a list of hole numbers, ascending.
 *
 * ```
 * use tiaoqi::rules::star::{Hole, HoleSet};
 *
 * let set: HoleSet = Hole::ALL.into_iter().filter(|hole| hole.index() < 3).collect();
 * assert_eq!(set.len(), 3);
 * assert!((!set).contains(Hole::ALL[3]));
 * ```
 */
export type HoleSet = Hole[];

/**
 * One legal move with one shortest path.
 */
export type LegalMove = {
/**
 * Where the marble stands.
 */
from: Hole,
/**
 * Where it comes to rest.
 */
to: Hole,
/**
 * Every hole it touches, `from` first and `to` last.
 */
path: Array<Hole>,
/**
 * What happens at `to`.
 */
kind: MoveKind, };

/**
 * What a legal move does with the hole it ends on.
 */
export type MoveKind = "move" | "swap";

/**
 * A seat and its place.
 */
export type Placed = {
/**
 * Which seat.
 */
seat: Seat,
/**
 * From 1; seats that share a place have the same number.
 */
place: number, };

/**
 * How many marbles must still leave home, and by when.
 */
export type StallNotice = {
/**
 * The checkpoint: the own turn at whose end it is checked.
 */
turn: number,
/**
 * How many more marbles must leave home, at least 1.
 */
need: number,
/**
 * Own turns left for it, the coming or running one included, 1..=5.
 */
left: number, };

/**
 * 256 bits, 64 lower-case hex digits on the wire. The rules only carry it: it is published with the
 * end of the game it belongs to (RULES.md section 6).
 *
 * ```
 * use tiaoqi::rules::Seed;
 *
 * let seed = Seed::from_words([1, 0, 0, u64::MAX]);
 * assert_eq!(seed.to_string(), format!("{}{:0>32}{}", "0000000000000001", 0, "f".repeat(16)));
 * assert_eq!(seed.to_string().parse(), Ok(seed));
 * ```
 */
export type Seed = string;

/**
 * One of the six kinds.
 */
export type Item = "roadblock" | "road_worker" | "power_marble" | "wings" | "swap" | "tornado";

/**
 * The items a seat still has: at most one of each kind. On the wire a list of their names.
 */
export type Hand = Item[];

/**
 * An item and its target.
 */
export type ItemUse = { "item": "roadblock",
/**
 * Where it shall stand.
 */
hole: Hole, } | { "item": "road_worker",
/**
 * Where it shall stand.
 */
hole: Hole, } | { "item": "power_marble",
/**
 * The marble that shall act twice.
 */
from: Hole, } | { "item": "wings",
/**
 * The marble that flies.
 */
from: Hole,
/**
 * The hole it flies to.
 */
to: Hole, } | { "item": "swap",
/**
 * The own marble.
 */
from: Hole,
/**
 * The other seat's marble.
 */
with: Hole, } | { "item": "tornado",
/**
 * The middle of its seven holes.
 */
hole: Hole, };

/**
 * A marble that an item moved.
 */
export type Shift = {
/**
 * Whose.
 */
seat: Seat,
/**
 * Where it stood.
 */
from: Hole,
/**
 * Where it stands now; a tornado may leave it where it was.
 */
to: Hole, };

/**
 * The legal targets of the seat on turn, by item; empty lists for items it may not use now.
 */
export type ItemTargets = {
/**
 * Holes for a roadblock.
 */
roadblock: HoleSet,
/**
 * Holes for a road worker.
 */
road_worker: HoleSet,
/**
 * Own marbles that can act, and so may act twice.
 */
power_marble: HoleSet,
/**
 * Own marbles with the holes they may fly to, ascending.
 */
wings: Array<Reach>,
/**
 * Own marbles with the foreign marbles they may change places with, ascending.
 */
swap: Array<Reach>,
/**
 * Middles of tornadoes.
 */
tornado: HoleSet, };

/**
 * The second steps behind a first one.
 */
export type Reach = {
/**
 * An own marble.
 */
from: Hole,
/**
 * The holes (`wings`) or marbles (`swap`) it reaches, at least one.
 */
to: HoleSet, };

/**
 * A roadblock or a road worker on the board.
 */
export type Thing = {
/**
 * Where it stands.
 */
hole: Hole,
/**
 * `roadblock` or `road_worker`.
 */
item: Item,
/**
 * Who placed it.
 */
seat: Seat,
/**
 * How many turns of that seat have still to begin until it vanishes with the last of them, 1..=3.
 */
left: number, };

/**
 * A power marble at work.
 */
export type Power = {
/**
 * Where the marble stands that must act.
 */
marble: Hole,
/**
 * Where it stood at first: it may not end there.
 */
origin: Hole,
/**
 * Whether its first act is done; the second may be declined.
 */
acted: boolean,
/**
 * Whether wings or a swap have taken the place of its first act: then no further item may be
 * used.
 */
further: boolean, };

/**
 * Why a seat is out before its game is over.
 */
export type OutReason = "resigned" | "left" | "stalled" | "timed_out" | "flag";

/**
 * What forced a seat out.
 */
export type OutCause = "blocked";

/**
 * Why a turn passed.
 */
export type PassReason = "voluntary" | "blocked" | "declined";

/**
 * What ended a game.
 */
export type EndReason = "places" | "draw" | "round_limit";

/**
 * Why a seat became free.
 */
export type StandReason = "left" | "away" | "settings";

/**
 * Why a room closed.
 */
export type CloseReason = "empty";

/**
 * Why time was given back.
 */
export type ResumeReason = "restart" | "store" | "rebuilt" | "lag";

/**
 * All switches of the family (RULES.md sections 2 to 4). A rated game uses an unchanged [`Preset`].
 */
export type RuleSet = {
/**
 * How far a hop reaches.
 */
hop: Hop,
/**
 * How many marbles a side has.
 */
army: Army,
/**
 * Whether a marble in its target may end its move outside.
 */
leave_target: Permission,
/**
 * Whether a move may end in a camp that is neither the mover's home nor its target.
 */
rest_in_foreign_camp: Permission,
/**
 * The stall rule.
 */
checkpoints: Checkpoints,
/**
 * Whether a move may end in the mover's home once its last checkpoint has passed.
 */
reenter_home: Permission,
/**
 * What helps a seat whose target others stand in.
 */
blocked_target: BlockedTarget,
/**
 * Voluntary passing.
 */
passing: Passing,
/**
 * What happens to a seat without a legal move.
 */
no_legal_move: NoLegalMove,
/**
 * Whether the first seat that brings a marble into its target loses its next turn.
 */
first_in_skips: boolean,
/**
 * When the game is over.
 */
end: EndRule,
/**
 * What decides the places.
 */
rank_by: RankBy, };

/**
 * How far a hop reaches.
 */
export type Hop = "short" | "long";

/**
 * How many marbles each side has. On the wire the number itself.
 */
export type Army = number;

/**
 * Whether something may be done.
 */
export type Permission = "allowed" | "forbidden";

/**
 * The checkpoints of the stall rule, by ascending turn; none where the rule is off.
 */
export type Checkpoints = Checkpoint[];

/**
 * After `turn` own turns at least `away` marbles must be away from home.
 */
export type Checkpoint = {
/**
 * The own turn at whose end it is checked, 1..=300.
 */
turn: number,
/**
 * The least number of marbles that must not stand in the home, 1..=army.
 */
away: number, };

/**
 * What helps a seat whose target others stand in.
 */
export type BlockedTarget = "strict" | "occupied_counts" | "swap";

/**
 * Voluntary passing.
 */
export type Passing = "never" | "by_agreement";

/**
 * What happens, by itself, to a seat that has no legal move on its turn.
 */
export type NoLegalMove = "pass" | "forfeit";

/**
 * When the game is over.
 */
export type EndRule = "first_winner" | "play_on" | "ask";

/**
 * What decides the places of seats that finish.
 */
export type RankBy = "finish_order" | "turns";

/**
 * A hole of the star (0..=120, in reading order) or a square of the draughts board (1..=50): which
 * of them, the game says.
 */
export type Point = number;

/**
 * A dark square, 1..=50, row by row from Black's side (FMJD Annex 1, article 2.8).
 *
 * ```
 * use tiaoqi::rules::draughts::Square;
 *
 * assert_eq!(Square::new(50).map(|square| square.row()), Some(9));
 * assert_eq!(Square::new(0), None);
 * assert_eq!(Square::new(51), None);
 * ```
 */
export type Square = number;

/**
 * A set of squares. On the wire a list of numbers, ascending.
 *
 * ```
 * use tiaoqi::rules::draughts::{Square, SquareSet};
 *
 * let set: SquareSet = Square::all().filter(|square| square.row() < 2).collect();
 * assert_eq!(set.len(), 10);
 * assert_eq!(set.iter().last(), Square::new(10));
 * ```
 */
export type SquareSet = Square[];

/**
 * A side.
 */
export type Colour = "white" | "black";

/**
 * A legal move with one of its routes.
 */
export type DraughtsMove = {
/**
 * Where the piece begins.
 */
from: Square,
/**
 * Where it ends.
 */
to: Square,
/**
 * The squares of the pieces it takes; empty for a quiet move.
 */
taken: SquareSet,
/**
 * Every square it touches down on, `from` first and `to` last: one more than pieces taken.
 */
route: Array<Square>, };

/**
 * The obligation to take.
 */
export type Duty = {
/**
 * The pieces that can meet it.
 */
pieces: SquareSet,
/**
 * The strictest rule that excluded a capture; `must_capture` when none did.
 */
reason: DutyReason, };

/**
 * What narrows the choice.
 */
export type DutyReason = "must_capture" | "most_pieces" | "king_priority";

/**
 * A counter toward a draw.
 */
export type DrawCounter = {
/**
 * The draw it leads to.
 */
reason: DraughtsEndReason,
/**
 * Plies so far that count; for the repetition: how many times the position has stood.
 */
made: number,
/**
 * With so many it is a draw.
 */
limit: number, };

/**
 * A named rule set.
 */
export type DraughtsPreset = "fmjd" | "plyyard";

/**
 * All switches of the family. Limits of `None` are off.
 */
export type DraughtsRuleSet = {
/**
 * Who makes the first move of a game (FMJD 3.3).
 */
first_move: Colour,
/**
 * When taken pieces leave the board (FMJD 4.8, 4.11).
 */
taken_leave: TakenLeave,
/**
 * Whether among routes that take equally many pieces only those are legal that take the
 * most kings (FMJD 4.14 lets the player choose).
 */
king_priority: boolean,
/**
 * A draw when the same position, with the same side to move, stands for this time
 * (FMJD 6.1).
 */
repetition: number | null,
/**
 * A draw after so many moves of each side in a row by kings only, without capture
 * (FMJD 6.2).
 */
kings_only_moves: number | null,
/**
 * A draw after so many moves of each side with three pieces, a king among them, against a
 * lone king (FMJD 6.3).
 */
three_against_king_moves: number | null,
/**
 * A draw after so many moves of each side with one or two pieces, a king among them, against
 * a lone king (FMJD 6.4).
 */
two_against_king_moves: number | null,
/**
 * A draw after so many plies, of both sides together, without capture and without promotion
 * (no article; `plyyard`).
 */
quiet_plies: number | null, };

/**
 * When taken pieces leave the board.
 */
export type TakenLeave = "at_end" | "at_once";

/**
 * What ended a game.
 */
export type DraughtsEndReason = "no_pieces" | "no_moves" | "out" | "agreement" | "repetition" | "kings_only" | "three_against_king" | "two_against_king" | "quiet_plies";

/**
 * Why a side lost before the board decided.
 */
export type DraughtsOutReason = "resigned" | "left" | "flag" | "timed_out";
