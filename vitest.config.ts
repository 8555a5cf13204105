import { configDefaults, defineConfig } from 'vitest/config';

/** Tests of whole builds, servers and commands, which need the product compiled; all others need the sources alone. */
const compiled = [
  'test/!(house-rules).test.ts',
  'test/programs/*.test.ts',
  'test/conformance/*.test.ts',
  'test/build/front-matter/options.test.ts',
  'test/build/pipeline/*.test.ts',
  'test/node/crawls-under-fire.test.ts',
  'test/node/disk/lock.test.ts',
];

/** Tests that replace a source, which no other test may meet. */
const replacing = ['test/light/*.test.ts', 'test/build/markdown/counted-work.test.ts'];

/** `mode` says which run this is: `test` by default, `all` or `soak`. */
export default defineConfig(({ mode }) => {
  // Workers inherit it.
  process.env.GALLEY_RUN = mode;
  const shared = {
    setupFiles: 'test/support/seed.ts',
    // Loading the sources for each file anew would take longer than its tests.
    isolate: false,
    testTimeout: mode === 'soak' ? 1_200_000 : 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
  };
  return {
    test: {
      // All cores; vitest's default leaves one of them idle.
      maxWorkers: '100%',
      reporters: ['default', 'test/support/reporter.ts'],
      tags: [
        {
          name: 'long',
          description: 'In `npm run test:all` alone: takes about a second or longer, or needs real articles.',
        },
        {
          name: 'scaled',
          description: 'Does more in `npm run test:all` and `npm run test:soak`: see test/support/amount.ts.',
        },
        { name: 'soak', description: 'In `npm run test:soak` alone.' },
        {
          name: 'program',
          description: 'In `npm run test:all` alone: drives another program, which may fail by chance.',
          retry: 1,
        },
      ],
      projects: [
        {
          test: {
            ...shared,
            name: 'unit',
            include: ['test/**/*.test.ts'],
            exclude: [...configDefaults.exclude, ...compiled, ...replacing],
          },
        },
        { test: { ...shared, name: 'compiled', include: compiled, globalSetup: 'test/support/compile.ts' } },
        { test: { ...shared, name: 'replacing', include: replacing, isolate: true } },
      ],
    },
  };
});
