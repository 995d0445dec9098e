// What somebody runs into who is here for the first time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSite } from './support.mjs';

const site = useSite();

test('a refused room is told in front of its dialog, to the eye and to the ear', { timeout: 30_000 }, async () => {
  const person = await site.come();
  const { page } = person;
  await page.route('**/api/v1/rooms', (route) => route.fulfill({ status: 400, json: { code: 'bad_settings', why: 'seats' } }));
  await person.click('create-room');
  await person.click('create-confirm');
  const toast = person.at('toast');
  await toast.waitFor();
  assert.ok(await toast.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }));
  await page.locator('dialog .polite').filter({ hasText: await toast.locator('span').innerText() }).waitFor({ state: 'attached' });
  await toast.getByRole('button').click();
  await toast.waitFor({ state: 'detached' });
  await person.see('create-dialog');
  await page.keyboard.press('Escape');
  await person.at('create-dialog').waitFor({ state: 'detached' });
  await page.locator('.frame > .toasts').waitFor({ state: 'attached' });
  await person.leave();
});

test('logging in is logging in, and an account is not asked to', { timeout: 30_000 }, async () => {
  const person = await site.come();
  await person.click('login-link');
  await person.see('login');
  assert.ok(await person.at('mode-login').isChecked());
  await person.page.goto(`${site.server.origin}/settings`);
  await person.page.getByRole('link', { name: 'Sign up' }).click();
  await person.see('signup');
  assert.match(await person.page.locator('#name-hint').innerText(), /2 to 20/u);
  await person.signUp('Newcomer');
  await person.page.goto(`${site.server.origin}/login`);
  await person.see('logout');
  assert.equal(await person.at('password').count(), 0);
  await person.click('logout');
  await person.see('login-link');
  await person.leave();
});

test('a room is found by its link, however it was copied', { timeout: 30_000 }, async () => {
  const [host, guest] = [await site.come(), await site.come()];
  const code = await host.createRoom();
  await guest.at('join-code').fill(`Come: ${site.server.origin}/r/${code.toLowerCase()} !`);
  await guest.click('join-go');
  await guest.see('ready-room');
  await host.leave();
  await guest.leave();
});

test('without a connection nothing is given up; the list shows its end, and Back goes back', { timeout: 60_000 }, async () => {
  const person = await site.come();
  const { page } = person;
  const line = { cut: false, socket: null };
  await page.routeWebSocket('**/ws', (socket) => {
    line.socket = socket;
    if (line.cut) void socket.close({ code: 4408 });
    else socket.connectToServer();
  });
  await page.reload();
  await page.locator('[data-testid=play-local]:not([disabled])').click();
  /** Plays a move when the lists are those of its turn. */
  async function play(ply) {
    await person.waitForPly(ply);
    await page.waitForTimeout(60);
    await person.anyMove();
    await person.waitForPly(ply + 1);
  }
  for (let ply = 1; ply <= 24; ply += 1) await play(ply);
  const list = page.locator('.move-list ol');
  const toEnd = () => list.evaluate((node) => node.scrollHeight - node.scrollTop - node.clientHeight);
  await page.reload();
  await list.locator('li').nth(23).waitFor();
  await page.waitForTimeout(200);
  assert.ok(await toEnd() < 5);
  await list.evaluate((node) => { node.scrollTop = 0; });
  await play(25);
  await page.waitForTimeout(200);
  assert.ok(await toEnd() > 120, 'whoever scrolled up stays there');

  line.cut = true;
  await line.socket.close({ code: 4408 });
  const buttons = () => Promise.all(['resign', 'leave'].map((id) => person.at(id).isEnabled()));
  await person.see('reconnecting');
  assert.deepEqual(await buttons(), [false, false]);
  line.cut = false;
  await page.locator('[data-testid=resign]:not([disabled])').waitFor();
  assert.deepEqual(await buttons(), [true, true]);

  await page.setViewportSize({ width: 390, height: 500 });
  await page.locator('.brand').click();
  await page.evaluate(() => scrollTo(0, 150));
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.evaluate(() => scrollTo(0, 400));
  await page.goBack();
  await page.waitForFunction(() => scrollY === 150);
  await page.goBack();
  await page.waitForFunction(() => scrollY === 0);
  await person.leave();
});
