// A rated game of two teams with items, played by four people until the marbles are home: the result
// is explained, the game is looked at again, and its chance could be known by nobody before the end.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { BINARY, atHome, distance, resultLine, useSite } from './support.mjs';

const site = useSite();

const GOAL = 15;
const TEAMS = [[0, 3], [1, 4]];

/** The holes that can be chosen now. */
const targets = (person) => person.page.locator('[role=gridcell].can').evaluateAll(
  (cells) => cells.map((cell) => Number(cell.getAttribute('data-hole'))));

/** Every move the lists offer. */
const offers = (person) => person.page.evaluate(async () => {
  const [from, to] = ['list-from', 'list-to'].map((id) => document.querySelector(`[data-testid=${id}]`));
  const holes = (list) => [...list.options].map((option) => Number(option.value)).filter((hole) => hole >= 0);
  const moves = [];
  for (const hole of holes(from)) {
    from.value = String(hole);
    from.dispatchEvent(new Event('change', { bubbles: true }));
    for (let waits = 0; to.options.length < 2 || moves.at(-1)?.ends === to.textContent; waits += 1) {
      if (waits > 50) break;
      await new Promise((resolve) => setTimeout(resolve));
    }
    moves.push({ from: hole, ends: to.textContent, to: holes(to) });
  }
  return moves.flatMap(({ from: at, to: ends }) => ends.map((end) => ({ from: at, to: end })));
});

/** How good it is to bring a marble of a seat from one hole to another: those behind count most. */
const gain = (seat, from, to) => distance(seat, from) ** 3 - distance(seat, to) ** 3;

/** A person of the four, and what was done so far. */
class Player {
  constructor(person) {
    this.person = person;
    this.seat = person.seat;
    this.turns = 0;
    this.last = null;
  }

  /** The move that gains most; who is late at home leaves it first, and nobody goes back and forth. */
  async choose() {
    const { seat } = this;
    const moves = await offers(this.person);
    assert.ok(moves.length > 0, `seat ${seat} has no move`);
    const leaving = moves.filter(({ from, to }) => atHome(seat, from) && distance(seat, to) < distance(seat, from));
    const value = ({ from, to }) => gain(seat, from, to) - (this.last?.from === to && this.last.to === from ? 1e6 : 0);
    const among = this.turns >= 15 && leaving.length ? leaving : moves;
    return among.reduce((best, move) => (value(move) > value(best) ? move : best));
  }

  /** Moves: two play on the board, two from the lists. */
  async move() {
    const { person } = this;
    const move = await this.choose();
    this.last = move;
    if (TEAMS[0].includes(this.seat)) return person.move(move.from, move.to);
    await person.at('list-from').selectOption(String(move.from));
    await person.at('list-to').selectOption(String(move.to));
    return person.click('list-go');
  }

  /** Whether an item can be used now. */
  async has(item) {
    return (await this.person.at(`item-${item}`).getAttribute('aria-disabled')) !== 'true';
  }
}

