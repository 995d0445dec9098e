// The connection and a room over it, with a server that says what the tests want.
import { answers, asked, settle, sockets } from './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mock, test } from 'node:test';

const { begin, keepRoom, link, myRooms, net, toasts } = await import('../../../static/js/app.js');
const { goneFrom, mayAgain } = await import('../../../static/js/gone.js');
const { stateHash } = await import('../../../static/js/hash.js');
const { lang, useWords } = await import('../../../static/js/i18n.js');
const { openRoom } = await import('../../../static/js/room.js');
const { codeIn, goOn, navigate, route } = await import('../../../static/js/router.js');
const { asks, turnText } = await import('../../../static/js/pages/heed.js');
const { changeLang } = await import('../../../static/js/ui/frame.js');

useWords('en', JSON.parse(readFileSync(new URL('../../../static/i18n/en.json', import.meta.url), 'utf8')));

const ME = { user: 'me', name: 'Ming', guest: true, points: 0, level: 1 };
const settings = { preset: 'qq', players: 2, turn_seconds: 30, rated: false, private: false };
const person = (user, bot = false) => ({ user, name: user ?? 'Bot 4', guest: false, bot, points: 0, level: 1, ready: true, connected: true });

/** A room of two with a game in it. */
const state = ({ seats = [person('me'), person('you')], playing = true, ...more } = {}) => ({
  code: 'ABCDEFGH', settings, host: 'me', host_name: 'Ming', playing, rematch: [], spectators: 0, closed: false,
  seats: [0, 3].map((seat, n) => ({ seat, occupant: seats[n] ?? null })),
  game: {
    id: 'g', number: 1, rated: false, started: 0, first: 0, family: 'star', last: null, offer: null, ended: null, scores: [],
    players: [['me', 0], ['you', 3]].map(([user, seat]) => ({ user, seat, name: user, guest: false, points: 0 })),
    marbles: { 0: [0, 1], 3: [119, 120] }, turn: turnOf(0, 1),
  },
  ...more,
});

const turnOf = (seat, ply, more = {}) => ({
  seat, ply, round: 1,
  seats: [0, 3].map((own) => ({ seat: own, in_camp: 0, away: 0, turns: 0, timeouts: 0, place: null, out: null, stall: null, ...more[own] })),
});

/** The socket that is open now, behind its `hello`. */
async function connected() {
  const socket = sockets.at(-1);
  socket.onopen();
  socket.hear({ t: 'welcome', now: 0, build: '', limits: {}, me: ME, rooms: [] });
  await settle();
  return socket;
}

test('a first visit makes one guest, however often the page wants a connection meanwhile', async () => {
  let boot;
  answers.set('GET /api/v1/boot', new Promise((resolve) => { boot = resolve; }));
  answers.set('POST /api/v1/session/guest', ME);
  begin();
  net.hurry();
  net.hurry();
  boot({ me: null });
  await settle();
  assert.deepEqual(asked, ['GET /api/v1/boot', 'POST /api/v1/session/guest']);
  assert.equal(sockets.length, 1);
  await connected();
});

test('where the hashes part, the stream is asked for with this client’s own, and what comes meanwhile waits', () => {
  const socket = sockets.at(-1);
  const room = openRoom('1');
  const s = 'room:1';
  const snap = { t: 'snap', s, seq: 5, state: state(), you: { seat: 0, host: true }, h: stateHash(state().game) };
  socket.hear(snap);
  socket.sent.length = 0;
  const move = (seq, seat, path, h) => ({ t: 'ev', s, seq, at: 0, type: 'moved', d: { kind: 'move', seat, path }, turn: turnOf(3 - seat, seq - 4), h });
  socket.hear(move(6, 0, [1, 14], '0000000000000000'));
  const own = { ...state().game, marbles: { 0: [0, 14], 3: [119, 120] }, turn: turnOf(3, 2) };
  assert.deepEqual(socket.sent, [{ t: 'sub', s, since: 6, h: stateHash(own) }]);
  socket.hear(move(7, 3, [119, 107], '0000000000000000'));
  assert.equal(socket.sent.length, 1);
  assert.equal(room.view.get().model.seq, 5);
  socket.hear({ ...snap, seq: 7 });
  assert.equal(room.view.get().model.seq, 7);
  room.close();
});

test('the same command twice is one, until it is answered', async () => {
  const socket = sockets.at(-1);
  const room = openRoom('2');
  socket.sent.length = 0;
  const sit = (seat) => room.command({ type: 'sit', d: { seat } });
  const [first, second, other] = [sit(3), sit(3), sit(0)];
  assert.equal(first, second);
  assert.notEqual(first, other);
  const commands = () => socket.sent.filter(({ t }) => t === 'cmd');
  assert.deepEqual(commands().map(({ d }) => d.seat), [3, 0]);
  socket.hear({ t: 'no', cid: commands()[0].cid, code: 'seat_taken' });
  assert.equal((await first).code, 'seat_taken');
  assert.equal(toasts.get().length, 1);
  sit(3);
  assert.equal(commands().length, 3);
  for (const { cid } of commands()) socket.hear({ t: 'ok', cid, seq: 1 });
  room.close();
});

const commandsTo = (socket) => socket.sent.filter(({ t }) => t === 'cmd');

/** Time goes by, with all that comes of what comes. */
function pass(ms) {
  for (let n = 0; n < ms; n += 1) mock.timers.tick(1);
}

