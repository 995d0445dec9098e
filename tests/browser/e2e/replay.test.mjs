// A game played by two programs: watched from its middle on, replayed to its end, and kept as a file.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { BINARY, shortGame, useSite } from './support.mjs';

const site = useSite();

/** A program that plays over HTTP. */
class Program {
  static async come() {
    const program = new Program();
    const { token } = await program.post('/session/guest', { bearer: true });
    program.token = token;
    program.user = (await program.get('/me')).user;
    return program;
  }

  headers() {
    return { 'content-type': 'application/json', ...(this.token ? { authorization: `Bearer ${this.token}` } : {}) };
  }

  async get(path) {
    const answer = await fetch(`${site.server.origin}/api/v1${path}`, { headers: this.headers() });
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  }

  async post(path, body, more = {}) {
    const init = { method: 'POST', headers: { ...this.headers(), ...more }, body: JSON.stringify(body) };
    const answer = await fetch(`${site.server.origin}/api/v1${path}`, init);
    assert.ok(answer.ok, `${path} ${init.body}: ${answer.status} ${await answer.clone().text()}`);
    return answer.json();
  }

  command(room, type, d = {}, ply = undefined) {
    return this.post(`/rooms/${room}/commands`, { type, d, ...(ply ? { ply } : {}) }, { 'idempotency-key': randomUUID() });
  }
}

test('a game is followed from its beginning, replayed to its end and read back from a file', { timeout: 180_000 }, async () => {
  const [red, blue] = [await Program.come(), await Program.come()];
  const room = await red.post('/rooms', { settings: { preset: 'qq', players: 2, turn_seconds: 300, first: 3 } });
  await blue.command(room.id, 'sit', { seat: 3 });
  await blue.command(room.id, 'ready');
  await red.command(room.id, 'ready');
  await red.command(room.id, 'start');
  const moves = await shortGame('duo_adjacent');
  const holes = { 0: new Set(Array.from({ length: 10 }, (_, hole) => hole)), 3: new Set(Array.from({ length: 10 }, (_, hole) => 111 + hole)) };
  const play = async (from, to) => {
    for (const [index, move] of [...moves.entries()].slice(from, to)) {
      const [who, seat] = index % 2 === 0 ? [blue, 3] : [red, 0];
      await who.command(room.id, 'move', move, index + 1);
      holes[seat].delete(move.from);
      holes[seat].add(move.to);
    }
  };
  await play(0, 9);

  // Who comes in the middle of a game sees the moves from its beginning, and those that follow.
  const person = await site.come();
  await person.page.goto(`${site.server.origin}/r/${room.code}`);
  await person.waitForPly(10);
  const lines = person.page.locator('.move-list li');
  await lines.nth(8).waitFor();
  await play(9, 12);
  await person.waitForPly(13);
  await lines.nth(11).waitFor();
  assert.equal(await lines.count(), 12);
  await play(12, moves.length);
  await person.see('result');

  // From the result to the replay.
  await person.click('to-replay');
  const replay = person.at('replay');
  await replay.waitFor();
  const at = (step) => person.page.locator(`[data-testid=replay][data-step="${step}"]`).waitFor();
  assert.equal(await replay.getAttribute('data-steps'), String(moves.length));
  await at(0);
  await person.click('replay-next');
  await at(1);
  await person.page.keyboard.press(']');
  await at(2);
  await person.page.keyboard.press('ArrowRight');
  await at(3);
  await person.page.keyboard.press('[');
  await at(2);
  await person.page.locator('.move-list button.line').nth(4).click();
  await at(5);
  assert.equal(await person.page.locator('.move-list [aria-current=step] .no').innerText(), '5');
  await person.at('replay-at').fill('30');
  await at(30);
  // It plays by itself, and stops at the end.
  await person.at('replay-speed').selectOption({ label: 'Fast' });
  await person.click('replay-play');
  await at(moves.length);
  await person.page.getByTestId('replay-play').filter({ hasText: 'Play' }).waitFor();
  const shown = await person.labels();
  for (const [seat, side] of [[0, 'Red'], [3, 'Blue']]) {
    const standing = Object.keys(shown).filter((hole) => shown[hole].includes(`${side} marble`)).map(Number).sort((a, b) => a - b);
    assert.deepEqual(standing, [...holes[seat]].sort((a, b) => a - b), side);
  }
  await person.click('replay-first');
  await at(0);
  await person.click('replay-last');
  await at(moves.length);
  assert.match(await person.at('chip-0').innerText(), /In camp \d+\/10/);

  // The files are records.
  for (const button of ['save-text', 'save-json']) {
    const [file] = await Promise.all([person.page.waitForEvent('download'), person.click(button)]);
    const said = execFileSync(BINARY, ['record', 'check', await file.path()], { encoding: 'utf8' });
    assert.match(said, /1 ok\n1 games, 1 ok, 0 failed\n$/);
  }

  // A player's page lists the game and leads back to it.
  await person.page.goto(`${site.server.origin}/p/${blue.user}`);
  await person.see('profile');
  assert.equal(await person.at('game-row').count(), 1);
  await person.at('game-row').getByRole('link', { name: /^Replay/ }).click();
  await at(0);
  await person.page.goto(`${site.server.origin}/g/${randomUUID()}`);
  await person.see('replay-failed');
  await person.leave();
});
