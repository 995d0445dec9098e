// Whole games of draughts by clicking on the board, to every kind of end, and kept as files.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BINARY, resultLine, useSite } from './support.mjs';

const run = promisify(execFile);
const games = JSON.parse(await readFile(new URL('../../data/draughts_browser_games.json', import.meta.url), 'utf8'));

const site = useSite();

/** The squares a written move goes over. */
const wayOf = (move) => move.split(/[x-]/u).map(Number);
/** The moves before the one with a choice. */
const opening = ({ moves, choice }) => moves.slice(0, choice.ply - 1);
const choiceId = ({ taken }) => `choice-${taken.join('-')}`;

/** Clicks on squares as anybody does: what lies above one would be in the way. */
async function tap(person, ...squares) {
  for (const square of squares) await person.hole(square).click();
}

/** Plays written moves on; the page of each side is the one whose turn it is. */
async function play(sides, rules, moves, from = 1) {
  for (const [index, move] of moves.entries()) {
    const ply = from + index;
    const person = sides[(ply + (rules === 'plyyard' ? 0 : 1)) % 2];
    await person.waitForPly(ply);
    const way = wayOf(move);
    await tap(person, way[0], way.at(-1));
  }
}

/** Plays written moves without the page, as a program of the same person would; one plays both sides. */
async function playAside(person, moves) {
  await person.waitForPly(1);
  const code = new URL(person.page.url()).pathname.split('/').at(-1);
  const failed = await person.page.evaluate(async ([room, ways]) => {
    const { id } = await (await fetch(`/api/v1/rooms/${room}`)).json();
    for (const [index, path] of ways.entries()) {
      const answer = await fetch(`/api/v1/rooms/${id}/commands`, {
        method: 'POST', headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ type: 'move', d: { from: path[0], to: path.at(-1), path }, ply: index + 1 }),
      });
      if (!answer.ok) return `${path}: ${answer.status} ${await answer.text()}`;
    }
    return '';
  }, [code, moves.map(wayOf)]);
  assert.equal(failed, '');
}

/** What stands on the page's board, as FEN writes a side: `31,K45`. */
const standing = (person, side) => person.page.locator('[role=gridcell]').evaluateAll((cells, name) => cells
  .map((cell) => ({ square: Number(cell.getAttribute('data-hole')), label: cell.getAttribute('aria-label') ?? '' }))
  .filter(({ label }) => label.includes(`${name} man`) || label.includes(`${name} king`))
  .sort((a, b) => a.square - b.square)
  .map(({ square, label }) => `${label.includes('king') ? 'K' : ''}${square}`).join(','), side);

/** The end as the page of each player tells it, and the position as each page shows it. */
async function ended(sides, { position }, reasons) {
  const [, white, black] = position.split(':').map((part) => part.slice(1));
  for (const person of sides) {
    await person.see('result');
    for (const [seat, reason] of reasons.entries()) assert.match(await resultLine(person, seat).innerText(), reason);
    assert.equal(await standing(person, 'White'), white);
    assert.equal(await standing(person, 'Black'), black);
  }
}

/** Keeps the game from the page that shows it again, and has the file checked. */
async function keepAndCheck(person, moves, variant) {
  await person.click('to-replay');
  await person.see('replay');
  assert.equal(await person.at('replay').getAttribute('data-steps'), String(moves));
  const [file] = await Promise.all([person.page.waitForEvent('download'), person.click('save-text')]);
  const path = await file.path();
  const pdn = await readFile(path, 'utf8');
  assert.match(pdn, variant);
  const { stdout } = await run(BINARY, ['pdn', 'check', path]);
  assert.match(stdout, /^1 games, 1 ok, 0 failed$/mu);
  return pdn;
}

/** Two people in a room whose game has begun, White's page first. */
async function sitDown(preset) {
  const one = await site.come();
  const two = await site.come();
  const code = await one.createRoom({ family: 'draughts', preset, seconds: 120 });
  await two.join(code, 1);
  await one.click('start');
  return [one, two];
}

