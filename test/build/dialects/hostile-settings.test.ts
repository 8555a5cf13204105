import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Dialect } from '../../../build/dialects/dialect.ts';
import { eleventy } from '../../../build/dialects/eleventy/eleventy.ts';
import { findHidingPaths } from '../../../build/dialects/find-hiding-paths.ts';
import { hugo } from '../../../build/dialects/hugo/hugo.ts';
import { detectDialects, plainDialects } from '../../../build/dialects/index.ts';
import { createRuleFinder } from '../../../build/dialects/match-paths.ts';
import { makeFolder } from '../../support/server.ts';

const all = [eleventy, hugo];
const once = { files: [], since: 0, earlier: null };

async function findIn(prepare: (site: string) => void, dialects: readonly Dialect[] = all, limit?: number) {
  const site = await makeFolder();
  prepare(site);
  const found = { ...plainDialects, detected: dialects.map(({ name }) => name) };
  const { rules, unread } = await findHidingPaths(dialects, found, site, once, limit);
  return {
    rules: rules.filter(({ name }) => !name.endsWith('-path')).length,
    unread: unread.map(({ file, setting }) => `${file} ${setting}`),
  };
}

test.each<[string, (file: string) => void]>([
  ['a FIFO', (file) => execFileSync('mkfifo', [file])],
  ['a device', (file) => symlinkSync('/dev/zero', file)],
  ['a link out of the project', (file) => symlinkSync('/etc/passwd', file)],
  ['more than 1 MiB', (file) => writeFileSync(file, Buffer.alloc(2 ** 20 + 2, 'a\n'))],
  ['other than UTF-8', (file) => writeFileSync(file, Buffer.from('a = "\u00e9"\n', 'utf16le'))],
])('settings that are %s are reported, and wait for nobody', async (_, make) => {
  const found = await findIn((site) => ['.eleventyignore', 'hugo.toml'].map((name) => make(join(site, name))));
  expect(found.unread.filter((each) => each.startsWith('.'))).toContain('.eleventyignore .eleventyignore');
  expect(found.unread).toContain('hugo.toml hugo.toml');
});

test.each([
  ['deep TOML', 'hugo.toml', `a = ${'['.repeat(5000)}`],
  ['deep YAML', 'hugo.yaml', `a: ${'['.repeat(1000)}`],
  ['deep JSON', 'hugo.json', `{"a": ${'['.repeat(50_000)}`],
  ['deep JSON that ends', 'hugo.json', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`],
  ['deep TOML that ends', 'hugo.toml', `a = ${'['.repeat(200)}${']'.repeat(200)}`],
  [
    'aliases of YAML',
    'hugo.yaml',
    Array.from({ length: 30 }, (_, i) => `k${i}: &k${i} [${i === 0 ? '1' : `*k${i - 1}, *k${i - 1}`}]`).join('\n'),
  ],
  ['a nested expression', 'hugo.toml', `ignoreFiles = ['${'(?:a|b'.repeat(8000)}${')'.repeat(8000)}']`],
])('%s is reported', async (_, name, text) => {
  const found = await findIn((site) => writeFileSync(join(site, name), text), [hugo]);
  expect(found).toMatchObject({ rules: 0, unread: [expect.stringContaining(name)] });
});

test('more than 10,000 rules are not read', async () => {
  const found = await findIn((site) => writeFileSync(join(site, '.eleventyignore'), 'a\n'.repeat(200_000)), [eleventy]);
  expect(found).toEqual({ rules: 10_000, unread: ['.eleventyignore eleventy'] });
});

test('deep code is code', async () => {
  const text = `export default { dir: { input: ${'['.repeat(20_000)} } };`;
  expect(await findIn((site) => writeFileSync(join(site, 'eleventy.config.js'), text))).toMatchObject({ unread: [] });
});

test('a program whose settings take too long is given up, and named with the last file', async () => {
  const endless: Dialect = {
    ...eleventy,
    hides: {
      load: async () => ({
        ways: [],
        hides({ read }) {
          read('a.js');
          for (;;);
        },
      }),
    },
  };
  const found = await findIn((site) => writeFileSync(join(site, 'a.js'), 'a'), [endless], 20);
  expect(found).toEqual({ rules: 0, unread: ['a.js eleventy'] });
});

test.each([
  ['expression', '(a+)+$'],
  ['glob', `^${'[^/]*a'.repeat(12)}$`],
])('a slow %s is given up: what it may hide is hidden, and the rule is reported', (_, paths) => {
  const slow = { name: 'hugo-ignore-files', from: 'hugo.toml', paths };
  const long = `${'a'.repeat(200)}!.md`;
  const quick = { name: 'hugo-kinds', from: 'hugo.toml', paths: '^b' };
  const found = createRuleFinder([slow, quick], [long, 'b.md', 'c.md'], 30);
  expect(found.slow).toEqual([{ file: 'hugo.toml', setting: 'hugo-ignore-files' }]);
  expect(found.findRules(long)).toEqual([{ name: slow.name, from: slow.from }]);
  const shown = createRuleFinder([quick, { ...slow, name: quick.name, shows: true }], [long, 'b.md', 'c.md'], 30);
  expect(shown.findRules('b.md')).toEqual([{ name: quick.name, from: quick.from }]);
  expect(shown.findRules('c.md')).toEqual([]);
});

test.each(['hugo.toml', 'config.toml', '_config.yml', 'docusaurus.config.js', 'conf.py', 'mkdocs.yml'])(
  'a FIFO called %s keeps no detection waiting',
  async (name) => {
    const site = await makeFolder();
    execFileSync('mkfifo', [join(site, name)]);
    expect(detectDialects(site).off).toEqual([]);
  },
);
