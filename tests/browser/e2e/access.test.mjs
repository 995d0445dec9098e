// Every page under axe in each language and theme, and a whole game by the keyboard alone.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { mover, shortGame, useSite } from './support.mjs';

const AXE = await readFile(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const site = useSite();

/** Nothing serious on the page as it is. */
async function axe(person, what) {
  await person.page.evaluate(AXE);
  const { violations } = await person.page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  }));
  const bad = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 4).join(', ')}`);
  assert.deepEqual(bad, [], what);
}

for (const [locale, colorScheme, width] of [['zh-TW', 'light', 1280], ['zh-CN', 'dark', 390], ['en', 'dark', 1280], ['en', 'light', 320]]) {
  test(`axe finds nothing serious: ${locale}, ${colorScheme}, ${width} px`, { timeout: 120_000 }, async () => {
    const one = await site.come({
      locale, colorScheme, viewport: { width, height: 800 }, bypassCSP: true,
    });
    await axe(one, 'lobby');
    for (const path of ['/login', '/ladder', '/settings', '/rules', '/pdn', '/nowhere', '/rules#draughts']) {
      await one.page.goto(site.server.origin + path);
      await one.page.locator('main h1, main h2').first().waitFor();
      if (path.endsWith('draughts')) await one.see('rules-draughts');
      const over = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${path} is ${over} px too wide`);
      await axe(one, path);
    }
    await one.page.goto(site.server.origin);
    await one.click('create-room');
    await one.see('create-dialog');
    await axe(one, 'create dialog');
    await one.click('create-confirm');
    await one.see('ready-room');
    await axe(one, 'ready room');
    await one.click('add-bot-3');
    await one.click('start');
    await one.page.locator('[data-testid=prompt].mine').waitFor();
    await axe(one, 'game');
    const overflow = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `the page is ${overflow} px too wide`);
    await one.click('resign');
    await axe(one, 'confirmation');
    await one.click('confirm-yes');
    await one.see('result');
    await axe(one, 'result');
    await one.click('to-replay');
    await one.see('replay');
    await one.click('replay-last');
    await axe(one, 'replay');
    const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `the replay is ${wide} px too wide`);
    await one.page.locator('.people a').first().click();
    await one.see('profile');
    await axe(one, 'profile');
    await one.leave();
  });
}

