import { accessSync, constants, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { yamlAsJson } from './build/package/yaml-as-json.mjs';
import { LongestFirst } from './test/support/longest-first.ts';

/** Tests of whole builds, servers and commands, most of which run the product compiled; all others need the sources alone. */
const whole = [
  'test/{cli,server,publish,recipes}/*.test.ts',
  'test/house/exports.test.ts',
  'test/programs/*.test.ts',
  'test/conformance/*.test.ts',
  'test/client/with-server.test.ts',
  'test/build/front-matter/options.test.ts',
  'test/build/pipeline/*.test.ts',
  'test/documents/guide.test.ts',
  'test/adapters/node/{cross-origin,damaged-files,damages,due,from-store,validators}.test.ts',
  'test/build/release/disk/with-lock.test.ts',
];

/** Tests that replace a source or a global, which no other test may meet. */
const replacing = ['test/house/regular-expressions.test.ts', 'test/build/markdown/plain-bodies.test.ts'];

/** The folder that Linux keeps in memory, where each test's small files take a tenth of the time; null without room there. */
function folderInMemory(): string | null {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 2 ** 30 ? '/dev/shm' : null;
  } catch {
    return null;
  }
}

/**
 * Files of which a run by a filter of tags has no test: it would do nothing but load them. A filter names tags to take, `a || b`, or to
 * leave out, `!a && !b`.
 */
function withoutTests(filter: string): string[] {
  const tags = filter.match(/\w+/g)?.join('|');
  if (tags === undefined) return [];
  const isOfFile = `@module-tag (?:${tags})\\b`;
  const has = new RegExp(filter.includes('!') ? isOfFile : `${isOfFile}|tags: \\[[^\\]]*'(?:${tags})'`);
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const paths = files.map((name) => join('test', name));
  return paths.filter((path) => has.test(readFileSync(path, 'utf8')) === filter.includes('!'));
}

/** `mode` says which run this is: `test` by default, `all` or `soak`. */
export default defineConfig(({ mode }) => {
  // Workers inherit it.
  process.env.GALLEY_RUN = mode;
  const folder = mode === 'test' ? folderInMemory() : null;
  if (folder !== null) process.env.TMPDIR = folder;
  const at = process.argv.indexOf('--tags-filter');
  const exclude = [...configDefaults.exclude, ...withoutTests(at === -1 ? '' : (process.argv[at + 1] ?? ''))];
  const plugins = [yamlAsJson];
  const shared = {
    setupFiles: 'test/support/seed.ts',
    exclude,
    // Loading the sources for each file anew would take longer than its tests.
    isolate: false,
    // Vitest empties style sheets by default, also those that are read as text.
    css: { include: /\.css\?raw$/ },
    testTimeout: mode === 'soak' ? 1_200_000 : 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 25_000 } },
  };
  return {
    test: {
      // In node_modules, by the content of each file: transforming all takes several seconds.
      experimental: { fsModuleCache: true },
      // All cores; vitest's default leaves one of them idle.
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
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
          name: 'large',
          description:
            'In the part of the soaks that CI runs, since its texts are larger there: nobody else finds what grows.',
        },
        {
          name: 'program',
          description: 'In `npm run test:all` alone: drives another program, which may fail by chance.',
          retry: 1,
        },
      ],
      projects: [
        {
          plugins,
          // Astro's is the same library.
          resolve: { alias: { 'astro/zod': 'zod' } },
          test: {
            ...shared,
            name: 'unit',
            // No text of a megabyte needs more memory, that of the tests included: one that does ends the process.
            execArgv: mode === 'soak' ? ['--max-old-space-size=300'] : [],
            include: ['test/**/*.test.ts'],
            exclude: [...exclude, ...whole, ...replacing],
          },
        },
        { plugins, test: { ...shared, name: 'whole', include: whole, globalSetup: 'test/support/compile.ts' } },
        { plugins, test: { ...shared, name: 'replacing', include: replacing, isolate: true } },
      ],
    },
  };
});
