import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { problemCodes } from '../../build/problems/problem.ts';
import { longest } from '../support/longest-first.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = fastGlob.sync(['src/**/*.ts', 'build/**/*.ts'], { cwd: root, ignore: ['build/recipes/*/**'] }).sort();

/** What a file imports: package names, or paths from the project's root. */
const importsOf = remember((file) => findImports(file, read(file)));

/** The same without types, which are gone when it runs. */
const valueImportsOf = remember((file) =>
  findImports(file, read(file).replace(/^(?:import|export) type [^;]*;/gm, '')),
);

function findImports(file: string, text: string): string[] {
  const statements = /^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm;
  return [...text.matchAll(statements)].map(([, from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? '';
    return name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name;
  });
}

function remember<T>(find: (file: string) => T): (file: string) => T {
  const found = new Map<string, T>();
  return (file) => {
    const known = found.get(file) ?? find(file);
    found.set(file, known);
    return known;
  };
}

/** What each folder may import beside itself and packages; the higher ones come last. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'src/core': [],
  'src/storage': ['src/core'],
  src: ['src/core', 'src/storage'],
  'build/package': [],
  'build/problems': ['src/core', 'build/package'],
  'build/source': ['src', 'build/package', 'build/problems'],
  'build/front-matter': ['src/core', 'build/package', 'build/problems', 'build/source'],
  'build/markdown': ['src/core', 'build/package', 'build/problems'],
  'build/dialects': ['build/package', 'build/problems', 'build/source', 'build/front-matter', 'build/markdown'],
  'build/release/article': ['src/core', 'build/problems', 'build/source', 'build/front-matter', 'build/markdown'],
  'build/release/layout': ['src/core', 'build/package', 'build/problems', 'build/source'],
  'build/release/changes': ['src/core', 'build/package'],
  'build/release/ledger': ['src', 'src/core', 'build/package', 'build/source', 'build/release'],
  'build/release/store': ['src', 'src/core', 'build/package', 'build/release'],
  'build/release/push': ['src', 'src/core', 'build/package', 'build/release'],
  'build/release/description': ['src/core', 'build/problems', 'build/front-matter', 'build/markdown'],
  'build/release/disk': ['src', 'src/core', 'build/package', 'build/source', 'build/release'],
  'build/pipeline/incremental': ['src', 'src/core', ...stages()],
  'build/pipeline/files': ['src', 'src/core', ...stages(), 'build/pipeline/incremental'],
  'build/pipeline/workers': ['src', 'src/core', ...stages(), 'build/pipeline/incremental', 'build/pipeline/files'],
  'build/pipeline': ['src', 'src/core', ...stages()],
  'build/preview': ['src', 'src/core', ...stages(), 'build/pipeline'],
  'build/recipes': ['src', 'build/package'],
  'build/cli': ['src', 'src/core', ...stages(), 'build/pipeline', 'build/preview', 'build/recipes'],
};

function stages(): string[] {
  return ['package', 'problems', 'source', 'front-matter', 'markdown', 'dialects', 'release'].map(
    (name) => `build/${name}`,
  );
}

const folders = Object.keys(mayImport);

/** The folder of the table that a file is in: the longest that fits. */
function folderOf(file: string): string {
  const [found = ''] = folders.filter((folder) => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length);
  return found;
}

describe.each(folders)('%s', (folder) => {
  const own = sources.filter((file) => folderOf(file) === folder);

  test('has files, and imports only what the table allows', () => {
    expect(own).not.toEqual([]);
    const allowed = [folder, ...(mayImport[folder] ?? [])];
    const found = own.flatMap((file) =>
      importsOf(file)
        .filter((name) => /^(?:src|build|test)\//.test(name))
        .filter((name) => !allowed.some((place) => name.startsWith(`${place}/`)))
        .map((name) => `${file} -> ${name}`),
    );
    expect(found).toEqual([]);
  });
});

test('src/core imports no package, and src none of the build', () => {
  for (const file of sources.filter((each) => each.startsWith('src/'))) {
    const packages = importsOf(file).filter((name) => !name.startsWith('src/'));
    if (file.startsWith('src/core/')) expect.soft(packages, file).toEqual([]);
    expect
      .soft(
        packages.filter((name) => /^(?:gray-matter|marked|fast-glob)/.test(name)),
        file,
      )
      .toEqual([]);
  }
});

test('no files import each other in a circle, types included', () => {
  expect(findCircles(new Map(sources.map((file) => [file, importsOf(file)])))).toEqual([]);
});

/** Groups of files each of which can be reached from all others of its group. */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...graph.keys()].map((file) => [file, reach(file)]));
  const groups = [...reached].flatMap(([file, files]) =>
    files.has(file) ? [[...files].filter((other) => reached.get(other)?.has(file)).sort()] : [],
  );
  return [...new Map(groups.map((group) => [group.join(), group])).values()];

  function reach(start: string): Set<string> {
    const files = new Set<string>();
    const waiting = [start];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      for (const name of graph.get(file) ?? []) {
        if (files.has(name) || !graph.has(name)) continue;
        files.add(name);
        waiting.push(name);
      }
    }
    return files;
  }
}

