// What people are told who are here for the first time: whose turn it is, what to press, what is theirs to do.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSite } from './support.mjs';

const site = useSite();

test('at one screen the seats go by their colours, and one person agrees to a draw', { timeout: 60_000 }, async () => {
  const person = await site.come();
  await person.at('bot-players-3').check();
  await person.click('play-local');
  const names = () => person.page.locator('.chip-name').allInnerTexts();
  const prompts = new Set();
  for (const ply of [1, 2, 3]) {
    await person.waitForPly(ply);
    await person.page.locator('[data-testid=prompt].mine').waitFor();
    const colour = await person.page.locator('.chip.active .chip-name').innerText();
    assert.equal(await person.at('prompt').innerText(), `${colour} to move · Choose a piece`);
    assert.match(await person.page.title(), new RegExp(`^${colour} to move`, 'u'));
    prompts.add(colour);
    await person.anyMove();
  }
  assert.deepEqual([...prompts].sort(), ['Black', 'Green', 'Red']);
  assert.deepEqual((await names()).sort(), ['Black', 'Green', 'Red']);
  assert.equal(await person.page.locator('.you').count(), 0);
  await person.click('offer-draw');
  await person.click('confirm-yes');
  await person.see('result');
  assert.deepEqual((await person.page.locator('.place-name').allInnerTexts()).sort(), ['Black', 'Green', 'Red']);
  assert.match(await person.page.locator('.move-list').innerText(), /(Black|Green|Red) offers a draw/u);
  await person.click('rematch');
  for (const _seat of [1, 2]) {
    await person.page.locator('[data-testid=prompt].mine').waitFor();
    await person.click('resign');
    await person.click('confirm-yes');
    await person.page.locator('.confirm, dialog').waitFor({ state: 'detached' });
  }
  await person.see('result');
  assert.match(await person.at('result').locator('h2').innerText(), /^(Black|Green|Red) wins$/u);
  await person.leave();
});

test('who comes by a link is told to sit down, to press Ready, or to watch', { timeout: 60_000 }, async () => {
  const [host, guest, third] = [await site.come(), await site.come(), await site.come()];
  const code = await host.createRoom();
  const told = (person, text) => person.at('start-reason').getByText(text).waitFor();
  for (const person of [guest, third]) await person.page.goto(`${site.server.origin}/r/${code}`);
  await told(guest, 'Take a free seat, or stay and watch');
  await told(host, '1 seat is still free');
  await guest.click('sit-3');
  await told(guest, 'Press “Ready”');
  await told(third, /^Waiting for: /u);
  await guest.click('ready');
  await told(guest, /^Waiting for .* to start/u);
  await host.click('start');
  for (const [person, lists] of [[third, 0], [guest, 1], [host, 1]]) {
    await person.waitForPly(1);
    assert.equal(await person.page.locator('.list-input').count(), lists);
  }
  for (const person of [host, guest, third]) await person.leave();
});
