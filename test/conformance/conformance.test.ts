import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../support/command.ts';
import { has } from '../support/needs.ts';
import { toCases } from './cases.ts';
import { differences } from './differences.ts';
import { findUnlisted } from './find-unlisted.ts';
import { app, makeFixture } from './fixture.ts';
import { type Outcome, runCases } from './run-cases.ts';
import { switchKeyCheckOff } from './switch-key-check-off.ts';
import type { Running, Setup } from './target.ts';
import { targets } from './targets/index.ts';
import { node } from './targets/node.ts';

const fixture = await makeFixture();
const cases = toCases(fixture);
const setup: Setup = { dist: join(root, 'dist'), out: fixture.out, keys: fixture.keys, cors: [app], rateLimit: null };
const unchecked = switchKeyCheckOff();
afterAll(async () => {
  unchecked.remove();
  await fixture.remove();
});

/** What the Node door answers. */
let reference: Outcome[] = [];
beforeAll(async () => {
  const running = await node.start(setup);
  reference = await runCases(running.address, cases).finally(running.stop);
});

test('at least 120 cases, each with a title of its own', () => {
  const titles = cases.map(({ section, title }) => `${section}: ${title}`);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles.length).toBeGreaterThan(120);
});

const here = targets.filter((target) => {
  const missing = target.missing();
  return missing === null || has(`${missing}, for the conformance of ${target.name}`, false);
});

describe.each(here)('$name', (target) => {
  let outcomes: Outcome[] = [];
  const used = new Set<unknown>();

  beforeAll(async () => {
    const running = await target.start(setup);
    outcomes = await runCases(running.address, cases).finally(running.stop);
  }, 120_000);

  test.each(cases.map((each, index) => ({ name: `${each.section}: ${each.title}`, index })))(
    '$name',
    ({ name, index }) => {
      const found = findUnlisted(target.name, name, outcomes[index] as Outcome, reference[index] as Outcome, used);
      expect(found).toEqual([]);
    },
  );

  test('every difference that is listed is there', () => {
    const unused = differences.filter((each) => each.target === target.name && !used.has(each));
    expect(unused).toEqual([]);
  });

  test('with the check of the key switched off, every case that needs it fails', { timeout: 120_000 }, async () => {
    const needing = cases.filter(({ needsKeyCheck }) => needsKeyCheck);
    expect(needing).not.toEqual([]);
    let running: Running | undefined;
    try {
      running = await target.start({ ...setup, dist: unchecked.dist });
      const found = await runCases(running.address, needing);
      const passed = needing.filter((_, index) => found[index]?.problems.length === 0);
      expect(passed.map(({ title }) => title)).toEqual([]);
      expect(found.some(({ isLeak }) => isLeak)).toBe(true);
    } finally {
      await running?.stop();
    }
  });
});