test.each([
  [{ a: ['b'], b: ['c'], c: [] }, []],
  [{ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }, [['b', 'c']]],
])('circles of %j are %j', (graph, circles) => {
  expect(findCircles(new Map(Object.entries<string[]>(graph)))).toEqual(circles);
});

test('build/ holds folders alone, eleven at most', () => {
  const entries = readdirSync(join(root, 'build'), { withFileTypes: true });
  expect(entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)).toEqual([]);
  expect(entries.length).toBeLessThanOrEqual(11);
});

const pureStages = /^build\/(?:front-matter|markdown|release\/(?:article|changes|layout|description))\//;

/** What a stage must not know: the disk, the machine, the clock, threads and other programs. */
const platform = /^(?:node:)?(?:fs|fs\/promises|os|worker_threads|cluster|child_process|net|http|timers.*|perf_hooks)$/;

test.each(sources.filter((file) => pureStages.test(file)))('%s touches no disk, clock or thread', (file) => {
  // Also through what it imports.
  const seen = new Set([file]);
  for (const each of seen) {
    expect
      .soft(
        importsOf(each).filter((name) => platform.test(name)),
        each,
      )
      .toEqual([]);
    for (const name of valueImportsOf(each)) if (sources.includes(name)) seen.add(name);
  }
});

test('five folders of the build touch the disk, beside the package, the preview, the recipes and the command line', () => {
  const disk = /^build\/(?:source|release\/(?:disk|push|store)|pipeline\/incremental|package|preview|recipes|cli)\//;
  const others = sources.filter(
    (file) =>
      file.startsWith('build/') && !disk.test(file) && importsOf(file).some((name) => /^(?:node:)?fs\b/.test(name)),
  );
  expect(others).toEqual([]);
});

