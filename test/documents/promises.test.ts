/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';
import { makeFolder } from '../support/server.ts';

const root = packageFolder();
const security = await readFile(join(root, 'SECURITY.md'), 'utf8');
const [, table = ''] = security.split('\n| Promise | Tests | Where |\n|---|--:|---|\n');
const rows = table
  .split('\n\n', 1)
  .join()
  .split('\n')
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([promise = '', count = '', where = '']) => ({ promise, count: Number(count), where }));

/** The files and words of a cell. */
function toPlaces(where: string): { file: string; words: string }[] {
  return Array.from(
    where.matchAll(/`(test\/\S+\.test\.ts)(?: -t (?:"([^"]+)"|(\S+)))?`/g),
    ([, file = '', quoted, word]) => ({
      file,
      words: quoted ?? word ?? '',
    }),
  );
}

/** The tests of each file, by the names that `-t` looks in. */
async function listTests(files: readonly string[]): Promise<Map<string, string[]>> {
  const list = join(await makeFolder(), 'tests.json');
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--mode', 'all', `--json=${list}`, ...files];
  execFileSync(process.execPath, command, { cwd: root, stdio: 'ignore' });
  const listed: { name: string; file: string }[] = JSON.parse(await readFile(list, 'utf8'));
  const found = new Map<string, string[]>();
  for (const { name, file } of listed) {
    const path = relative(root, file);
    found.set(path, [...(found.get(path) ?? []), name.replaceAll(' > ', ' ')]);
  }
  return found;
}

test('SECURITY.md names no more tests of a promise than hold it', { tags: ['long'], timeout: 120_000 }, async () => {
  const places = rows.map(({ where }) => toPlaces(where));
  const tests = await listTests([...new Set(places.flat().map(({ file }) => file))]);
  const counted = rows.map(({ promise, count }, i) => {
    const named = (places[i] ?? []).map(({ file, words }) =>
      (tests.get(file) ?? []).filter((name) => new RegExp(words).test(name)).map((name) => `${file} ${name}`),
    );
    const empty = (places[i] ?? []).filter((_, at) => named[at]?.length === 0);
    return { promise, count, found: new Set(named.flat()).size, empty };
  });
  expect(counted.length).toBeGreaterThan(5);
  expect(counted.filter(({ count, found, empty }) => !(count > 0 && found >= count) || empty.length > 0)).toEqual([]);
});
