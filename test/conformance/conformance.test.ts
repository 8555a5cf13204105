import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/command.ts';
import { has, hasCommand } from '../support/needs.ts';
import { alteredDoor } from './altered-door.ts';
import type { Asked, Case } from './case.ts';
import { casesOfLimits, rateLimit } from './cases/limits.ts';
import { casesWithoutRelease } from './cases/no-release.ts';
import { toCases } from './cases.ts';
import { curl, nodeClient } from './clients.ts';
import { differences } from './differences.ts';
import { type Finding, findUnlisted } from './find-unlisted.ts';
import { app, makeFixture } from './fixture.ts';
import { compare } from './judge.ts';
import { runCases } from './run-cases.ts';
import { runOnce, runTarget, type Suites, type TargetRun } from './run-target.ts';
import { switchKeyCheckOff } from './switch-key-check-off.ts';
import { type Row, reasonsOfGuide, refreshPages, saveTable, targetsOfReadme, toReasons, toRow } from './table.ts';
import type { Running, Setup } from './target.ts';
import { targets } from './targets/index.ts';
import { node } from './targets/node.ts';

const here = targets.filter((target) => {
  const missing = target.missing();
  return missing === null || has(`${missing}, for the conformance of ${target.name}`, false);
});

const fixture = await makeFixture();
const unchecked = switchKeyCheckOff();
const suites: Suites = { main: toCases(fixture), limits: casesOfLimits(fixture), empty: casesWithoutRelease(fixture) };
const setup: Setup = { dist: join(root, 'dist'), out: fixture.out, keys: fixture.keys, cors: [app], rateLimit: null };
const setups = { main: setup, limits: { ...setup, rateLimit }, empty: { ...setup, out: `${fixture.out}-empty` } };
const needing = suites.main.filter(({ needsKeyCheck }) => needsKeyCheck);
/** For other clients: one of ten that are asked in parts. */
const sample = suites.main.filter(({ steps }) => typeof steps[0] === 'object' && steps[0].asked !== null);
const titled = (Object.keys(suites) as (keyof Suites)[]).flatMap((suite) =>
  suites[suite].map(({ section, title }, index) => ({ name: `${section}: ${title}`, suite, index })),
);

/** Of the targets that are here. */
const rows: Row[] = [];

/** What the Node door answers. */
let reference: TargetRun;
beforeAll(async () => {
  await mkdir(setups.empty.out);
  reference = await runTarget(node, setups, suites);
});
afterAll(async () => {
  unchecked.remove();
  await fixture.remove();
  const table = await saveTable(rows);
  console.log(`\n${table}\n`);
  if (process.env.GALLEY_REFRESH_PAGES && rows.length === targets.length) await refreshPages(table);
});

test('at least 120 cases, each with a title of its own', () => {
  const titles = titled.map(({ name }) => name);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.length).toBeGreaterThan(120);
});

test('the table of the README has every target', async () => {
  expect(await targetsOfReadme()).toEqual(targets.map(({ name }) => name));
});

test('the guide has every difference with its reason', async () => {
  expect(await reasonsOfGuide()).toBe(toReasons());
});

