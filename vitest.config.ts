import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that run the product, compiled, or replace a source; all others need the sources alone, and share them. */
const compiled = [
  'test/!(house-rules).test.ts',
  'test/conformance/*.test.ts',
  'test/light/*.test.ts',
  'test/build/front-matter/options.test.ts',
  'test/build/markdown/counted-work.test.ts',
  'test/build/pipeline/{incremental,reproducible}.test.ts',
  'test/build/release/disk/check-out.test.ts',
  'test/node/disk/lock.test.ts',
];

/** Long enough for a machine that is busy with much else: only what fails takes as long. */
const shared = {
  setupFiles: 'test/support/seed.ts',
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

const leftOut = 'test/support/left-out.ts';

export default defineConfig({
  test: {
    // All cores; vitest's default leaves one of them idle.
    maxWorkers: '100%',
    tags: [{ name: 'slow', description: 'Takes about a second or longer: `npm run test:unit` leaves it out.' }],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          // Loading the sources for each file anew would take longer than its tests.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...compiled],
          globalSetup: leftOut,
        },
      },
      { test: { ...shared, name: 'compiled', include: compiled, globalSetup: [leftOut, 'test/support/compile.ts'] } },
    ],
  },
});
