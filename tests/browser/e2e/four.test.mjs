// Four people; one leaves, one never moves, one gives up.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mover, resultLine, useSite } from './support.mjs';

const site = useSite();

test('places and points of a free-for-all with a leaver and three expired turns', { timeout: 240_000 }, async () => {
  const people = await site.members([[0, 'Chun'], [1, 'Xia'], [3, 'Qiu'], [4, 'Dong']]);
  const code = await people.get(0).createRoom({ players: 4, seconds: 10, rated: true });
  for (const seat of [1, 3, 4]) await people.get(seat).join(code, seat);
  await people.get(0).click('start');
  for (const person of people.values()) await person.waitForPly(1);

  const [stays, leaves, sleeps, resigns] = [0, 1, 3, 4].map((seat) => people.get(seat));
  await leaves.click('leave');
  await leaves.click('confirm-yes');
  await leaves.see('play-bot');

  // The sleeper's turns run out; the other two move whenever they are asked.
  const gone = stays.page.locator('[data-testid=chip-3].out');
  while (!(await gone.isVisible())) {
    const next = await Promise.race([mover(stays, resigns), gone.waitFor().then(() => null)]);
    if (!next) break;
    const ply = await next.ply();
    await next.anyMove();
    await next.page.locator(`[data-testid=game]:not([data-ply="${ply}"])`).waitFor();
  }
  await resigns.click('resign');
  await resigns.click('confirm-yes');
  await stays.see('result');

  const expected = new Map([
    [stays.seat, { place: 1, points: '0' }], // +35, but before round 11 nobody gains
    [resigns.seat, { place: 2, points: '0' }], // +25, resigned: never above 0
    [sleeps.seat, { place: 3, points: '-50' }],
    [leaves.seat, { place: 4, points: '-50' }],
  ]);
  for (const [seat, { place, points }] of expected) {
    const line = resultLine(stays, seat);
    assert.match(await line.locator('.place-no').innerText(), new RegExp(String(place)), `place of seat ${seat}`);
    assert.equal((await line.locator('.delta').innerText()).trim().replace('−', '-'), points, `points of seat ${seat}`);
  }
  await sleeps.see('result');
  for (const person of people.values()) await person.leave();
});
