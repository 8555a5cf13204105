import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { problemCodes } from '../build/problems/problem.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = fastGlob.sync(['src/**/*.ts', 'build/**/*.ts'], { cwd: root }).sort();

/** What a file imports: package names, or paths from the project's root. */
function importsOf(file: string): string[] {
  return [
    ...read(file).matchAll(/^(?:import|export)\s[^;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm),
  ].map(([, from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? '';
    return name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name;
  });
}

describe.each(sources)('%s', (file) => {
  const imports = importsOf(file);

  test('imports only what its place allows', () => {
    for (const name of imports) {
      if (file.startsWith('src/core/')) expect(name).toMatch(/^(?:src\/core\/|zod\/mini$)/);
      else if (file.startsWith('src/')) expect(name).not.toMatch(/^(?:build\/|test\/|gray-matter$|marked|fast-glob$)/);
      else expect(name).not.toMatch(/^test\//);
    }
  });

  test('has no clock and no chance where output must be the same', () => {
    if (/^build\/(?:cli|preview)\//.test(file) || (file.startsWith('src/') && !file.startsWith('src/core/'))) return;
    expect(read(file)).not.toMatch(/Date\.now|new Date\(\)|Math\.random|randomUUID|localeCompare|performance\.now/);
  });
});

test('three folders of the build touch the disk', () => {
  const disk = sources.filter(
    (file) =>
      /^build\/(?!cli\/|preview\/|package\/|source\/|release\/disk\/|pipeline\/incremental\/)/.test(file) &&
      importsOf(file).some((name) => /^node:fs/.test(name)),
  );
  expect(disk).toEqual(['build/pipeline/compile-file.ts']);
});

test('the core compiles without a platform', () => {
  const { compilerOptions } = JSON.parse(read('src/core/tsconfig.json'));
  expect(compilerOptions).toMatchObject({ lib: ['ES2023'], types: [] });
});

test.each(['package-lock.json', 'test/outside/package-lock.json'])(
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