test('a command that never left is given up; one that may have arrived is asked for again', async () => {
  const room = openRoom('3');
  sockets.at(-1).sent.length = 0;
  void room.command({ type: 'ready', d: {} });
  const [{ cid }] = commandsTo(sockets.at(-1));
  sockets.at(-1).onclose({ code: 1006 });
  toasts.set([]);
  const resigned = room.command({ type: 'resign', d: {} });
  pass(9000);
  assert.equal(toasts.get().length, 0);
  pass(2000);
  assert.equal((await resigned).code, 'not_sent');
  assert.match(toasts.get()[0].text, /Not sent/u);
  await settle();
  const socket = await connected();
  assert.deepEqual(commandsTo(socket).map((sent) => sent.cid), [cid]);
  socket.hear({ t: 'ok', cid, seq: 1 });
  room.close();
});

test('an answer that is late is told, and the connection looked at', async () => {
  const socket = sockets.at(-1);
  const room = openRoom('4');
  const late = () => link.get().late;
  socket.sent.length = 0;
  const readied = room.command({ type: 'ready', d: {} });
  pass(3999);
  assert.equal(late(), false);
  pass(1);
  assert.equal(late(), true);
  assert.equal(socket.sent.at(-1).t, 'ping');
  const cids = new Set(commandsTo(socket).map(({ cid }) => cid));
  assert.equal(cids.size, 1);
  socket.hear({ t: 'ok', cid: [...cids][0], seq: 1 });
  await readied;
  assert.equal(late(), false);
  // Nothing comes any more: ten seconds behind the first ping it is given up, whatever was pinged since.
  void room.command({ type: 'ready', d: {} });
  pass(13_999);
  assert.equal(link.get().phase, 'open');
  pass(1);
  assert.equal(link.get().phase, 'waiting');
  pass(2000);
  await settle();
  await connected();
  room.close();
});

test('a room’s code is found in what was typed or pasted', () => {
  for (const text of ['842FNZ3Y2ALF', ' 842fnz3y2alf ', '842F NZ3Y 2ALF', '８４２Ｆｎｚ３ｙ２ａｌｆ', 'https://tiaoqi.test/r/842FNZ3Y2ALF', '一起玩：https://tiaoqi.test/r/842fnz3y2alf/ 快來']) {
    assert.equal(codeIn(text), '842FNZ3Y2ALF', text);
  }
});

test('the list of one’s own rooms follows what the room’s page knows', () => {
  const ref = (id, playing) => ({ id, code: id, playing });
  keepRoom(ref('a', false), true);
  keepRoom(ref('b', false), true);
  keepRoom(ref('a', true), true);
  assert.deepEqual(myRooms.get(), [ref('a', true), ref('b', false)]);
  const before = myRooms.get();
  keepRoom(ref('a', true), true);
  keepRoom(ref('c', true), false);
  assert.equal(myRooms.get(), before);
  keepRoom(ref('a', false), false);
  assert.deepEqual(myRooms.get(), [ref('b', false)]);
});

test('who of an ended game has left, and whether there can be another one', () => {
  const over = (...seats) => state({ playing: false, seats });
  const me = person('me');
  for (const [room, gone] of [
    [over(me, person('you')), []],
    [over(me, null), [3]],
    [over(me, person('they')), [3]],
    [over(me, person(null, true)), [3]],
    // The sides change before another game.
    [over(person('you'), me), []],
    [state({ seats: [me, null] }), []],
  ]) {
    assert.deepEqual(goneFrom(room), gone);
    if (!room.playing) assert.equal(mayAgain(room), gone.length === 0);
  }
  assert.equal(mayAgain({ ...over(me, person('you')), closed: true }), false);
});

test('what was waited for calls nobody back from another page', () => {
  navigate('/r/ABCDEFGH');
  goOn('/r/ABCDEFGH', '/');
  assert.equal(route.get(), '/');
  navigate('/rules');
  goOn('/r/ABCDEFGH', '/');
  assert.equal(route.get(), '/rules');
});

test('what has to be answered is told from what has not', () => {
  const { game } = state();
  const event = (type, seat) => ({ type, d: { seat } });
  assert.ok(asks(game, event('draw_offered', 3), 0));
  assert.ok(!asks(game, event('draw_offered', 0), 0));
  assert.ok(!asks(game, event('draw_offered', 3), null));
  assert.ok(!asks({ ...game, turn: turnOf(3, 1, { 0: { out: 'resigned' } }) }, event('draw_offered', 3), 0));
  assert.ok(asks(game, event('play_on_asked'), 0));
  assert.ok(!asks(game, event('moved', 3), 0));
  const teams = { ...game, turn: { ...turnOf(3, 1), teams: [{ seats: [0, 3] }] } };
  assert.ok(asks(teams, event('resign_proposed', 3), 0));
  assert.ok(!asks(game, event('resign_proposed', 3), 0));
});

test('each turn near a check of the stall rule begins with what is missing', () => {
  const at = (left) => ({ ...state().game, turn: turnOf(0, 9, { 0: { away: 3, stall: { turn: 20, need: 2, left } } }) });
  for (const left of [4, 1]) assert.match(turnText(at(left), 0), /Your turn.*2 more marbles.*3\/5 by round 20/u);
  assert.equal(turnText(state().game, 0), 'Your turn');
});

test('a language whose words do not come leaves the old one', async () => {
  const select = { value: 'zh-Hant' };
  toasts.set([]);
  await changeLang('zh-Hant', select);
  assert.deepEqual([lang.get(), select.value, toasts.get().length], ['en', 'en', 1]);
});
