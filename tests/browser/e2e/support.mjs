// What every test in a browser needs: a server of its own with an empty database, Chromium, and
// people who do things on pages as people do.
//
// What they hold on to: `data-hole="0..120"` on the board's cells, `data-seat` on chips,
// seat cards and marbles, `data-ply` on [data-testid=game], and these `data-testid`s:
//   frame: lang-select login-link account reconnecting late taken-over continue-here toast
//   lobby: play-bot play-local bot-family-<family> bot-rules-<preset> bot-players-<n> bot-preset-<preset> create-room join-code join-go resume online
//          room-row
//   create: create-dialog family-<family> clock-turn clock-main main-minutes increment-seconds players-<n> preset-<preset> turn-seconds rated private first create-confirm
//   room: ready-room all-rules sit-<seat> add-bot-<seat> kick-<seat> ready unready stand start start-reason
//         configure configure-save room-code copy-link leave room-failed
//   game: game chip-<seat> stall-<seat> gone-<seat> toss prompt put-down undo-hop confirm-move resign offer-draw
//         offer draw-yes draw-no leave confirm confirm-yes confirm-no list-from list-to list-go
//   items and teams: items item-<item> item-help aim-cancel pass proposal resign-yes resign-no
//         team-count play-on play-on-yes play-on-no rules-more switch-<name> teams items-on local
//   result: result title-change unrated gone rematch back-to-room new-room to-replay leave
//   draughts: choices choice-<squares> rule-badge counters taken-<seat> flip
//   replay: replay (with data-step and data-steps) replay-first replay-prev replay-play replay-next
//           replay-last replay-at replay-speed save-text save-json replay-failed
//   rules: rules-of-<family> rules-star rules-draughts
//   profile: profile profile-failed game-row more-games
//   ladder: ladder ladder-row ladder-own ladder-more
//   pdn: pdn pdn-file pdn-text pdn-read pdn-game-<n> pdn-failed pdn-about pdn-back
//   account: mode-signup mode-login name password signup login logout
//   settings: settings-lang theme-select marks-select coords squares motion-select sound dests-select
//             confirm-switch hops speech-select reset
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const BINARY = process.env.TIAOQI_BINARY ?? join(ROOT, 'target/release/tiaoqi');

/** A port nobody listens on. */
async function freePort() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

/** A server with a database of its own, that can be killed and started again. */
class Server {
  static async start() {
    assert.ok(existsSync(BINARY), 'build the server first: cargo build --release');
    const server = new Server();
    server.port = await freePort();
    server.origin = `http://127.0.0.1:${server.port}`;
    server.folder = await mkdtemp(join(tmpdir(), 'tiaoqi-'));
    await server.run();
    return server;
  }

  /** Starts the process; answers, in milliseconds, how long it took until a page was served. */
  async run() {
    const began = performance.now();
    this.process = spawn(BINARY, [
      'serve', '--listen', `127.0.0.1:${this.port}`, '--data-dir', this.folder, '--accounts-per-hour', '10000', '--log', 'warn',
    ], { stdio: ['ignore', 'ignore', 'inherit'] });
    for (;;) {
      assert.equal(this.process.exitCode, null, 'the server ended');
      const up = await fetch(this.origin).then((page) => page.ok, () => false);
      if (up) return performance.now() - began;
      assert.ok(performance.now() - began < 20_000, 'the server did not come up');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async kill(signal = 'SIGKILL') {
    const ended = once(this.process, 'exit');
    this.process.kill(signal);
    await ended;
  }

  async stop() {
    await this.kill('SIGTERM');
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A browser whose contexts are different people. */
async function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync',
    ],
  });
}

/** One person: a browser context with a page. What the page reports as an error fails the test. */
class Person {
  static async come(browser, server, { locale = 'en', ...options } = {}) {
    const person = new Person();
    person.server = server;
    person.context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce', ...options });
    person.page = await person.context.newPage();
    person.page.setDefaultTimeout(45_000);
    person.faults = [];
    person.page.on('pageerror', (error) => person.faults.push(String(error)));
    await person.page.goto(server.origin);
    await person.see('play-bot');
    return person;
  }

  at(id) {
    return this.page.getByTestId(id);
  }

  async see(id) {
    await this.at(id).first().waitFor();
  }

  async click(id) {
    await this.at(id).first().click();
  }

  async signUp(name) {
    await this.page.goto(`${this.server.origin}/login`);
    await this.click('mode-signup');
    await this.at('name').fill(name);
    await this.at('password').fill('correct horse 跳棋');
    await this.click('signup');
    await this.page.getByText(name).first().waitFor();
    await this.page.goto(this.server.origin);
    await this.see('play-bot');
  }

