// Four people in two teams with items, to the end by agreement; a game on one screen; what a room
// may not play is said in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mover, resultLine, shortGame, useSite } from './support.mjs';

const site = useSite();

/** The holes that can be chosen now. */
const targets = (person) => person.page.locator('[role=gridcell].can');

test('two teams with items, to the end by agreement', { timeout: 180_000 }, async () => {
  const people = await site.members([[0, 'Chun2'], [1, 'Xia2'], [3, 'Qiu2'], [4, 'Dong2']]);
  const [host, ...others] = people.values();
  const code = await host.createRoom({ players: 4, seconds: 120, rated: true, teams: true, items: true });
  for (const person of others) await person.join(code, person.seat);
  for (const [seat, team] of [[0, 'A'], [1, 'B'], [3, 'A'], [4, 'B']]) {
    assert.match(await host.page.locator(`.seat-card[data-seat="${seat}"]`).innerText(), new RegExp(`Team ${team}`), `team of seat ${seat}`);
  }
  await host.click('start');
  for (const person of people.values()) await person.waitForPly(1);

  // A roadblock, put down with Escape first, then placed by clicking; the move follows.
  const first = await mover(...people.values());
  await first.click('item-roadblock');
  const holes = await targets(first).count();
  assert.ok(holes > 5, `${holes} targets`);
  await first.page.keyboard.press('Escape');
  await first.at('aim-cancel').waitFor({ state: 'detached' });
  await first.click('item-roadblock');
  const hole = await targets(first).first().getAttribute('data-hole');
  await first.hole(hole).click({ force: true });
  for (const person of people.values()) {
    await person.waitForPly(2);
    await person.page.locator('.thing.roadblock').waitFor();
    assert.match(await person.hole(hole).getAttribute('aria-label'), /Roadblock/u);
    assert.doesNotMatch(await person.at(`hand-${first.seat}`).getAttribute('aria-label'), /Roadblock/u);
  }
  assert.equal(await first.at('item-tornado').getAttribute('aria-disabled'), 'true', 'one item a turn');
  await first.anyMove();
  await first.waitForPly(3);

  // Wings take two steps, and the place of the move.
  const second = await mover(...[...people.values()].filter((person) => person !== first));
  await second.click('item-wings');
  await targets(second).first().click({ force: true });
  await second.page.locator('.hand').waitFor();
  await second.page.locator('.aim').first().waitFor();
  const flight = await targets(second).evaluateAll((cells) => cells.map((cell) => Number(cell.getAttribute('data-hole'))));
  assert.ok(flight.length > 0);
  await second.hole(flight[0]).click({ force: true });
  for (const person of people.values()) await person.waitForPly(4);

  // A power marble acts; the second act is declined.
  const third = await mover(...[...people.values()].filter((person) => person !== second));
  await third.click('item-power_marble');
  await targets(third).first().click({ force: true });
  await third.waitForPly(5);
  await third.anyMove();
  await third.waitForPly(6);
  await third.click('pass');
  await third.waitForPly(7);

  // One proposes to resign and is refused, proposes again and is joined.
  const [captain, mate] = [people.get(1), people.get(4)];
  for (const yes of [false, true]) {
    await captain.click('resign');
    await captain.click('confirm-yes');
    await captain.see('proposal');
    assert.equal(await host.at('proposal').count(), 0, 'a proposal is the team\'s');
    await mate.click(yes ? 'resign-yes' : 'resign-no');
    if (!yes) await captain.at('proposal').waitFor({ state: 'detached' });
  }
  for (const person of people.values()) await person.see('result');
  assert.match(await host.at('result').locator('h2').innerText(), /Victory.*Team A/su);
  assert.match(await mate.at('result').locator('h2').innerText(), /Defeat.*Team A/su);
  const lost = resultLine(host, 1);
  assert.match(await lost.innerText(), /Resigned/u);
  await lost.locator('summary').click();
  assert.match(await lost.locator('.formula').innerText(), /−10/u);
  assert.match(await resultLine(host, 0).locator('.place-no').innerText(), /1/u);
  for (const person of people.values()) await person.leave();
});

