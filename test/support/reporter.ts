import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';
import { isQuick, seed } from './amount.ts';

/** So many tests that passed only at a second try are no longer chance. */
const maxRetried = 2;

/** Says at the end of a run what was skipped, what needed a second try, the seed, and how many tests passed and failed. */
export default class Summary implements Reporter {
  #folder = '';

  onInit(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'galley-skipped-'));
    // Workers inherit it: `needs.ts` writes there what is missing.
    process.env.GALLEY_SKIPPED = join(this.#folder, 'skipped.txt');
    writeFileSync(process.env.GALLEY_SKIPPED, '');
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: TestRunEndReason): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string): number => tests.filter((test) => test.result().state === state).length;
    const retried = tests.filter((test) => test.diagnostic()?.flaky === true);
    const broken = modules.filter((module) => module.errors().length > 0).length;
    const missing = new Set(readFileSync(join(this.#folder, 'skipped.txt'), 'utf8').split('\n').filter(Boolean));
    rmSync(this.#folder, { recursive: true });
    const failed = count('failed') + broken + errors.length;
    const lines = [
      ...[...missing].map((what) => `Skipped, since it is not here: ${what}`),
      ...(isQuick ? ['Skipped: long tests, and those that drive other programs. Run them: npm run test:all'] : []),
      ...retried.map((test) => `Passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}`),
      `Seed ${seed}. Take other cases: GALLEY_SEED=${seed + 1}`,
    ];
    if (retried.length > maxRetried) {
      lines.push(`${retried.length} tests needed a second try; ${maxRetried} may.`);
      process.exitCode = 1;
    }
    if (reason === 'interrupted') lines.push('The run was interrupted.');
    console.log(`\n${lines.join('\n')}\n${count('passed')} passed, ${failed} failed`);
  }
}
