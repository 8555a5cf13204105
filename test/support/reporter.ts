import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule, TestRunEndReason, TestSpecification, Vitest } from 'vitest/node';
import { isQuick, seed } from './amount.ts';
import { expectedStarted, readStarted, type Started } from './count-started.ts';

/** So many tests that passed only at a second try are no longer chance. */
const maxRetried = 2;

/** A test without the tag `long` takes less, in milliseconds. */
const long = 1000;

/**
 * Says at the end of a run what was skipped, what needed a second try, what took long, what was started, the seed, and how many tests
 * passed and failed.
 */
export default class Summary implements Reporter {
  #folder = '';
  #vitest: Vitest | null = null;
  #isWhole = false;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#folder = mkdtempSync(join(tmpdir(), 'galley-tests-'));
    // Workers inherit them: `needs.ts` writes what is missing, `count-started.ts` what is started.
    process.env.GALLEY_SKIPPED = this.#newFile('skipped.txt');
    process.env.GALLEY_STARTED = this.#newFile('started.txt');
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const vitest = this.#vitest;
    if (vitest === null || !isQuick) return;
    const all = await vitest.globTestSpecifications();
    const { project, testNamePattern } = vitest.config;
    this.#isWhole = specifications.length === all.length && project.length === 0 && testNamePattern === undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const retried = tests.filter((test) => test.diagnostic()?.flaky === true);
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const missing = new Set(readFileSync(join(this.#folder, 'skipped.txt'), 'utf8').split('\n').filter(Boolean));
    const started = readStarted(join(this.#folder, 'started.txt'));
    rmSync(this.#folder, { recursive: true });
    const tooMany = this.#isWhole ? findMore(started) : [];
    const failed = count('failed') + broken + errors.length + tooMany.length;
    const lines = [
      ...[...missing].map((what) => `Skipped, since it is not here: ${what}`),
      ...(isQuick ? ['Skipped: long tests, and those that drive other programs. Run them: npm run test:all'] : []),
      ...retried.map((test) => `Passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`),
      ...(isQuick ? tests.filter(isLong) : []).map(
        (test) => `Took a second or longer, and is not tagged long: ${test.module.relativeModuleId} > ${test.fullName}`,
      ),
      ...(this.#isWhole ? [`Started: ${JSON.stringify(started)}`] : []),
      ...tooMany,
      `Seed ${seed}. Take other cases: GALLEY_SEED=${seed + 1}`,
    ];
    if (tooMany.length > 0) process.exitCode = 1;
    if (retried.length > maxRetried) {
      lines.push(`${retried.length} tests needed a second try; ${maxRetried} may.`);
      process.exitCode = 1;
    }
    if (reason === 'interrupted') lines.push('The run was interrupted.');
    console.log(`\n${lines.join('\n')}\n${count('passed')} passed, ${failed} failed`);
  }

  #newFile(name: string): string {
    const file = join(this.#folder, name);
    writeFileSync(file, '');
    return file;
  }
}

function isLong(test: TestCase): boolean {
  return (test.diagnostic()?.duration ?? 0) >= long && !test.tags.includes('long');
}

/** What a run of all of `npm test` started more of than the table has. */
function findMore(started: Started): string[] {
  return (Object.keys(expectedStarted) as (keyof Started)[]).flatMap((what) => {
    const [found, expected] = [started[what], expectedStarted[what]];
    const advice = 'Start fewer, or raise the number in test/counts/run.json, and say why in the commit.';
    return found > expected ? [`The tests started ${found} ${what}; ${expected} are expected. ${advice}`] : [];
  });
}