for (const [locale, colorScheme, width] of [['zh-TW', 'dark', 1280], ['en', 'light', 390]]) {
  test(`axe finds nothing serious in rooms with rules of their own: ${locale}, ${colorScheme}, ${width} px`, { timeout: 120_000 }, async () => {
    const come = () => site.come({ locale, colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    const one = await come();
    const fits = async (what, person = one) => {
      const over = await person.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} px too wide`);
      await axe(person, what);
    };
    await one.click('create-room');
    await one.at('players-4').check();
    await one.at('private').check();
    await one.at('teams').check();
    await one.at('items-on').check();
    await one.at('first').selectOption('0');
    await one.click('rules-more');
    await one.at('switch-hop').selectOption('long');
    await fits('create dialog with more rules');
    await one.click('create-confirm');
    await one.see('differs');
    await one.at('all-rules').locator('summary').click();
    await fits('room with changed rules and teams');
    await one.click('configure');
    await one.see('switch-hop');
    await fits('settings dialog');
    await one.click('configure-save');
    await one.at('configure-save').waitFor({ state: 'detached' });
    for (const seat of [1, 3, 4]) await one.click(`add-bot-${seat}`);
    await one.click('start');
    await one.page.locator('[data-testid=prompt].mine').waitFor();
    await one.click('item-roadblock');
    await one.page.locator('.aim').first().waitFor();
    await fits('game with an item in hand');
    await one.leave();
    const [two, three] = [await come(), await come()];
    await three.join(await two.createRoom(), 3);
    await two.click('start');
    await two.click('offer-draw');
    await two.click('confirm-yes');
    await three.see('draw-yes');
    await fits('offer of a draw', three);
    await two.leave();
    await three.leave();
  });
}

/** Presses Tab until the wanted control has the focus. */
async function tabTo(person, id) {
  for (let presses = 0; presses < 400; presses += 1) {
    const here = await person.page.evaluate(() => document.activeElement?.getAttribute('data-testid'));
    if (here === id) return;
    await person.page.keyboard.press('Tab');
  }
  assert.fail(`${id} cannot be reached by Tab`);
}

async function press(person, id) {
  await tabTo(person, id);
  await person.page.keyboard.press('Enter');
}

/** Moves the board's focus to a hole with arrow keys and presses Enter there. */
async function enterHole(person, hole) {
  for (let presses = 0; presses < 60; presses += 1) {
    const key = await person.page.evaluate((wanted) => {
      const at = document.activeElement;
      if (at?.getAttribute('data-hole') === String(wanted)) return 'Enter';
      const target = document.querySelector(`[role=gridcell][data-hole="${wanted}"]`).getBoundingClientRect();
      const here = at.getBoundingClientRect();
      const dx = target.x - here.x;
      const dy = target.y - here.y;
      if (Math.abs(dy) < 2) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
      return dy < 0 ? (dx > 0 ? 'e' : 'q') : (dx > 0 ? 'c' : 'z');
    }, hole);
    const before = await person.page.evaluate(() => document.activeElement?.getAttribute('data-hole'));
    await person.page.keyboard.press(key);
    if (key === 'Enter') return;
    const now = await person.page.evaluate(() => document.activeElement?.getAttribute('data-hole'));
    // At an edge of the star the diagonal is not there: go along the row first.
    if (now === before) await person.page.keyboard.press(key === 'e' || key === 'c' ? 'ArrowRight' : 'ArrowLeft');
  }
  assert.fail(`hole ${hole} cannot be reached by arrow keys`);
}

test('a whole game by the keyboard alone, on the board and from the list', { timeout: 240_000 }, async () => {
  const one = await site.come();
  const two = await site.come();
  await press(one, 'create-room');
  await one.see('create-dialog');
  await press(one, 'create-confirm');
  await one.see('ready-room');
  const code = (await one.at('room-code').innerText()).trim();
  await tabTo(two, 'join-code');
  await two.page.keyboard.type(code);
  await two.page.keyboard.press('Enter');
  await two.see('ready-room');
  await press(two, 'sit-3');
  await two.see('ready');
  await press(two, 'ready');
  await one.page.locator('[data-testid=start]:not([disabled])').waitFor();
  await press(one, 'start');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  const first = await mover(one, two);
  const second = first === one ? two : one;
  const moves = await shortGame('duo_adjacent', first === one);
  for (const [index, { from, to }] of moves.entries()) {
    const person = index % 2 === 0 ? first : second;
    await person.waitForPly(index + 1);
    await person.page.locator('[data-testid=prompt].mine').waitFor();
    if (person === first) {
      // On the board.
      for (let presses = 0; presses < 400; presses += 1) {
        if (await person.page.evaluate(() => document.activeElement?.hasAttribute('data-hole'))) break;
        await person.page.keyboard.press('Tab');
      }
      await enterHole(person, from);
      await enterHole(person, to);
    } else {
      // From the list, typing the holes' names.
      await tabTo(person, 'list-from');
      await choose(person, 'list-from', from);
      await tabTo(person, 'list-to');
      await choose(person, 'list-to', to);
      await press(person, 'list-go');
    }
  }
  await Promise.all([one.see('result'), two.see('result')]);
  await one.leave();
  await two.leave();
});

/** Chooses an option of the focused list with the arrow keys. */
async function choose(person, id, hole) {
  const list = person.at(id);
  await person.page.keyboard.press('Home');
  const count = await list.locator('option').count();
  for (let at = 0; at < count; at += 1) {
    if ((await list.inputValue()) === String(hole)) return;
    await person.page.keyboard.press('ArrowDown');
  }
  assert.fail(`${id} has no hole ${hole}`);
}
