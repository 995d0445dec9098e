// The server is killed in the middle of a game; the game goes on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mover, shortGame, useSite } from './support.mjs';

const site = useSite();

test('the first page is served within two seconds of the start', async () => {
  await site.server.kill();
  const took = await site.server.run();
  assert.ok(took < 2_000, `${took} ms`);
});

test('a killed server costs nobody a move or the game', { timeout: 120_000 }, async () => {
  const one = await site.come();
  const two = await site.come({ locale: 'zh-TW' });
  const code = await one.createRoom();
  await two.join(code, 3);
  await one.click('start');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  const first = await mover(one, two);
  const second = first === one ? two : one;
  const moves = await shortGame('duo_adjacent', first === one);
  for (const [index, { from, to }] of moves.slice(0, 12).entries()) {
    const person = index % 2 === 0 ? first : second;
    await person.waitForPly(index + 1);
    await person.move(from, to);
    if (index % 4 === 3) {
      await person.waitForPly(index + 2);
      await site.server.kill();
      await person.see('reconnecting');
      await site.server.run();
    }
  }
  await Promise.all([one.waitForPly(13), two.waitForPly(13)]);

  // A reload finds the game by itself.
  await one.page.goto(site.server.origin);
  await one.click('resume');
  await one.waitForPly(13);
  await one.leave();
  await two.leave();
});

test('what is refused is said, and changes nothing', { timeout: 60_000 }, async () => {
  const one = await site.come();
  await one.at('join-code').fill('22222222');
  await one.click('join-go');
  await one.see('room-failed');
  await one.page.goto(site.server.origin);
  await one.click('play-bot');
  await one.page.locator('[data-testid=prompt].mine').waitFor();
  const ply = await one.ply();
  // A hole of the own camp's deepest row cannot reach the far tip.
  await one.hole(await one.page.locator('[data-testid=game] .marble').first().getAttribute('data-seat') === '0' ? 0 : 120).click({ force: true });
  assert.equal(await one.ply(), ply);
  await one.leave();
});