test('two teams with items play until the marbles are home', { timeout: 600_000 }, async (t) => {
  // Two sit at a desk, two have a phone.
  const phone = { viewport: { width: 390, height: 844 } };
  const people = await site.members([[0, 'Chun3'], [1, 'Xia3', phone], [3, 'Qiu3', phone], [4, 'Dong3']]);
  const [host, ...others] = people.values();
  const code = await host.createRoom({ players: 4, seconds: 120, rated: true, teams: true, items: true });

  // All that reaches the first person's page over its socket, and what the site says to whoever asks.
  const heard = [];
  host.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await host.page.reload();
  await host.see('ready-room');
  const room = /"s":"room:([0-9a-f-]{36})"/u.exec(heard.join('\n'))?.[1];
  assert.ok(room);
  for (const person of others) await person.join(code, person.seat);
  await host.click('start');
  for (const person of people.values()) await person.waitForPly(1);
  const { game, seed_commitment: commitment } = heard.map((frame) => JSON.parse(frame)).find(({ type }) => type === 'started').d;
  const answers = async () => {
    const paths = [
      `/rooms/${room}`, `/rooms/${room}/events`, `/rooms/${room}/events?since=0`,
      `/games/${game}`, `/games/${game}/events`, `/games/${game}/record`, `/games/${game}/record?format=json`,
    ];
    const own = await host.page.evaluate((all) => Promise.all(all.map(async (path) => {
      const answer = await fetch(`/api/v1${path}`);
      return { path, status: answer.status, text: await answer.text() };
    })), paths);
    const anyone = await Promise.all(paths.map(async (path) => {
      const answer = await fetch(`${site.server.origin}/api/v1${path}`);
      return { path, status: answer.status, text: await answer.text() };
    }));
    return [...own, ...anyone];
  };

  const players = [...people.values()].map((person) => new Player(person));
  const over = () => host.at('result').isVisible();
  const everywhere = (check) => Promise.all([...people.values()].map(check));
  let ply = 1;
  const acted = async () => {
    ply += 1;
    await everywhere((person) => person.waitForPly(ply));
  };
  const onTurn = async () => {
    for (;;) {
      for (const player of players) {
        if (await player.person.page.locator('[data-testid=prompt].mine').isVisible()) return player;
      }
      if (await over()) return null;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const used = { roadblock: null, tornado: null, swap: null };
  /** Counts of the badge, as its owner's turns begin. */
  const badges = [];
  let asked = [];

  for (;;) {
    const player = await onTurn();
    if (!player) break;
    const { person, seat } = player;

    if (used.roadblock?.player === player) {
      const left = badges.length === 3 ? 0 : 3 - badges.length;
      badges.push(left);
      await everywhere(async (one) => {
        if (left === 0) await one.page.locator('.thing.roadblock').waitFor({ state: 'detached' });
        else await one.page.locator('.thing-count', { hasText: String(left) }).waitFor();
      });
      if (left === 0) used.roadblock.player = null;
    }

    if (!used.roadblock && player.turns === 2) {
      await person.click('item-roadblock');
      // Where it is in nobody's way: as far to the side as can be.
      const hole = (await targets(person)).reduce((best, at) => (distance(seat, at) > distance(seat, best) ? at : best));
      await person.hole(hole).click({ force: true });
      await acted();
      await everywhere((one) => one.page.locator('.thing-count', { hasText: '3' }).waitFor());
      badges.push(3);
      used.roadblock = { player, hole };
    } else if (!used.tornado && player.turns >= 5 && await player.has('tornado')) {
      const before = await person.labels();
      await person.click('item-tornado');
      await person.hole((await targets(person))[0]).click({ force: true });
      await acted();
      used.tornado = ply - 1;
      const after = await person.labels();
      const count = (labels, side) => Object.values(labels).filter((label) => label.includes(`${side} marble`)).length;
      for (const side of ['Red', 'Yellow', 'Blue', 'Black']) assert.equal(count(after, side), count(before, side), side);
      assert.doesNotMatch(await host.at(`hand-${seat}`).getAttribute('aria-label'), /Tornado/u);
      asked = await answers();
      await host.page.reload();
      await host.waitForPly(ply);
    } else if (!used.swap && player.turns >= 7 && await player.has('swap')) {
      // First the own marble that is farthest behind, then the one it gains most by.
      await person.click('item-swap');
      const own = (await targets(person)).reduce((best, at) => (distance(seat, at) > distance(seat, best) ? at : best));
      await person.hole(own).click({ force: true });
      await person.page.locator('.hand').waitFor();
      const other = (await targets(person)).reduce((best, at) => (distance(seat, at) < distance(seat, best) ? at : best));
      const before = await person.labels();
      await person.hole(other).click({ force: true });
      await acted();
      used.swap = ply - 1;
      const side = (label) => /\w+ marble/u.exec(label)?.[0];
      await everywhere(async (one) => {
        const after = await one.labels();
        assert.deepEqual([after[own], after[other]].map(side), [before[other], before[own]].map(side));
      });
      player.turns += 1;
      continue;
    }
    await player.move();
    await acted();
    player.turns += 1;
  }
  t.diagnostic(`${ply - 1} acts; the tornado was act ${used.tornado}, the swap ${used.swap}`);
  assert.deepEqual(badges, [3, 2, 1, 0]);
  assert.ok(used.tornado && used.swap);

  // The sums of the teams, on every page.
  const count = async (team) => Number(/\d+/u.exec(await host.at(`team-count-${team}`).locator('.num').innerText())[0]);
  const sums = [await count('A'), await count('B')];
  const inCamp = new Map();
  for (const seat of people.keys()) {
    inCamp.set(seat, Number(/(\d+)\/10/u.exec(await host.at(`chip-${seat}`).locator('.camp-count').innerText())[1]));
  }
  TEAMS.forEach((seats, team) => assert.equal(sums[team], seats.reduce((sum, seat) => sum + inCamp.get(seat), 0)));
  const full = [...inCamp].find(([, n]) => n === 10)?.[0];
  const won = TEAMS.findIndex((seats, team) => seats.includes(full) || sums[team] >= GOAL);
  assert.notEqual(won, -1, `${sums}`);
  for (const [seat, person] of people) {
    await person.see('result');
    const words = TEAMS[won].includes(seat) ? 'Victory' : 'Defeat';
    assert.match(await person.at('result').locator('h2').innerText(), new RegExp(`${words}.*Team ${'AB'[won]}`, 'su'));
  }

  // Every part of everybody's points: 30 for who won, -10 for who lost, with two more for each marble at
  // home (all are beginners); what an early end takes away.
  const events = await (await fetch(`${site.server.origin}/api/v1/games/${game}/events`)).text();
  const record = events.trim().split('\n').map((line) => JSON.parse(line));
  const { scores } = record.find(({ type }) => type === 'scored').d;
  for (const seat of people.keys()) {
    const winner = TEAMS[won].includes(seat);
    const placing = winner ? 30 : -10;
    const encouragement = winner ? 0 : 2 * inCamp.get(seat);
    const early = scores.find((score) => score.seat === seat).round < 18;
    const cap = early ? Math.min(-(placing + encouragement), 0) : 0;
    const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : '0');
    const total = placing + encouragement + cap;
    const line = resultLine(host, seat);
    assert.equal((await line.locator('.delta').innerText()).trim(), signed(total), `seat ${seat}`);
    assert.match(await line.locator('.place-no').innerText(), winner ? /1/u : /2/u);
    await line.locator('summary').click();
    await line.locator('.formula').waitFor();
    assert.deepEqual(
      await line.locator('dd').allInnerTexts(),
      [placing, encouragement, cap].filter((n, part) => n !== 0 || part === 0).concat(total).map(signed), `seat ${seat}`,
    );
    assert.match(await line.locator('.formula').innerText(), /\+30.*−10/u);
    assert.match(await line.innerText(), new RegExp(`0 → ${total < 0 ? '−?-?' : ''}${Math.abs(total)}`, 'u'));
  }

  // The same game again, to the same end.
  const end = await host.labels();
  await host.click('to-replay');
  const replay = host.at('replay');
  await replay.waitFor();
  const steps = Number(await replay.getAttribute('data-steps'));
  assert.equal(steps, ply - 1);
  await host.click('replay-next');
  for (let step = 1; step <= steps; step += 1) {
    await host.page.locator(`[data-testid=replay][data-step="${step}"]`).waitFor();
    if (step === used.tornado || step === used.swap) {
      assert.match(await host.page.locator('.player-line').innerText(), step === used.swap ? /Swap/u : /Tornado/u);
    }
    if (step < steps) await host.page.keyboard.press(']');
  }
  assert.equal(await host.at('replay-next').isDisabled(), true);
  assert.deepEqual(await host.labels(), end);
  for (const [team, sum] of sums.entries()) {
    assert.match(await host.at(`team-count-${'AB'[team]}`).locator('.num').innerText(), new RegExp(` ${sum}/`, 'u'));
  }
  assert.match(await host.at('result').locator('h2').innerText(), new RegExp(`Team ${'AB'[won]}`, 'u'));

  // Nobody was told the seed before the end: it kept what was promised, and the tornado came from it.
  const { seed } = record.find(({ type }) => type === 'ended').d;
  assert.equal(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex'), commitment);
  const last = heard.findIndex((frame) => frame.includes('"type":"ended"'));
  assert.ok(last > 0 && heard[last].includes(seed));
  for (const frame of heard.slice(0, last)) assert.ok(!frame.includes(seed), frame);
  assert.ok(heard.slice(0, last).filter((frame) => frame.includes('"t":"snap"') && frame.includes(game)).length > 0, 'a snapshot in the middle');
  for (const { path, text, status } of asked) {
    assert.ok(!text.includes(seed), path);
    if (path.startsWith('/games/')) assert.equal(status, 404, path);
  }
  assert.ok(asked.some(({ path, text }) => path.endsWith('/events') && text.includes(commitment)), 'the events are read while it runs');
  const later = await answers();
  for (const path of [`/games/${game}/events`, `/games/${game}/record?format=json`, `/games/${game}/record`]) {
    for (const answer of later.filter((one) => one.path === path)) assert.ok(answer.text.includes(seed), path);
  }
  assert.equal(execFileSync(BINARY, ['verify-seed'], { input: events, encoding: 'utf8' }), 'ok, 2 draws\n', 'who began, and the tornado');
  for (const person of people.values()) await person.leave();
});
