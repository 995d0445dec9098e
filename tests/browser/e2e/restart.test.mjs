// The server is killed in the middle of a game; the game goes on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Person, Server, launch, mover, shortGame } from './support.mjs';

let server;
let browser;
before(async () => {
  server = await Server.start();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test('the first page is served within two seconds of the start', async () => {
  await server.kill();
  const took = await server.run();
  assert.ok(took < 2_000, `${took} ms`);
});

test('a killed server costs nobody a move or the game', { timeout: 120_000 }, async () => {
  const one = await Person.come(browser, server);
  const two = await Person.come(browser, server, { locale: 'zh-TW' });
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
      await server.kill();
      await person.see('reconnecting');
      await server.run();
    }
  }
  await Promise.all([one.waitForPly(13), two.waitForPly(13)]);

  // A reload finds the game by itself.
  await one.page.goto(server.origin);
  await one.click('resume');
  await one.waitForPly(13);
  await one.leave();
  await two.leave();
});

test('what is refused is said, and changes nothing', { timeout: 60_000 }, async () => {
  const one = await Person.come(browser, server);
  await one.at('join-code').fill('22222222');
  await one.click('join-go');
  await one.see('room-failed');
  await one.page.goto(server.origin);
  await one.click('play-bot');
  await one.page.locator('[data-testid=prompt].mine').waitFor();
  const ply = await one.ply();
  // A hole of the own camp's deepest row cannot reach the far tip.
  await one.hole(await one.page.locator('[data-testid=game] .marble').first().getAttribute('data-seat') === '0' ? 0 : 120).click({ force: true });
  assert.equal(await one.ply(), ply);
  await one.leave();
});