test('a game on one screen passes from seat to seat', { timeout: 60_000 }, async () => {
  const person = await site.come();
  await person.click('play-local');
  await person.waitForPly(1);
  const turn = () => person.page.locator('.chip.active').getAttribute('data-seat');
  const before = await turn();
  await person.anyMove();
  await person.waitForPly(2);
  assert.notEqual(await turn(), before);
  await person.page.locator('[data-testid=prompt].mine').waitFor();
  await person.anyMove();
  await person.waitForPly(3);
  assert.equal(await turn(), before);
  await person.leave();
});

test('rules that make no game are refused in words, others are shown where they differ', { timeout: 60_000 }, async () => {
  const person = await site.come();
  await person.click('create-room');
  await person.at('players-4').check();
  await person.at('private').check();
  await person.at('teams').check();
  await person.click('rules-more');
  const ends = () => person.at('switch-end').locator('option').allInnerTexts();
  assert.equal((await ends()).length, 2, 'what goes with no teams is not offered');
  // Where it is wished for all the same, the server says no.
  await person.page.route('**/rooms', (route) => {
    const { settings } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify({ settings: { ...settings, switches: { end: 'ask' } } }) });
  }, { times: 1 });
  await person.click('create-confirm');
  await person.page.getByText('With teams: no places by turns').first().waitFor();
  await person.at('teams').uncheck();
  assert.equal((await ends()).length, 3);
  await person.at('switch-end').selectOption('ask');
  await person.at('teams').check();
  assert.equal(await person.at('switch-end').inputValue(), 'play_on', 'it goes when teams come');
  await person.at('teams').uncheck();
  await person.at('switch-end').selectOption('ask');
  await person.at('switch-hop').selectOption('long');
  await person.click('create-confirm');
  await person.see('ready-room');
  const text = await person.at('differs').innerText();
  assert.match(text, /Hops: long/u);
  assert.match(text, /End: ask/u);
  await person.leave();
});

test('after the winner all are asked, and one no ends the game', { timeout: 240_000 }, async () => {
  const people = new Map();
  for (const seat of [0, 2, 4]) people.set(seat, await site.come());
  const [host, ...others] = people.values();
  await host.click('create-room');
  await host.at('players-3').check();
  await host.at('turn-seconds').fill('120');
  await host.at('private').check();
  await host.click('rules-more');
  await host.at('switch-passing').selectOption('by_agreement');
  await host.at('switch-checkpoints').selectOption('off');
  await host.at('switch-end').selectOption('ask');
  const code = await host.confirmRoom();
  for (const [i, person] of others.entries()) await person.join(code, [2, 4][i]);
  await host.click('start');
  for (const person of people.values()) await person.waitForPly(1);

  // One walks across while the others pass.
  const moves = await shortGame('solitaire_adjacent');
  let next = await mover(...people.values());
  for (let ply = 1; moves.length; ply += 1) {
    if (next === host) {
      const { from, to } = moves.shift();
      await host.move(from, to);
    } else await next.click('pass');
    if (moves.length) await host.waitForPly(ply + 1);
    const order = [...people.values()];
    next = order[(order.indexOf(next) + 1) % 3];
    if (moves.length) await next.page.locator('[data-testid=prompt].mine').waitFor();
  }
  for (const person of people.values()) await person.see('play-on');
  assert.equal(await host.at('play-on-yes').count(), 0, 'the winner is not asked');
  // Nor is there anything the winner could give up: leaving is free.
  for (const id of ['resign', 'offer-draw']) assert.deepEqual([await host.at(id).count(), await others[0].at(id).count()], [0, 1], id);
  assert.equal(await host.at('leave').innerText(), 'Leave room');
  assert.equal(await others[0].at('leave').innerText(), 'Quit game');
  assert.match(await others[0].page.locator('.play-on [role=timer]').innerText(), /1\d|20/u);
  await others[0].click('play-on-yes');
  await others[0].at('play-on-yes').waitFor({ state: 'detached' });
  await others[1].click('play-on-no');
  for (const person of people.values()) await person.see('result');
  assert.match(await host.at('result').locator('h2').innerText(), /Victory/u);
  for (const person of people.values()) await person.leave();
});
