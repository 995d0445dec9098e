import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { useWords } from '../../../static/js/i18n.js';
import { ITEMS, aimTap, firstSteps, keepAim, secondSteps } from '../../../static/js/board/aim.js';
import { inFamily, settled } from '../../../static/js/pages/settled.js';
import { AllRules, Differs, fitting, switched, valueOf } from '../../../static/js/pages/switches.js';

const items = {
  roadblock: [60, 61], road_worker: [], power_marble: [3], tornado: [45],
  wings: [{ from: 3, to: [20, 21] }, { from: 4, to: [22] }], swap: [{ from: 3, to: [50] }],
};
const aimed = (item, from = null, at = null) => ({ item, from, at });

test('an item of one step is used by tapping a target', () => {
  assert.deepEqual([...firstSteps(items, 'roadblock')], [60, 61]);
  assert.deepEqual(aimTap(aimed('roadblock'), 61, items, false), { aim: null, use: { item: 'roadblock', hole: 61 } });
  assert.deepEqual(aimTap(aimed('tornado'), 45, items, false).use, { item: 'tornado', hole: 45 });
  assert.deepEqual(aimTap(aimed('power_marble'), 3, items, false).use, { item: 'power_marble', from: 3 });
  assert.deepEqual(aimTap(aimed('roadblock'), 5, items, false), { aim: aimed('roadblock'), miss: true });
});

test('wings and swap choose a marble first, which may be changed or put down', () => {
  const first = aimTap(aimed('wings'), 3, items, false);
  assert.deepEqual(first, { aim: aimed('wings', 3) });
  assert.deepEqual([...secondSteps(items, first.aim)], [20, 21]);
  assert.deepEqual(aimTap(first.aim, 4, items, false).aim, aimed('wings', 4));
  assert.deepEqual(aimTap(first.aim, 3, items, false).aim, aimed('wings'));
  assert.deepEqual(aimTap(first.aim, 21, items, false).use, { item: 'wings', from: 3, to: 21 });
  assert.equal(aimTap(first.aim, 22, items, false).miss, true);
  assert.deepEqual(aimTap(aimed('swap', 3), 50, items, false).use, { item: 'swap', from: 3, with: 50 });
});

test('where a use is to be confirmed, the second tap uses it', () => {
  const once = aimTap(aimed('roadblock'), 60, items, true);
  assert.deepEqual(once, { aim: aimed('roadblock', null, 60) });
  assert.deepEqual(aimTap(once.aim, 61, items, true).aim, aimed('roadblock', null, 61));
  assert.deepEqual(aimTap(once.aim, 60, items, true).use, { item: 'roadblock', hole: 60 });
});

test('an aim falls when its item has no target any more', () => {
  assert.deepEqual(keepAim(aimed('wings', 3), items), aimed('wings', 3));
  assert.equal(keepAim(aimed('road_worker'), items), null);
  assert.equal(keepAim(aimed('wings'), null), null);
});

test('the items are those of the rules, in their order', () => {
  const rust = readFileSync(new URL('../../../src/rules/star/item.rs', import.meta.url), 'utf8');
  const [, list] = /pub enum Item \{([\s\S]*?)\n\}/u.exec(rust) ?? [];
  const names = [...(list ?? '').matchAll(/^\s+([A-Z]\w+)/gmu)].map(([, name]) => name.replace(/(?<=.)[A-Z]/gu, '_$&').toLowerCase());
  assert.deepEqual([...ITEMS], names);
});

const room = { preset: 'qq', players: 4, turn_seconds: 30, rated: false, private: true };

test('a switch at the preset\'s value is left out', () => {
  assert.equal(valueOf(room, 'hop'), 'short');
  assert.equal(valueOf({ ...room, preset: 'qq_long' }, 'hop'), 'long');
  const switches = switched(room, 'hop', 'long');
  assert.deepEqual(switches, { hop: 'long' });
  assert.deepEqual(switched({ ...room, switches }, 'hop', 'short'), {});
  assert.deepEqual(switched({ ...room, preset: 'classic' }, 'end', 'play_on'), { end: 'play_on' });
});

