import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/command.ts';
import { has, hasCommand } from '../support/needs.ts';
import type { Case } from './case.ts';
import { casesOfLimits, rateLimit } from './cases/limits.ts';
import { casesWithoutRelease } from './cases/no-release.ts';
import { toCases } from './cases.ts';
import { curl, nodeClient } from './clients.ts';
import { differences } from './differences.ts';
import { findUnlisted } from './find-unlisted.ts';
import { app, makeFixture } from './fixture.ts';
import { compare } from './judge.ts';
import { runOnce, runTarget, type Suites, type TargetRun } from './run-target.ts';
import { switchKeyCheckOff } from './switch-key-check-off.ts';
import type { Setup } from './target.ts';
import { targets } from './targets/index.ts';
import { node } from './targets/node.ts';

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

/** What the Node door answers. */
let reference: TargetRun;
beforeAll(async () => {
  await mkdir(setups.empty.out);
  reference = await runTarget(node, setups, suites);
});
afterAll(async () => {
  unchecked.remove();
  await fixture.remove();
});

test('at least 120 cases, each with a title of its own', () => {
  const titles = titled.map(({ name }) => name);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.length).toBeGreaterThan(120);
});

const here = targets.filter((target) => {
  const missing = target.missing();
  return missing === null || has(`${missing}, for the conformance of ${target.name}`, false);
});

describe.each(here)('$name', (target) => {
  let run: TargetRun;
  const used = new Set<unknown>();
  /** What other clients are answered otherwise than over a bare socket. */
  const ofClients: string[] = [];

  beforeAll(async () => {
    run = await runTarget(target, setups, suites, async ({ address }, outcomes) => {
      const clients = [nodeClient, ...(hasCommand('curl') ? [curl] : [])];
      for (const [index, { name, ask }] of clients.entries()) {
        for (const each of sample.filter((_, place) => place % 40 === index * 7)) {
          const found = compare(
            [await ask(address, askedOf(each))],
            outcomes[suites.main.indexOf(each)]?.exchanges[0]?.answers ?? [],
          );
          ofClients.push(...found.map((text) => `${name}, ${each.section}: ${each.title}: ${text}`));
        }
      }
    });
  }, 240_000);

  test.each(titled)('$name', ({ name, suite, index }) => {
    const [own, others] = [run.outcomes[suite][index], reference.outcomes[suite][index]];
    if (own === undefined || others === undefined) throw new Error('The case was not asked.');
    expect(findUnlisted(target.name, name, own, others, used)).toEqual([]);
  });

  test('other clients are answered the same', () => expect(ofClients).toEqual([]));

  test('every difference that is listed is there', () => {
    const unused = differences.filter((each) => each.target === target.name && !used.has(each));
    expect(unused).toEqual([]);
  });

  test('with the check of the key switched off, every case that needs it fails', { timeout: 120_000 }, async () => {
    const outcomes = await runOnce(target, { ...setup, dist: unchecked.dist }, needing);
    const passed = needing.filter((_, index) => outcomes[index]?.problems.length === 0);
    expect(needing.length).toBeGreaterThan(20);
    expect(passed.map(({ title }) => title)).toEqual([]);
    expect(outcomes.some(({ isLeak }) => isLeak)).toBe(true);
  });
});

function askedOf({ steps: [step] }: Case) {
  if (typeof step !== 'object' || step.asked === null) throw new Error('The case is not asked in parts.');
  return step.asked;
}
