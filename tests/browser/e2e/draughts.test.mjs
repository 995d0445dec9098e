// Draughts in the browser: two people play by clicking, one plays both sides at one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resultLine, useSite } from './support.mjs';

const site = useSite();

/** What stands on a square, as its cell says. */
const onSquare = (person, square) => person.hole(square).getAttribute('aria-label');

test('two play, capture, agree on a draw, and change sides for another game', { timeout: 120_000 }, async () => {
  const one = await site.come();
  const two = await site.come();
  const code = await one.createRoom({ family: 'draughts', preset: 'fmjd', seconds: 120 });
  await two.join(code, 1);
  await one.click('start');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  for (const person of [one, two]) {
    await person.see('rule-badge');
    assert.match(await person.at('rule-badge').innerText(), /FMJD/);
  }
  // White begins, and has the lower side of its own board.
  assert.match(await one.at('chip-0').innerText(), /You/);
  assert.match(await two.at('chip-1').innerText(), /You/);
  const [white, black] = await Promise.all([one.hole(50).boundingBox(), two.hole(50).boundingBox()]);
  assert.ok(white.y > black.y, 'the board is turned for Black');

  await one.move(32, 28);
  await two.waitForPly(2);
  await two.move(19, 23);
  await one.waitForPly(3);
  // What has to be captured is said, and nothing else can be played.
  await one.page.locator('[data-testid=prompt]', { hasText: /must/i }).waitFor();
  await one.move(33, 29);
  assert.equal(await one.ply(), 3);
  await one.move(28, 19);
  await Promise.all([one.waitForPly(4), two.waitForPly(4)]);
  for (const person of [one, two]) {
    assert.match(await person.at('taken-0').innerText(), /1/);
    assert.match(await onSquare(person, 23), /empty/);
    assert.match(await onSquare(person, 19), /White man/);
  }
  await two.move(14, 23);
  await one.waitForPly(5);
  assert.match(await one.at('taken-1').innerText(), /1/);
  assert.match(await one.page.locator('.move-list').innerText(), /28x19[\s\S]*14x23/);

  // A page that comes anew sees the same game.
  await two.page.reload();
  await two.waitForPly(5);
  assert.match(await onSquare(two, 23), /Black man/);
  // The last move is marked there too, with what it took.
  await two.page.locator('.was-taken:not(.casing)').waitFor();
  assert.equal(await two.page.locator('.was-taken:not(.casing)').count(), 1);

  await one.click('offer-draw');
  await one.click('confirm-yes');
  await two.click('draw-yes');
  await Promise.all([one.see('result'), two.see('result')]);
  for (const person of [one, two]) {
    assert.match(await resultLine(person, 0).innerText(), /Draw/);
    assert.match(await resultLine(person, 1).innerText(), /Draw agreed/);
  }

  await one.click('rematch');
  await two.click('rematch');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  await one.at('chip-1').getByText('You', { exact: true }).waitFor();
  await two.at('chip-0').getByText('You', { exact: true }).waitFor();
  await two.move(32, 28);
  await one.waitForPly(2);
  await one.leave();
  await two.leave();
});

test('one person plays both sides at one screen, resigns, and looks at the game again', { timeout: 120_000 }, async () => {
  const one = await site.come();
  await one.at('bot-family-draughts').check();
  await one.at('bot-rules-plyyard').check();
  await one.click('play-local');
  await one.waitForPly(1);
  // Black begins under the house rules.
  await one.move(19, 23);
  await one.waitForPly(2);
  await one.move(32, 28);
  await one.waitForPly(3);
  await one.move(23, 32);
  await one.waitForPly(4);
  await one.click('resign');
  await one.click('confirm-yes');
  await one.see('result');
  assert.match(await resultLine(one, 0).innerText(), /Resigned/);
  await one.click('to-replay');
  await one.see('replay');
  assert.equal(await one.at('replay').getAttribute('data-steps'), '4');
  await one.click('replay-last');
  assert.match(await onSquare(one, 32), /Black man/);
  assert.match(await one.at('taken-1').innerText(), /1/);
  await one.leave();
});

test('the computer plays draughts', { timeout: 120_000 }, async () => {
  const one = await site.come();
  await one.at('bot-family-draughts').check();
  await one.at('bot-rules-fmjd').check();
  await one.click('play-bot');
  await one.waitForPly(1);
  await one.move(32, 28);
  await one.page.locator('[data-testid=game][data-ply="3"]').waitFor({ timeout: 60_000 });
  await one.leave();
});