test('the stalling rule is off, in steps, or asks for all marbles', () => {
  assert.deepEqual(switched(room, 'checkpoints', 'off'), { checkpoints: [] });
  assert.equal(valueOf({ ...room, switches: { checkpoints: [] } }, 'checkpoints'), 'off');
  assert.deepEqual(switched({ ...room, switches: { army: 13 } }, 'checkpoints', 'all'), { army: 13, checkpoints: [{ turn: 39, away: 13 }] });
  assert.equal(valueOf({ ...room, preset: 'turns' }, 'checkpoints'), 'all');
});

test('a list of checkpoints is called what it is', () => {
  const named = (checkpoints, more = {}) => valueOf({ ...room, ...more, switches: { ...more.switches, checkpoints } }, 'checkpoints');
  assert.equal(named([{ turn: 30, away: 10 }]), 'all');
  assert.equal(named([{ turn: 30, away: 10 }], { switches: { army: 15 } }), 'own');
  assert.equal(named([{ turn: 45, away: 15 }], { switches: { army: 15 } }), 'all');
  assert.equal(named([{ turn: 30, away: 15 }], { preset: 'turns', switches: { army: 15 } }), 'all');
  assert.equal(named([{ turn: 40, away: 10 }]), 'own');
  assert.equal(named([{ turn: 20, away: 5 }, { turn: 30, away: 8 }]), 'own');
  assert.equal(named([{ turn: 20, away: 5 }, { turn: 25, away: 8 }, { turn: 30, away: 10 }], { preset: 'classic' }), 'steps');
  // With all away, another count of marbles asks for that many; a list of one's own stays.
  const two = { ...room, players: 2 };
  const all = { ...two, switches: switched(two, 'checkpoints', 'all') };
  const more = switched(all, 'army', 15);
  assert.deepEqual(more, { army: 15, checkpoints: [{ turn: 45, away: 15 }] });
  assert.deepEqual(switched({ ...two, switches: more }, 'army', 10), all.switches);
  const own = { checkpoints: [{ turn: 40, away: 9 }] };
  assert.deepEqual(switched({ ...two, switches: own }, 'army', 15), { army: 15, ...own });
  assert.deepEqual(switched({ ...two, switches: own }, 'checkpoints', 'own'), own);
});

test('what a room changes is told with what it means', () => {
  useWords('en', JSON.parse(readFileSync(new URL('../../../static/i18n/en.json', import.meta.url), 'utf8')));
  const said = (switches) => Differs({ settings: { ...room, switches } }).props.children[1].props.children
    .map(({ props: { children: [text, , help] } }) => [text, help.props.children]);
  assert.deepEqual(said({ hop: 'long', army: 13 }), [
    ['Hops: long', 'How far away the marble hopped over may be'], ['Marbles a side: 13', '13 with four players, 15 and 19 with two'],
  ]);
  assert.equal(said({ checkpoints: [{ turn: 20, away: 5 }, { turn: 40, away: 9 }] })[0][0], 'Against stalling: 5 away by turn 20, 9 away by turn 40');
  assert.equal(said({ checkpoints: [{ turn: 30, away: 10 }] })[0][0], 'Against stalling: 10 away by turn 30');
  assert.equal(Differs({ settings: room }), null);
});

test('all rules of a room are told, and those marked that are not the preset\'s', () => {
  useWords('en', JSON.parse(readFileSync(new URL('../../../static/i18n/en.json', import.meta.url), 'utf8')));
  const rules = (settings) => AllRules({ settings }).props.children[1].props.children
    .map(({ props: { children: [text, mark, help] } }) => ({ text, marked: Boolean(mark), help: help.props.children }));
  const own = rules({ ...room, switches: { hop: 'long', army: 13 } });
  assert.equal(own.length, 12);
  assert.ok(own.every(({ help }) => help.length > 10));
  assert.deepEqual(own.filter(({ marked }) => marked).map(({ text }) => text), ['Hops: long', 'Marbles a side: 13']);
  const classic = rules({ ...room, preset: 'classic', switches: { hop: 'short' } });
  assert.ok(classic.every(({ marked }) => !marked));
  assert.ok(classic.some(({ text }) => text === 'Against stalling: 10 away by turn 30'));
  assert.ok(classic.some(({ text }) => text === 'Leaving the target: forbidden'));
  assert.match(classic.find(({ text }) => text.startsWith('Occupied target')).help, /past their last stalling check/u);
});