  /** Makes a room and answers its code. */
  async createRoom({ players = 2, preset = 'qq', seconds = 30, rated = false, family = 'star', teams = false, items = false } = {}) {
    await this.click('create-room');
    await this.see('create-dialog');
    if (family !== 'star') await this.at(`family-${family}`).check();
    else await this.at(`players-${players}`).check();
    await this.at(`preset-${preset}`).check();
    if (family === 'draughts') await this.at('clock-turn').check();
    await this.at('turn-seconds').fill(String(seconds));
    if (rated) await this.at('rated').check();
    if (teams) await this.at('teams').check();
    if (items) await this.at('items-on').check();
    return this.confirmRoom();
  }

  /** Makes the room of the open dialog and answers its code. */
  async confirmRoom() {
    await this.click('create-confirm');
    await this.see('ready-room');
    return (await this.at('room-code').innerText()).trim();
  }

  /** Joins by typing the code, and sits down. */
  async join(code, seat) {
    await this.at('join-code').fill(code);
    await this.click('join-go');
    await this.click(`sit-${seat}`);
    await this.click('ready');
  }

  /** The ply the page shows. */
  async ply() {
    return Number(await this.at('game').getAttribute('data-ply'));
  }

  async waitForPly(ply) {
    await this.page.locator(`[data-testid=game][data-ply="${ply}"]`).waitFor();
  }

  hole(hole) {
    return this.page.locator(`[role=gridcell][data-hole="${hole}"]`);
  }

  /** Plays a move by clicking the marble and then the hole. */
  async move(from, to) {
    await this.hole(from).click({ force: true });
    await this.hole(to).click({ force: true });
  }

  /** Plays the first move the lists offer. */
  async anyMove() {
    await this.at('list-from').selectOption({ index: 1 });
    await this.at('list-to').selectOption({ index: 1 });
    await this.click('list-go');
  }

  /** What stands on each hole of the board, by its label. */
  labels() {
    return this.page.locator('[role=gridcell]').evaluateAll(
      (cells) => Object.fromEntries(cells.map((cell) => [cell.getAttribute('data-hole'), cell.getAttribute('aria-label')])));
  }

  async leave() {
    assert.deepEqual(this.faults, [], 'errors on the page');
    await this.context.close();
  }
}

/** A server and a browser for the tests of a file; both end behind the last of them. */
export function useSite() {
  const site = {
    /** @type {Server} */ server: undefined,
    browser: undefined,
    /** Somebody comes to the site. */
    come: (options) => Person.come(site.browser, site.server, options),
    /** People with accounts, by the seats they mean to take: `[[seat, name, options]]`. */
    async members(names) {
      const people = new Map();
      for (const [seat, name, options] of names) {
        const person = await site.come(options);
        await person.signUp(name);
        person.seat = seat;
        people.set(seat, person);
      }
      return people;
    },
  };
  before(async () => {
    site.server = await Server.start();
    site.browser = await launch();
  });
  after(async () => {
    await site.browser?.close();
    await site.server?.stop();
  });
  return site;
}

/** The reading-order number of a hole given in cube coordinates. */
export function holeOf([x, , z]) {
  return HOLES.get(`${x},${z}`);
}

const HOLES = new Map();
const CUBES = [];
for (let z = -8, next = 0; z <= 8; z += 1) {
  for (let x = -8; x <= 8; x += 1) {
    const y = -x - z;
    const up = x >= -4 && y >= -4 && z >= -4;
    const down = x <= 4 && y <= 4 && z <= 4;
    if (!up && !down) continue;
    CUBES.push([x, y, z]);
    HOLES.set(`${x},${z}`, next++);
  }
}
assert.equal(HOLES.size, 121);

/** The outermost hole of each camp. */
const TIPS = [[4, 4, -8], [8, -4, -4], [4, -8, 4], [-4, -4, 8], [-8, 4, 4], [-4, 8, -4]];

const apart = (one, other) => Math.max(...one.map((value, axis) => Math.abs(value - other[axis])));

/** How far a hole is from the outermost hole of a seat's target. */
export const distance = (seat, hole) => apart(CUBES[hole], TIPS[(seat + 3) % 6]);

/** Whether a hole is in a seat's home. */
export const atHome = (seat, hole) => apart(CUBES[hole], TIPS[seat]) <= 3;

/** A short game from the reference data: `[{from, to}]` in holes, turned by 180 degrees if asked. */
export async function shortGame(name, turned = false) {
  const games = JSON.parse(await readFile(join(ROOT, 'tests/data/star_short_games.json'), 'utf8'));
  const turn = (hole) => (turned ? 120 - hole : hole);
  return games[name].moves.map(([from, to]) => ({ from: turn(holeOf(from)), to: turn(holeOf(to)) }));
}

/** Whose turn it is, by the pages of two people: the one whose prompt says so. */
export async function mover(...people) {
  for (;;) {
    for (const person of people) {
      if (await person.page.locator('[data-testid=prompt].mine').isVisible()) return person;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The line of a seat on the result page. */
export function resultLine(person, seat) {
  return person.at('result').locator(`li[data-seat="${seat}"]`);
}
