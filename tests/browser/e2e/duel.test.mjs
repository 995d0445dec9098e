// Two people play a rated game to its end by clicking.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mover, resultLine, shortGame, useSite } from './support.mjs';

const site = useSite();

test('a rated game is played to its end on ply 32, and both see why the points are what they are', { timeout: 180_000 }, async () => {
  const one = await site.come();
  const two = await site.come();
  await one.signUp('Meihua');
  await two.signUp('Lanhua');
  const code = await one.createRoom({ rated: true });
  await two.join(code, 3);
  await one.click('start');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);

  // Seat 0 is the first person's. The reference game begins with seat 3.
  const first = await mover(one, two);
  const second = first === one ? two : one;
  const moves = await shortGame('duo_adjacent', first === one);
  for (const [index, { from, to }] of moves.entries()) {
    const person = index % 2 === 0 ? first : second;
    await person.waitForPly(index + 1);
    assert.equal(await person.at('result').count(), 0, 'over too early');
    await person.move(from, to);
  }
  await Promise.all([one.see('result'), two.see('result')]);

  const [winnerSeat, loserSeat] = second === one ? [0, 3] : [3, 0];
  for (const person of [one, two]) {
    const winner = resultLine(person, winnerSeat);
    const loser = resultLine(person, loserSeat);
    assert.match(await winner.innerText(), /1/);
    assert.equal((await winner.locator('.delta').innerText()).trim(), '0');
    assert.match((await loser.locator('.delta').innerText()).trim(), /^[−-]23$/);
    // The sum is explained: placing -25, encouragement +2 (one marble home, doubled at level 1).
    await loser.locator('summary').click();
    const sum = await loser.locator('dl').innerText();
    assert.match(sum, /[−-]25/);
    assert.match(sum, /\+2\b/);
    await winner.locator('summary').click();
    assert.match(await winner.locator('dl').innerText(), /\+25[\s\S]*[−-]25/, 'the gain and the cap that took it');
  }

  // The ladder has both, the winner first, and draughts has one of its own.
  const third = await site.come();
  await third.page.getByRole('link', { name: 'Ladder' }).click();
  await third.see('ladder-row');
  const rows = await third.at('ladder-row').allInnerTexts();
  const names = second === one ? [/1\s+Meihua/, /2\s+Lanhua/] : [/1\s+Lanhua/, /2\s+Meihua/];
  assert.equal(rows.length, 2);
  for (const [index, name] of names.entries()) assert.match(rows[index], name);
  await third.at('ladder-draughts').check();
  await third.page.getByText('Nobody has played').waitFor();
  await third.leave();

  // A rematch starts when both have asked.
  await one.click('rematch');
  await two.click('rematch');
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  await one.leave();
  await two.leave();
});
