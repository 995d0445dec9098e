// What stays of a room and of the connection when people come, go and come back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useSite } from './support.mjs';

const site = useSite();

/** Waits until the page's heading has the focus. */
const titleFocused = (person) => person.page.waitForFunction(() => document.activeElement?.id === 'title');

/**
 * A person whose socket the test can hold, cut and answer for.
 * `down` and `up` look at messages from and to the server; what they answer `true` for goes no further.
 */
async function comeThrough() {
  const person = await site.come();
  const line = { down: () => false, up: () => false, socket: null };
  await person.page.routeWebSocket('**/ws', (socket) => {
    line.socket = socket;
    const server = socket.connectToServer();
    socket.onMessage((text) => line.up(JSON.parse(text), socket) || server.send(text));
    server.onMessage((text) => line.down(JSON.parse(text)) || socket.send(text));
  });
  await person.page.reload();
  await person.page.locator('[data-testid=create-room]:not([disabled])').waitFor();
  return { person, line };
}

test('a room is found again while it is one’s own, and who left a game is missed', { timeout: 90_000 }, async () => {
  const [one, two] = [await site.come(), await site.come()];
  const code = await one.createRoom({ seconds: 120 });
  await titleFocused(one);
  await two.join(code, 3);
  await one.page.locator('[data-testid=start]:not([disabled])').click();
  await Promise.all([one.waitForPly(1), two.waitForPly(1)]);
  // The button that had the focus is gone.
  await titleFocused(one);

  await one.page.locator('.brand').click();
  await one.page.getByText('Your game is going on in').waitFor();
  await one.page.getByRole('link', { name: 'Ladder' }).click();
  await one.see('ladder');
  await titleFocused(one);
  await one.page.locator('.brand').click();
  await one.click('resume');
  await one.waitForPly(1);

  await two.click('resign');
  await two.click('confirm-yes');
  await Promise.all([one.see('result'), two.see('result')]);
  await one.see('rematch');
  await two.at('result').getByTestId('leave').click();
  await two.see('play-bot');
  assert.equal(await two.at('resume').count(), 0, 'the room is left');
  await one.see('gone-3');
  assert.match(await one.at('gone').innerText(), /has left/u);
  assert.equal(await one.at('rematch').count(), 0);

  // A friend with the link finds the free seat, and can look at the result.
  const three = await site.come();
  await three.page.goto(`${site.server.origin}/r/${code}`);
  await three.see('sit-3');
  await three.page.getByRole('button', { name: 'Last result' }).click();
  await three.see('result');
  await three.click('back-to-room');
  await three.click('sit-3');
  await one.click('back-to-room');
  await one.see('kick-3');
  for (const person of [one, two, three]) await person.leave();
});

test('a room whose answer is late calls nobody back, and a lost connection is told', { timeout: 90_000 }, async () => {
  const { person, line } = await comeThrough();
  const { page } = person;
  await person.createRoom();
  const held = [];
  line.down = (message) => held.push(message);
  await person.click('leave');
  await page.getByRole('link', { name: 'Rules' }).click();
  await person.see('rules-star');
  line.down = () => false;
  for (const message of held) line.socket.send(JSON.stringify(message));
  await page.waitForTimeout(500);
  assert.equal(new URL(page.url()).pathname, '/rules');

  const told = (text) => page.waitForFunction((wanted) => document.getElementById('polite')?.textContent.includes(wanted), text);
  await Promise.all([told('Connection lost'), line.socket.close({ code: 4408 })]);
  await told('Connected again');
  await line.socket.close({ code: 4409 });
  await person.see('taken-over');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(100);
  assert.ok(await person.at('taken-over').evaluate((dialog) => dialog.matches(':modal')));
  assert.ok(await person.at('continue-here').evaluate((button) => button === document.activeElement));
  await person.click('continue-here');
  await person.at('taken-over').waitFor({ state: 'detached' });
  await person.leave();
});

test('a room that was refused once is opened by trying again', { timeout: 60_000 }, async () => {
  const { person, line } = await comeThrough();
  let refusals = 1;
  line.up = ({ t, s }, socket) => {
    if (t !== 'sub' || !s.startsWith('room:') || refusals === 0) return false;
    refusals -= 1;
    socket.send(JSON.stringify({ t: 'no', s, code: 'frozen' }));
    return true;
  };
  await person.click('create-room');
  await person.click('create-confirm');
  await person.see('room-failed');
  await person.page.getByRole('button', { name: 'Retry' }).click();
  await person.see('ready-room');
  await person.leave();
});
