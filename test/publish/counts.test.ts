import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentPath, standardLength, writeContent } from '../bench/data.ts';
import { type Counts, countBuild, countBuilds } from '../counts/count-builds.ts';
import table from '../counts/table.json' with { type: 'json' };
import { corporaFolder } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

// Not a clock: whoever makes a build do more must change a number of the table, and say why.

/**
 * Bytes may differ by a few in a hundred: with the version of zlib, the path of the folder, the code, which the cache is
 * for, and whether one thread or both parse what links lead to.
 */
function toExpected(counts: Counts): Record<string, unknown> {
  const isBytes = (name: string): boolean => name.startsWith('bytes');
  const near = (count: number): unknown => expect.closeTo(count, 1 - Math.floor(Math.log10(count)));
  return Object.fromEntries(
    Object.entries(counts).map(([name, count]) => [name, isBytes(name) && count > 0 ? near(count) : count]),
  );
}

function expectAsTable(found: Record<string, Counts>, expected: Record<string, Counts>): void {
  const rows = Object.entries(expected).map(([name, counts]) => [name, toExpected(counts)]);
  expect(found).toEqual(Object.fromEntries(rows));
}

async function countGenerated(count: number): Promise<Record<string, Counts>> {
  const folder = await makeFolder();
  writeContent(join(folder, 'content'), count, standardLength);
  return countBuilds(folder, contentPath(count / 2));
}

test('12 generated articles, from nothing', async () => {
  const folder = await makeFolder();
  writeContent(join(folder, 'content'), 12, standardLength);
  expectAsTable({ cold: countBuild(folder) }, table.fewest);
});

// The fewest for which a build starts threads.
test('400 generated articles', { tags: ['long'] }, async () => {
  expectAsTable(await countGenerated(400), table.few);
});

test('1,000 generated articles', { tags: ['long'] }, async () => {
  expectAsTable(await countGenerated(1000), table.generated);
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
