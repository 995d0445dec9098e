// The wire, `tiaoqi.v1`, as the Rust types in src/protocol and src/game define it.

export type Seat = number;
export type Hole = number;
export type Millis = number;
export type Uuid = string;
/** A stream's name: `lobby`, `me` or `room:<id>`. */
export type Stream = string;

export type Preset = 'qq' | 'qq_long' | 'classic' | 'turns';

export type Settings = {
  preset: Preset;
  players: number;
  turn_seconds: number;
  rated: boolean;
  private: boolean;
  first?: Seat;
};

export type Code =
  | 'not_your_turn' | 'stale_ply' | 'illegal' | 'seat_taken' | 'room_full' | 'over' | 'forbidden'
  | 'rate' | 'gone' | 'unavailable' | 'bad_request' | 'unknown_type' | 'not_seated'
  | 'already_seated' | 'not_host' | 'not_ready' | 'seats_free' | 'game_running' | 'no_game'
  | 'needs_account' | 'no_offer' | 'bad_settings' | 'no_such_seat' | 'not_found'
  | 'unauthenticated' | 'bad_credentials' | 'name_taken' | 'bad_name' | 'bad_password' | 'frozen'
  | 'internal';

export type Command =
  | { type: 'sit'; d: { seat: Seat } }
  | { type: 'stand'; d: {} }
  | { type: 'ready'; d: {} }
  | { type: 'unready'; d: {} }
  | { type: 'configure'; d: { settings: Settings } }
  | { type: 'add_bot'; d: { seat: Seat } }
  | { type: 'kick'; d: { seat: Seat } }
  | { type: 'start'; d: {} }
  | { type: 'move'; d: { from: Hole; to: Hole; path?: Hole[] } }
  | { type: 'pass'; d: {} }
  | { type: 'resign'; d: {} }
  | { type: 'offer_draw'; d: {} }
  | { type: 'answer_draw'; d: { yes: boolean } }
  | { type: 'leave'; d: {} }
  | { type: 'rematch'; d: {} };

export type ClientMessage =
  | { t: 'hello'; build: string; caps: string[] }
  | { t: 'sub'; s: Stream; since?: number; h?: string }
  | { t: 'unsub'; s: Stream }
  | ({ t: 'cmd'; s: Stream; cid: Uuid; ply?: number } & Command)
  | { t: 'ping'; n: number };

export type Limits = { frame: number; streams: number; idle_ms: number };
export type Me = { user: Uuid; name: string; guest: boolean; points: number; level: number };
export type RoomRef = { id: Uuid; code: string; playing: boolean };
export type You = { seat: Seat | null; host: boolean };
export type Answer = { cid: Uuid; seq: number };

/** What a move does with the hole it ends on: take it, or exchange the marble there. */
export type MoveKind = 'move' | 'swap';
export type LegalMove = { from: Hole; to: Hole; path: Hole[]; kind: MoveKind };

export type OutReason = 'resigned' | 'left' | 'stalled' | 'timed_out';
export type OutCause = 'blocked';
export type PassReason = 'voluntary' | 'blocked';
export type EndReason = 'places' | 'draw' | 'round_limit';
export type Placed = { seat: Seat; place: number };
/** `need` more marbles must leave home by the end of the own turn `turn`; `left` turns are left. */
export type StallNotice = { turn: number; need: number; left: number };
/** How much of a gain counts. */
export type Farm = 1 | 0.5 | 0;
export type Parts = { placing: number; encouragement: number; cap: number; farm: number };

export type Player = { seat: Seat; user: Uuid | null; name: string; guest: boolean; points: number };
export type SeatScore = {
  seat: Seat;
  place: number;
  in_camp: number;
  round: number;
  points: number;
  parts: Parts;
  before: number;
  after: number;
};

export type OccupantView = {
  user: Uuid | null;
  name: string;
  guest: boolean;
  bot: boolean;
  points: number;
  level: number;
  ready: boolean;
  connected: boolean;
};
export type SeatView = { seat: Seat; occupant: OccupantView | null };
export type LastMove = { seat: Seat; path: Hole[] };
export type OfferView = { seat: Seat; agreed: Seat[] };
export type EndView = { places: Placed[]; reason: EndReason };
export type TurnSeat = {
  seat: Seat;
  in_camp: number;
  away: number;
  turns: number;
  timeouts: number;
  place: number | null;
  out: OutReason | null;
  stall: StallNotice | null;
};
export type TurnView = { seat: Seat | null; ply: number; round: number; seats: TurnSeat[] };
export type GameView = {
  id: Uuid;
  number: number;
  rated: boolean;
  started: Millis;
  players: Player[];
  first: Seat;
  marbles: { [seat: string]: Hole[] };
  last: LastMove | null;
  turn: TurnView;
  offer: OfferView | null;
  ended: EndView | null;
  scores: SeatScore[];
};
export type RoomState = {
  code: string;
  settings: Settings;
  host: Uuid;
  host_name: string;
  seats: SeatView[];
  playing: boolean;
  game: GameView | null;
  rematch: Seat[];
  spectators: number;
  closed: boolean;
};