test('a full target counts only when those who stand in it are past their last checkpoint', () => {
  const said = { en: /past their last stalling check/u, 'zh-Hant': /都已過離營期限/u, 'zh-Hans': /都已过离营期限/u };
  for (const [lang, pattern] of Object.entries(said)) {
    const words = JSON.parse(readFileSync(new URL(`../../../static/i18n/${lang}.json`, import.meta.url), 'utf8'));
    assert.match(words['sv.blocked_target.occupied_countsHelp'], pattern);
  }
});

test('every switch and every value of it has words in the three languages', () => {
  const rust = readFileSync(new URL('../../../src/rules/star/switches.rs', import.meta.url), 'utf8');
  const names = [...rust.matchAll(/^ {4}(\w+): \w+,$/gmu)].map(([, name]) => name);
  assert.equal(names.length, 12);
  for (const lang of ['zh-Hant', 'zh-Hans', 'en']) {
    const words = JSON.parse(readFileSync(new URL(`../../../static/i18n/${lang}.json`, import.meta.url), 'utf8'));
    for (const name of names) {
      assert.ok(words[`sw.${name}`] && words[`sw.${name}Help`], `${lang} ${name}`);
      assert.ok(name === 'army' || Object.keys(words).some((key) => key.startsWith(`sv.${name}.`)), `${lang} ${name}`);
    }
  }
});

test('settings keep only what goes with the rest of them', () => {
  const all = { ...room, teams: true, items: true, local: true, switches: { hop: 'long' } };
  assert.deepEqual(settled(all), all);
  assert.deepEqual(settled({ ...all, players: 3 }), { ...room, players: 3, items: true, local: true, switches: { hop: 'long' } });
  assert.deepEqual(settled({ ...all, preset: 'classic' }), { ...room, preset: 'classic', local: true, switches: { hop: 'long' } });
  assert.deepEqual(settled({ ...all, rated: true }), { ...room, rated: true, teams: true, items: true });
  assert.deepEqual(settled({ ...all, private: false, switches: {} }), { ...room, private: false, teams: true, items: true });
});

test('a form keeps and offers no switches that the server refuses beside the rest', () => {
  const qq = { preset: 'qq', players: 4, turn_seconds: 30, rated: false, private: true };
  for (const [name, value] of [['end', 'ask'], ['rank_by', 'turns'], ['blocked_target', 'swap'], ['blocked_target', 'occupied_counts']]) {
    const settings = { ...qq, switches: { [name]: value, hop: 'long' } };
    assert.equal(fitting(settings), settings, value);
    assert.deepEqual(fitting({ ...settings, teams: true }).switches, { hop: 'long' }, value);
  }
  const large = { ...qq, players: 2, switches: switched({ ...qq, players: 2, preset: 'turns' }, 'army', 15) };
  assert.equal(fitting(large), large);
  assert.deepEqual(fitting({ ...large, players: 3 }).switches, {});
  for (const preset of ['qq', 'qq_long', 'classic', 'turns']) assert.equal(fitting({ ...qq, preset }).switches, undefined, preset);
});

test('who starts is kept as long as that seat is there and lots need not be drawn', () => {
  const chosen = { ...room, private: false, first: 1 };
  assert.equal(settled(chosen).first, 1);
  assert.equal(settled({ ...chosen, turn_seconds: 60, preset: 'turns' }).first, 1);
  assert.equal(settled({ ...chosen, players: 6 }).first, 1);
  for (const other of [{ players: 2 }, { players: 3 }, { rated: true }, { first: -1 }]) assert.ok(!('first' in settled({ ...chosen, ...other })));
  assert.equal(settled({ ...chosen, first: 0 }).first, 0);
  assert.ok(!('first' in inFamily(chosen, 'draughts')));
});

test('a new room of draughts has the main clock of the rules, and one of Chinese checkers none', () => {
  const draughts = inFamily({ ...room, players: 2, private: false }, 'draughts');
  assert.deepEqual(draughts, { preset: 'fmjd', players: 2, turn_seconds: 30, rated: false, private: false, clock: { main: 300, increment: 3 } });
  assert.ok(!('clock' in inFamily(draughts, 'star')));
});