test('all programs that Galley starts: git, npm where it is compiled or packed, and itself as workers', () => {
  const files = fastGlob.sync(['src/**', 'build/**'], { cwd: root });
  const starting = files.filter((file) => /\bchild_process\b|\bcluster\.fork\b/.test(read(file))).sort();
  const started = starting.map((file) => [
    file,
    [...read(file).matchAll(/\b(?:exec|spawn|fork)\w*\(('[^']*'|(?=\S))/g)].map(([, program]) => program),
  ]);
  expect(started).toEqual([
    ['build/cli/init-package.ts', ["'npm pack . --ignore-scripts --silent'"]],
    ['build/package/prepare.mjs', ["'npm run --silent build'"]],
    ['build/source/run-git.ts', ["'git'"]],
    ['src/adapters/node/workers/lead-workers.ts', ['']],
  ]);
});

test('there is no clock and no chance where output must be the same', () => {
  const clock = /Date\.now|new Date\(\)|Math\.random|randomUUID|localeCompare|performance\.now|\buptime\(/;
  const timed = sources.filter(
    (file) => !/^(?:build\/(?:cli|preview)\/|src\/(?!core\/))/.test(file) && clock.test(read(file)),
  );
  expect(timed).toEqual([]);
});

test('no test takes chance without a seed, or sleeps for more than 50 ms', () => {
  const tests = fastGlob.sync('test/**/*.ts', { cwd: root, ignore: ['**/node_modules/**', 'test/bench/**'] });
  const found = tests.flatMap((file) =>
    [...read(file).matchAll(/Math\.random\(|await (?:sleep|delay|wait|setTimeout)\((\d[\d_]*)/g)]
      .filter(([, time]) => time === undefined || Number(time.replaceAll('_', '')) > 50)
      .map(([code]) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

test('tags stand in the files of the tests, where vitest.config.ts looks for them, and the files that begin first exist', () => {
  const tests = fastGlob.sync('test/**/*.ts', { cwd: root, ignore: ['**/node_modules/**'] });
  const others = tests.filter((file) => !file.endsWith('.test.ts'));
  expect(others.filter((file) => /@module-tag|tags: \['(?:long|soak|scaled|program)/.test(read(file)))).toEqual([]);
  expect(longest.filter((name) => !tests.includes(`test/${name}.test.ts`))).toEqual([]);
});

/** Programs that write Markdown in a way of their own, and flags of them. */
const programs =
  /obsidian|kramdown|jekyll|hugo|docusaurus|pelican|nikola|logseq|notion|hexo|eleventy|zola|multimarkdown|liquid|vault|wiki.?link|isMdx|\bMDX\b/i;

/**
 * Names that are something else: extensions of files, a file that a host looks for, the example of the setting, a key.
 */
const notPrograms =
  /dialects: \{obsidian: false\}|\.(?:\(\?:)?(?:md\|)?markdown\|mdx|\{md,markdown,mdx,|\.(?:mdx|liquid)\b|\.nojekyll|eleventyExcludeFromCollections|eleventyComputed\./g;

test('only build/dialects names other programs, and only its table imports the folders in it', () => {
  const others = sources.filter((file) => file.startsWith('build/') && !file.startsWith('build/dialects/'));
  const named = others.flatMap((file) =>
    read(file)
      .replace(notPrograms, '')
      .split('\n')
      .filter((line) => programs.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
  const folder = /^build\/dialects\/([^/]+)\//;
  const importing = sources.flatMap((file) =>
    importsOf(file)
      .filter((name) => folder.test(name) && folder.exec(name)?.[1] !== folder.exec(file)?.[1])
      .map(() => file),
  );
  expect([...new Set(importing)]).toEqual(['build/dialects/index.ts']);
});

/** Each dialect has its `ways` and `hides`, and the types of the client for readers stand by themselves. */
const named = ['ways', 'hides', 'Article', 'Selection', 'ListParameters', 'TermKind'];

test('an exported name is defined once', () => {
  const names = sources.flatMap((file) => {
    const found = read(file).matchAll(/^export (?:async )?(?:function\*?|const|class|interface|type|let) +([\w$]+)/gm);
    return [...new Set(Array.from(found, ([, name = '']) => name))];
  });
  const twice = names.filter((name, i) => names.indexOf(name) < i && !named.includes(name));
  expect(twice).toEqual([]);
});

/** It only falls. */
const longLines = 474;

test('no literal is spread to save a line', () => {
  const spread = sources.filter((file) => /(?:^|[\s,([{])\.\.\.(?:\{\s|\[\s*['"[])/.test(read(file)));
  expect(spread).toEqual([]);
});

test(`at most ${longLines} lines are longer than 120 characters`, () => {
  const count = sources.reduce(
    (sum, file) =>
      sum +
      read(file)
        .split('\n')
        .filter((line) => line.length > 120).length,
    0,
  );
  expect(count).toBeLessThanOrEqual(longLines);
});

test('the core compiles without a platform', () => {
  const { compilerOptions } = JSON.parse(read('src/core/tsconfig.json'));
  expect(compilerOptions).toMatchObject({ lib: ['ES2023'], types: [] });
});

test.each(['package-lock.json', 'test/outside/package-lock.json', 'test/runtimes/package-lock.json'])(
  '%s holds the packages of every platform',
  (file) => {
    const { packages } = JSON.parse(read(file));
    for (const [path, { optionalDependencies = {} }] of Object.entries<{ optionalDependencies?: object }>(packages)) {
      for (const name of Object.keys(optionalDependencies)) {
        expect
          .soft([packages[`node_modules/${name}`], packages[`${path}/node_modules/${name}`]], name)
          .not.toEqual([undefined, undefined]);
      }
    }
  },
);

test('the guide names every problem code, and has a page on each', () => {
  const guide = read('content/when-the-build-complains.md');
  const named = [...guide.matchAll(/^\| \[`([a-z-]+)`\]\(problems\/\1\.md\)/gm)].map(([, code]) => code);
  expect(named.sort()).toEqual([...problemCodes].sort());
  const pages = fastGlob.sync('*.md', { cwd: join(root, 'content', 'problems') });
  expect(pages.sort()).toEqual([...problemCodes].sort().map((code) => `${code}.md`));
});