export type ClockView = { running: Seat | null; left: { [seat: string]: Millis }; at: Millis };

export type LobbyStatus = 'waiting' | 'playing';
export type LobbyRoom = {
  id: Uuid;
  code: string;
  host: string;
  settings: Settings;
  taken: number;
  status: LobbyStatus;
  created: Millis;
};
export type LobbyState = { rooms: LobbyRoom[]; online: number };

export type StandReason = 'left' | 'away' | 'settings';
export type CloseReason = 'empty';
export type ResumeReason = 'restart' | 'store' | 'rebuilt';

export type RoomEvent =
  | { type: 'created'; d: { code: string; settings: Settings; host: Uuid; host_name: string } }
  | { type: 'configured'; d: { settings: Settings } }
  | { type: 'sat'; d: { seat: Seat; user: Uuid; name: string; guest: boolean; points: number } }
  | { type: 'stood'; d: { seat: Seat; why: StandReason } }
  | { type: 'readied'; d: { seat: Seat } }
  | { type: 'unreadied'; d: { seat: Seat } }
  | { type: 'bot_added'; d: { seat: Seat; name: string } }
  | { type: 'kicked'; d: { seat: Seat } }
  | { type: 'host_changed'; d: { host: Uuid; host_name: string } }
  | { type: 'disconnected'; d: { seat: Seat } }
  | { type: 'reconnected'; d: { seat: Seat } }
  | { type: 'rematch'; d: { seat: Seat } }
  | { type: 'closed'; d: { why: CloseReason } };

export type StarEvent =
  | { type: 'moved'; d: { seat: Seat; path: Hole[]; kind: MoveKind } }
  | { type: 'passed'; d: { seat: Seat; why: PassReason } }
  | { type: 'turn_expired'; d: { seat: Seat; count: number } }
  | { type: 'turn_skipped'; d: { seat: Seat } }
  | { type: 'finished'; d: { seat: Seat; place: number } }
  | { type: 'out'; d: { seat: Seat; why: OutReason; cause?: OutCause } }
  | { type: 'warned'; d: { seat: Seat; stall: StallNotice } }
  | { type: 'ended'; d: EndView };

export type GameEvent =
  | {
      type: 'started';
      d: {
        game: Uuid;
        number: number;
        players: Player[];
        first: Seat;
        rules: unknown;
        turn_limit: Millis;
        rated: boolean;
        farm: Farm;
      };
    }
  | { type: 'draw_offered'; d: { seat: Seat } }
  | { type: 'draw_agreed'; d: { seat: Seat } }
  | { type: 'draw_declined'; d: { seat: Seat } }
  | { type: 'resumed'; d: { credit: Millis; why: ResumeReason } }
  | { type: 'scored'; d: { scores: SeatScore[] } };

/** A difference on the streams `lobby` and `me`; numbers rise but have gaps. */
export type HallEvent =
  | { type: 'room'; d: LobbyRoom }
  | { type: 'gone'; d: { id: Uuid } }
  | { type: 'online'; d: { n: number } }
  | { type: 'points'; d: Me };
export type HallFrame = { s: Stream; seq: number; at: Millis } & HallEvent;

export type Event = RoomEvent | StarEvent | GameEvent;

/** An event the viewer has no right to comes with its number alone: no `type`. */
export type EventFrame = {
  s?: Stream;
  seq: number;
  at: Millis;
  turn?: TurnView;
  clock?: ClockView;
  legal?: LegalMove[];
  h?: string;
} & (Event | { type?: undefined; d?: undefined });

export type Snapshot = {
  s: Stream;
  seq: number;
  h?: string;
  state: RoomState | LobbyState | Me;
  clock?: ClockView;
  you?: You;
  legal?: LegalMove[];
  answered?: Answer[];
};

export type ServerMessage =
  | { t: 'welcome'; now: Millis; build: string; limits: Limits; me: Me; rooms: RoomRef[] }
  | ({ t: 'snap' } & Snapshot)
  | ({ t: 'ev' } & EventFrame)
  | { t: 'evs'; s: Stream; events: EventFrame[] }
  | { t: 'ok'; cid: Uuid; seq: number }
  | { t: 'no'; cid?: Uuid; s?: Stream; code: Code; hint?: string; retry_ms?: number }
  | { t: 'pong'; n: number; now: Millis }
  | { t: 'bye'; code: number; retry_ms?: number; reason: string };