test('a game by the standard rules, to the last piece of White', { timeout: 120_000 }, async () => {
  const game = games.fmjd;
  const sides = await sitDown('fmjd');
  const [white, black] = sides;
  await play(sides, game.rules, opening(game));
  await black.waitForPly(game.choice.ply);
  // Two routes with the same ends: the page asks, and the one that is pointed at is played.
  const [route] = game.choice.routes;
  await tap(black, route.route[0], route.route.at(-1));
  await black.see('choices');
  assert.equal(await black.at('choices').getByRole('button').count(), 2);
  assert.equal(await black.ply(), game.choice.ply);
  await black.click(choiceId(route));
  await white.waitForPly(game.choice.ply + 1);
  for (const square of route.taken) assert.match(await white.hole(square).getAttribute('aria-label'), /empty/);
  await play(sides, game.rules, game.moves.slice(game.choice.ply), game.choice.ply + 1);
  await ended(sides, game, [/Defeat[\s\S]*No pieces left/, /Victory[\s\S]*no pieces left/]);
  await white.leave();
  const pdn = await keepAndCheck(black, game.moves.length, /\[GameType "20"\]/);
  assert.match(pdn, /\[Result "0-2"\]/);
  await black.leave();
});

test('a game by the house rules, until Black cannot move', { timeout: 120_000 }, async () => {
  const game = games.plyyard;
  const sides = await sitDown('plyyard');
  const [white, black] = sides;
  await play(sides, game.rules, opening(game));
  await white.waitForPly(game.choice.ply);
  // A piece that only one of two routes takes tells which is meant.
  const [route, other] = game.choice.routes;
  await tap(white, route.route[0], route.route.at(-1));
  await white.see('choices');
  await tap(white, route.taken.find((square) => !other.taken.includes(square)));
  await black.waitForPly(game.choice.ply + 1);
  for (const square of route.taken) assert.match(await black.hole(square).getAttribute('aria-label'), /empty/);
  await play(sides, game.rules, game.moves.slice(game.choice.ply), game.choice.ply + 1);
  await ended(sides, game, [/Victory[\s\S]*cannot move/, /Defeat[\s\S]*No legal move left/]);
  await black.leave();
  const pdn = await keepAndCheck(white, game.moves.length, /\[Variant "/);
  assert.match(pdn, /\[Result "2-0"\]/);
  await white.leave();
});

test('a draw that comes by itself: five moves each against a lone king', { timeout: 120_000 }, async () => {
  const game = games.five_moves;
  const sides = await sitDown('fmjd');
  await play(sides, game.rules, game.moves);
  const reason = /Draw[\s\S]*5 moves each with one or two pieces against a lone king/;
  await ended(sides, game, [reason, reason]);
  await sides[1].leave();
  const pdn = await keepAndCheck(sides[0], game.moves.length, /\[GameType "20"\]/);
  assert.match(pdn, /\[Result "1-1"\]/);
  await sides[0].leave();
});

// The games above took the first of their routes, each in another way.
for (const [name, ways] of [['fmjd', [['chosen', 1], ['by hops', 0]]], ['plyyard', [['by hops', 1]]]]) {
  const game = games[name];
  test(`each of two routes with the same ends can be taken (${name})`, { timeout: 120_000 }, async () => {
    const one = await site.come();
    for (const [how, which] of ways) {
      const { route, taken } = game.choice.routes[which];
      await one.page.goto(site.server.origin);
      await one.at('bot-family-draughts').check();
      await one.at(`bot-rules-${name}`).check();
      await one.click('play-local');
      await playAside(one, opening(game));
      await one.waitForPly(game.choice.ply);
      if (how === 'by hops') await tap(one, ...route);
      else {
        await tap(one, route[0], route.at(-1));
        await one.click(choiceId({ taken }));
      }
      await one.waitForPly(game.choice.ply + 1);
      for (const square of new Set(game.choice.routes.flatMap((each) => each.taken))) {
        const label = await one.hole(square).getAttribute('aria-label');
        assert.equal(/empty/.test(label), taken.includes(square), `${how} ${taken}: ${label}`);
      }
      await one.click('resign');
      await one.click('confirm-yes');
      await one.see('result');
    }
    await one.leave();
  });
}