describe('of a door that answers as the Node door does', () => {
  let running: Running;
  beforeAll(async () => {
    running = await node.start(setup);
  });
  afterAll(() => running.stop());

  test.each<[what: string, alter: (text: string) => string, isFound: boolean]>([
    ['nothing is said', (text) => text, false],
    ['another value of a header is found', (text) => text.replace('nosniff', 'nosnuff'), true],
    ['a header that may be kept in public is found', (text) => text.replace('private, no-cache', 'public'), true],
    ['a header that is left out is found', (text) => text.replace('Referrer-Policy: no-referrer\r\n', ''), true],
    ['a header too many is found', (text) => text.replace('\r\n\r\n', '\r\nX-Powered-By: a\r\n\r\n'), true],
    [
      'the id of another release is found',
      (text) => text.replace(/(?<=Galley-Release: )./, (digit) => (digit === '0' ? '1' : '0')),
      true,
    ],
    ['another tag is found', (text) => text.replace(/(?<=ETag: ")./, (digit) => (digit === '0' ? '1' : '0')), true],
    ['another byte of the body is found', (text) => text.replace('"id":1,', '"id":2,'), true],
    ['another status is found', (text) => text.replace('HTTP/1.1 200', 'HTTP/1.1 203'), true],
    ['a second answer is found', (text) => `${text}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`, true],
  ])('%s', async (_, alter, isFound) => {
    const index = titled.findIndex(({ name }) => name === 'GET /articles/{article}: 200: 1');
    const others = reference.outcomes.main[index];
    const altered = await alteredDoor(running.address, alter);
    const [own] = await runCases(altered.address, suites.main.slice(index, index + 1));
    await altered.stop();
    if (own === undefined || others === undefined) throw new Error('The case was not asked.');
    expect(findUnlisted('a door', 'a case', own, others).unlisted.length > 0).toBe(isFound);
  });
});

describe.each(here.map((target) => [target.name, target] as const))('%s', (_, target) => {
  let run: TargetRun;
  let findings: Finding[] = [];
  /** Cases that another client asked. */
  let asked = 0;
  /** What other clients are answered otherwise than over a bare socket. */
  const ofClients: string[] = [];

  beforeAll(async () => {
    run = await runTarget(target, setups, suites, async ({ address }, outcomes) => {
      const clients = [nodeClient, ...(hasCommand('curl') ? [curl] : [])];
      for (const [index, { name, ask }] of clients.entries()) {
        for (const each of sample.filter((_, place) => place % 40 === index * 7)) {
          const answers = outcomes[suites.main.indexOf(each)]?.exchanges[0]?.answers ?? [];
          // Where a connection ends without an answer, a client has nothing to say.
          if (answers.length === 0) continue;
          const found = compare([await ask(address, askedOf(each))], answers);
          asked++;
          ofClients.push(...found.map((text) => `${name}, ${each.section}: ${each.title}: ${text}`));
        }
      }
    });
    findings = titled.map(({ name, suite, index }) => {
      const [own, others] = [run.outcomes[suite][index], reference.outcomes[suite][index]];
      if (own === undefined || others === undefined) throw new Error(`${name} was not asked.`);
      return findUnlisted(target.name, name, own, others);
    });
    rows.push(toRow(target.name, run, titled, findings));
  });

  test.each(titled.map(({ name }, index) => [name, index] as const))('%s', (_, index) => {
    expect(findings[index]?.unlisted).toEqual([]);
  });

  test('other clients are answered the same', () => {
    expect(ofClients).toEqual([]);
    expect(asked).toBeGreaterThan(20);
  });

  test('every difference that is listed is there', () => {
    const unused = titled.flatMap(({ name }, index) => (findings[index]?.unused.length === 0 ? [] : [name]));
    expect(unused).toEqual([]);
    const needed = new Set(findings.flatMap(({ listed }) => listed));
    expect(differences.filter((each) => each.targets.includes(target.name) && !needed.has(each))).toEqual([]);
  });

  test('with the check of the key switched off, every case that needs it fails', async () => {
    const outcomes = await runOnce(target, { ...setup, dist: unchecked.dist }, needing);
    const passed = needing.filter((_, index) => outcomes[index]?.problems.length === 0);
    expect(needing.length).toBeGreaterThan(20);
    expect(passed.map(({ title }) => title)).toEqual([]);
    expect(outcomes.some(({ isLeak }) => isLeak)).toBe(true);
  });
});

test('each difference is of a target', () => {
  const names = targets.map(({ name }) => name);
  expect(differences.flatMap((each) => each.targets.filter((name) => !names.includes(name)))).toEqual([]);
});

function askedOf({ steps: [step] }: Case): Asked {
  if (typeof step !== 'object' || step.asked === null) throw new Error('The case is not asked in parts.');
  return step.asked;
}
