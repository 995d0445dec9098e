// What a room may set and everybody reads of it; what a device sets; lists that come in pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSite } from './support.mjs';

const site = useSite();

const summary = (person) => person.page.locator('.room-head .muted').innerText();
const rules = (person) => person.at('all-rules').locator('li');

test('the host says who starts, and everybody reads all rules', { timeout: 90_000 }, async () => {
  const [host, guest] = [await site.come(), await site.come()];
  await host.click('create-room');
  await host.at('players-3').check();
  await host.at('first').selectOption('2');
  await host.at('turn-seconds').fill('60');
  assert.equal(await host.at('first').inputValue(), '2', 'kept while the seat is there');
  await host.at('players-2').check();
  assert.equal(await host.at('first').inputValue(), '-1', 'there is no such seat any more');
  await host.at('first').selectOption({ label: '4 Blue' });
  const code = await host.confirmRoom();
  assert.match(await summary(host), /Blue begins/u);
  await guest.at('join-code').fill(code);
  await guest.click('join-go');
  await guest.see('all-rules');
  await guest.at('all-rules').locator('summary').click();
  assert.equal(await rules(guest).count(), 12);
  assert.match(await rules(guest).first().innerText(), /^Hops: short\n.*hopped over/su);
  assert.equal(await guest.at('all-rules').locator('.badge').count(), 0);

  // Another family is another room.
  await host.click('configure');
  await host.see('configure-save');
  await host.see('preset-qq');
  assert.equal(await host.at('family-draughts').count(), 0);
  await host.at('private').check();
  const open = () => host.page.locator('details.switches:has([data-testid=rules-more])').evaluate((node) => node.open);
  assert.equal(await open(), false);
  await host.click('rules-more');
  await host.at('switch-hop').selectOption('long');
  await host.at('switch-hop').selectOption('short');
  assert.equal(await open(), true, 'nothing closes under the hand');
  await host.at('switch-hop').selectOption('long');
  await host.click('configure-save');
  await rules(guest).filter({ hasText: 'Hops: long' }).waitFor();
  assert.match(await guest.at('all-rules').locator('li:has(.badge)').innerText(), /^Hops: long changed/u);
  assert.match(await summary(guest), /Blue begins/u, 'kept through another setting');

  await guest.click('sit-3');
  await guest.click('ready');
  await host.click('start');
  const toss = await host.at('toss').innerText();
  assert.match(toss, /\(Blue\) begins/u);
  assert.doesNotMatch(toss, /lot/u);
  await guest.page.locator('[data-testid=prompt].mine').waitFor();
  await host.leave();
  await guest.leave();
});

test('a board turned by hand turns with the next seat again', { timeout: 60_000 }, async () => {
  const person = await site.come();
  await person.click('play-local');
  await person.waitForPly(1);
  const own = () => person.page.locator('.chip.active').getAttribute('class');
  assert.match(await own(), /\bbr\b/u);
  await person.page.locator('[data-hole="60"]').focus();
  await person.page.keyboard.press('r');
  await person.page.locator('.chip.active.tl').waitFor();
  for (const ply of [2, 3]) {
    await person.anyMove();
    await person.waitForPly(ply);
    await person.page.locator('[data-testid=prompt].mine').waitFor();
    assert.match(await own(), /\bbr\b/u, `ply ${ply}`);
  }
  await person.leave();
});

test('a list fetches its next page once, and stays where that fails', { timeout: 60_000 }, async () => {
  const person = await site.come();
  await person.page.locator('.account-name').waitFor();
  const user = await person.page.evaluate(async () => (await (await fetch('/api/v1/boot')).json()).me.user);
  let asked = 0;
  const game = (n, ...places) => ({
    id: `01890c4e-8a52-7c3e-9f00-00000000000${n}`, family: n ? 'draughts' : 'star', preset: n ? 'fmjd' : 'qq', rated: false, ended: 1.75e12,
    seats: places.map((place, seat) => ({ seat, user: seat ? null : user, name: 'x', place, out: null, points: 0 })),
  });
  await person.page.route('**/players/*/games*', async (route) => {
    if (!route.request().url().includes('before=')) {
      return route.fulfill({ json: { games: [game(1, 1, 2), game(2, 2, 1), game(3, 1, 1), game(0, 1, 2)], next: 'a' } });
    }
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 503, json: { code: 'unavailable' } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return route.fulfill({ json: { games: [game(4, 1, 2)], next: null } });
  });
  await person.page.goto(`${site.server.origin}/p/${user}`);
  await person.see('game-row');
  const places = await person.page.locator('[data-testid=game-row] td:nth-child(4)').allInnerTexts();
  assert.deepEqual(places, ['Victory', 'Defeat', 'Draw', 'Place 1']);
  assert.equal(await person.page.title(), `${await person.page.locator('main h1').innerText()} · Tiaoqi`);
  await person.click('more-games');
  await person.page.getByText('cannot answer just now').waitFor();
  assert.equal(await person.at('game-row').count(), 4);
  await person.at('more-games').evaluate((button) => {
    button.click();
    setTimeout(() => button.click(), 100);
  });
  await person.at('game-row').nth(4).waitFor();
  await person.at('more-games').waitFor({ state: 'detached' });
  assert.equal(await person.at('game-row').count(), 5);
  assert.equal(asked, 2);
  await person.page.goto(`${site.server.origin}/nowhere`);
  await person.page.waitForFunction(() => document.title.startsWith('Page not found'));
  await person.page.goto(`${site.server.origin}/login`);
  await person.page.waitForFunction(() => document.title.startsWith('Log in'));
  await person.leave();
});

test('a device that asks for little motion has it, whatever else is chosen', { timeout: 60_000 }, async () => {
  const person = await site.come();
  const motion = () => person.page.evaluate(() => document.documentElement.dataset.motion);
  await person.at('lang-select').selectOption('zh-Hans');
  await person.page.getByText('大厅').first().waitFor();
  await person.page.reload();
  await person.see('play-bot');
  assert.equal(await person.page.evaluate(() => localStorage.getItem('tiaoqi.prefs')), '{"lang":"zh-Hans"}');
  assert.equal(await motion(), 'off');
  await person.page.emulateMedia({ reducedMotion: 'no-preference' });
  await person.page.waitForFunction(() => document.documentElement.dataset.motion === 'normal');
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await person.page.waitForFunction(() => document.documentElement.dataset.motion === 'off');

  // A tornado goes by itself, also where the style sheet animates nothing, and at once when the board settles.
  const [first, settled, late] = await person.page.evaluate(async () => {
    const { createBoard } = await import(document.querySelector('script[src]').src.replace('main.js', 'board/star.js'));
    const board = createBoard({ label: '', cellLabel: () => '' });
    document.body.append(board.root);
    const count = () => document.querySelectorAll('.whirl').length;
    const spin = () => board.animate({ path: [], key: '', shifts: [], whirl: 60 }, 160);
    spin();
    const seen = [count()];
    board.settle();
    seen.push(count());
    spin();
    await new Promise((resolve) => setTimeout(resolve, 900));
    return [...seen, count()];
  });
  assert.deepEqual([first, settled, late], [1, 0, 0]);
  await person.leave();
});
