// Games of draughts from elsewhere, looked at step by step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { useSite } from './support.mjs';

const site = useSite();

const on = (person, square) => person.page.locator(`[role=gridcell][data-hole="${square}"]`).getAttribute('aria-label');

test('a text with a good game and a wrong one: the one is stepped through, the other says where and why', { timeout: 90_000 }, async () => {
  const person = await site.come();
  await person.page.goto(`${site.server.origin}/pdn`);
  await person.at('pdn-text').fill('[White "Lin"] [FEN "B:W8,41:B2,45"] 1... 2x13 2. 41-37 0-2\n\n1. 32-28 19-23 2. 37-32 *');
  await person.click('pdn-read');
  await person.page.getByText('Not readable at move 3 (37-32): a capture is obligatory').waitFor();
  await person.click('pdn-game-1');
  await person.see('replay');
  assert.match(await person.at('pdn-about').innerText(), /Lin – Black 0-2/);
  assert.equal(await person.at('replay').getAttribute('data-steps'), '2');
  assert.match(await on(person, 8), /White man/);
  await person.click('replay-next');
  assert.match(await on(person, 8), /empty/);
  assert.match(await on(person, 13), /Black man/);
  await person.click('replay-last');
  assert.match(await on(person, 37), /White man/);
  await person.click('pdn-back');
  await person.see('pdn-read');
  await person.leave();
});

test('a file of many games, and none at all', { timeout: 90_000 }, async () => {
  const person = await site.come();
  await person.page.goto(`${site.server.origin}/pdn`);
  await person.at('pdn-file').setInputFiles(fileURLToPath(new URL('../../data/draughts_games.pdn', import.meta.url)));
  await person.see('pdn-game-100');
  await person.page.getByText('Only the first 100 games').waitFor();
  await person.click('pdn-game-100');
  await person.see('replay');
  const last = await person.at('replay').getAttribute('data-steps');
  await person.click('replay-last');
  assert.equal(await person.at('replay').getAttribute('data-step'), last);
  await person.click('pdn-back');
  await person.at('pdn-file').setInputFiles({ name: 'a.pdn', mimeType: 'text/plain', buffer: Buffer.from(' ') });
  await person.see('pdn-failed');
  await person.at('pdn-file').setInputFiles({ name: 'a.pdn', mimeType: 'text/plain', buffer: Buffer.alloc(300_000, 32) });
  await person.page.getByText('larger than 256 KB').waitFor();
  await person.leave();
});
