// What people are told: whom they play, what to do in a room that waits, by which rules, who watches.
import { settle, sockets } from './page.mjs';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const { begin } = await import('../../../static/js/app.js');
const { signed, t, useWords } = await import('../../../static/js/i18n.js');
const { readyHint } = await import('../../../static/js/pages/ready.js');
const { outcomeText } = await import('../../../static/js/pages/places.js');
const { openRoom } = await import('../../../static/js/room.js');
const { eventText, nameIn, settingsText, whoOf, yourTurn } = await import('../../../static/js/words.js');

const read = (lang) => JSON.parse(readFileSync(new URL(`../../../static/i18n/${lang}.json`, import.meta.url), 'utf8'));
useWords('en', read('en'));

const gameOf = (...users) => ({
  family: 'star', players: users.map((user, seat) => ({ seat, user, name: user ?? 'Bot 2' })),
  turn: { seat: 1, seats: [] }, ended: { reason: 'places', places: [{ seat: 0, place: 1 }, { seat: 1, place: 2 }] },
});

test('the seats of one person go by their colours, those of several by their names', () => {
  const [alone, two] = [gameOf('Ming', 'Ming', 'Ming'), gameOf('Ming', 'Lin')];
  assert.deepEqual([nameIn(alone, 0), whoOf(alone, 1), yourTurn(alone), outcomeText(alone, null)], ['Red', 'Yellow', 'Yellow to move', 'Red wins']);
  assert.match(eventText(alone, { type: 'out', d: { seat: 0, why: 'resigned' } }), /^Red /u);
  assert.deepEqual([nameIn(two, 0), whoOf(two, 1), yourTurn(two), outcomeText(two, null)], ['Ming', 'Lin (Yellow)', 'Your turn', 'Ming (Red) wins']);
  assert.equal(whoOf({ ...alone, family: 'draughts' }, 1), 'Black');
  for (const others of [gameOf('Ming'), gameOf('Ming', null), gameOf(null, null)]) assert.notEqual(nameIn(others, 0), 'Red');
});

test('everybody reads what there is for them to do before a game', () => {
  const person = (user, ready) => ({ user, name: user, bot: false, ready });
  const hint = (seat, ...occupants) => readyHint({
    state: { host: 'Host', host_name: 'Host', seats: [...occupants].map((occupant, n) => ({ seat: n, occupant })) }, you: { seat, host: seat === 0 },
  });
  const host = person('Host', false);
  assert.equal(hint(0, host, null), '1 seat is still free');
  assert.equal(hint(null, host, null), t('room.watching'));
  assert.equal(hint(1, host, person('Ming', false)), t('room.pressReady'));
  assert.equal(hint(1, host, person('Ming', true), null), '1 seat is still free');
  assert.equal(hint(1, host, person('Ming', true), person('Lin', false)), 'Waiting for: Lin');
  assert.equal(hint(null, host, person('Ming', true)), 'Waiting for Host to start');
  assert.equal(hint(0, host, person('Ming', true)), t('room.canStart'));
});

test('the name of the rules tells the hop in force', () => {
  const room = { preset: 'qq', players: 2, turn_seconds: 30, rated: false, private: true };
  for (const lang of ['zh-Hant', 'zh-Hans', 'en']) {
    useWords(lang, read(lang));
    const told = (preset, hop) => settingsText({ ...room, preset, switches: { hop } });
    assert.ok(told('qq', 'long').startsWith(t('rule.long')), lang);
    assert.ok(told('qq_long', 'short').startsWith(t('rule.adjacent')), lang);
    assert.ok(told('classic', 'long').startsWith(t('preset.classic')), lang);
    assert.ok(settingsText({ ...room, switches: { army: 15 } }).startsWith(t('rule.adjacent')), lang);
  }
});

test('every number has the same minus', () => {
  useWords('en', read('en'));
  assert.deepEqual([signed(-50), signed(0), signed(7)], ['−50', '0', '+7']);
  assert.match(t('acct.nPoints', { n: -75 }), /^−75 /u);
  assert.equal(t('term.side', { color: '-5' }), '-5', 'a name is no number');
});

test('how many watch a room is told without an event', async () => {
  const { answers } = await import('./page.mjs');
  const me = { user: 'me', name: 'Ming', guest: true, points: 0, level: 1 };
  answers.set('GET /api/v1/boot', { me });
  begin();
  await settle();
  const socket = sockets.at(-1);
  socket.onopen();
  socket.hear({ t: 'welcome', now: 0, build: '', limits: {}, me, rooms: [] });
  const room = openRoom('1');
  socket.hear({ t: 'watching', s: 'room:1', spectators: 4 });
  assert.equal(room.view.get().model, null);
  socket.hear({ t: 'snap', s: 'room:1', seq: 5, state: { seats: [], settings: {}, spectators: 1, game: null } });
  assert.equal(room.view.get().model.state.spectators, 1);
  socket.hear({ t: 'watching', s: 'room:1', spectators: 2 });
  socket.hear({ t: 'watching', s: 'room:2', spectators: 3 });
  const { seq, state } = room.view.get().model;
  assert.deepEqual([seq, state.spectators], [5, 2]);
  room.close();
});
