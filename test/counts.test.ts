import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { packageFolder } from '../build/package/package.ts';
import { standardLength, writeContent } from './bench/data.ts';
import table from './counts/table.json' with { type: 'json' };
import { corporaFolder } from './support/needs.ts';
import { makeFolder } from './support/server.ts';

// Not a clock: whoever makes a build do more must change a number of the table, and say why.

type Counts = Record<string, number>;

/** What `galley build` does in `folder`, by one thread. */
function countBuild(folder: string): Counts {
  const file = join(folder, 'counts.json');
  const preload = pathToFileURL(join(packageFolder(), 'test', 'counts', 'count-work.mjs')).href;
  const command = ['--import', preload, join(packageFolder(), 'dist', 'build', 'cli.js'), 'build', '--json'];
  const env = { ...process.env, GALLEY_COUNTS: file };
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(readFileSync(file, 'utf8')) as Counts;
}

/** Bytes may differ by a few in a thousand between versions of zlib, and with the path of the folder. */
function toExpected(counts: Counts): Record<string, unknown> {
  const isBytes = (name: string): boolean => name.startsWith('bytes');
  const near = (count: number): unknown => expect.closeTo(count, 2 - Math.floor(Math.log10(count)));
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, isBytes(name) && count > 0 ? near(count) : count]),
  );
}

function expectAsTable(found: Record<string, Counts>, expected: Record<string, Counts>): void {
  const rows = Object.entries(expected).map(([name, counts]) => [name, toExpected(counts)]);
  expect(found).toEqual(Object.fromEntries(rows));
}

/** A build from nothing, the same again, and one after a line was added to a file. */
function countBuilds(folder: string, changed: string): Record<'cold' | 'same' | 'one', Counts> {
  writeFileSync(join(folder, 'galley.config.yaml'), '{}\n');
  const [cold, same] = [countBuild(folder), countBuild(folder)];
  appendFileSync(join(folder, 'content', changed), '\nOne more line.\n');
  return { cold, same, one: countBuild(folder) };
}

test('1,000 generated articles', async () => {
  const folder = await makeFolder();
  writeContent(join(folder, 'content'), 1000, standardLength);
  expectAsTable(countBuilds(folder, '0000/article-0000500.md'), table.generated);
});

const corpora = corporaFolder();

test.skipIf(corpora === null)('real articles of four sites', { tags: ['long'] }, async () => {
  const folder = await makeFolder();
  for (const name of ['digitalgov', 'eleventy', 'reactjs-gatsby', 'rustblog']) {
    const to = join(folder, 'content', name);
    mkdirSync(to, { recursive: true });
    cpSync(join(corpora ?? '', name), to, { recursive: true });
  }
  const [post = ''] = readdirSync(join(folder, 'content/eleventy/src/blog')).filter((name) => name.startsWith('2023'));
  expectAsTable(countBuilds(folder, `eleventy/src/blog/${post}`), table.real);
});
