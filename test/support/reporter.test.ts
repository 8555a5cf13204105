import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { writeFiles } from './command.ts';
import { makeFolder } from './server.ts';

/** Runs tests of their own that fail when they are tried first, and says how the run ends. */
async function runFlaky(count: number): Promise<{ code: number | null; printed: string }> {
  const folder = await makeFolder();
  const reporter = JSON.stringify(resolve('test/support/reporter.ts'));
  await writeFiles(folder, {
    'vitest.config.mjs': `export default { test: { globals: true, retry: 1, reporters: [${reporter}] } };\n`,
    'flaky.test.js': `const tried = new Set();
      for (let i = 1; i <= ${count}; i++) {
        test('number ' + i, () => {
          if (tried.size < tried.add(i).size) throw new Error('the first try');
        });
      }\n`,
  });
  const program = resolve('node_modules/vitest/vitest.mjs');
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, 'run', '--config', join(folder, 'vitest.config.mjs')],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  return { code: status, printed: stdout };
}

test.each([
  [2, 0],
  [3, 1],
])(
  '%i tests that pass at the second try are named, and the run ends with %i',
  { tags: ['long'] },
  async (count, code) => {
    const run = await runFlaky(count);
    expect(run.printed).toMatch(/Passed at the second try: flaky\.test\.js > number 1/);
    expect(run.printed).toMatch(new RegExp(`${count} passed, 0 failed\\s*$`));
    expect(run.printed.includes('3 tests needed a second try; 2 may.')).toBe(code === 1);
    expect(run.code).toBe(code);
  },
);
