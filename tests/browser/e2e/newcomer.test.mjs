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
