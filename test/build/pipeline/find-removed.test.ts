import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { hashId } from '../../../src/core/hash.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { firstOf } from '../../support/amount.ts';
import { buildDefaults, makeProject as makeFolderProject } from '../../support/project.ts';

async function makeProject(files: Record<string, string>, more: Partial<BuildOptions> = {}) {
  const project = await makeFolderProject(files, more);
  const run = async (
    write: 'nothing' | 'quick',
    now: number = buildDefaults.now,
    apart: Partial<BuildOptions> = {},
  ) => {
    const { problems } = await project.build({ ...apart, now, write });
    return problems.filter(({ code }) => /^(?:removed-article|moved-slug)$/.test(code));
  };
  return {
    ...{ ...project, run },
    check: async (at?: number) => (await run('nothing', at)).map(toLine),
    build: async (at?: number) => (await run('quick', at)).map(toLine),
    /** A release that readers do not get. */
    buildApart: async () => {
      const apart = { out: join(project.folder, 'apart'), published: { storage: diskStorage(project.api) } };
      return (await run('quick', buildDefaults.now, apart)).map(toLine);
    },
  };
}

const toLine = ({ severity, code, path, found }: { severity: string; code: string; path: string; found: string }) =>
  `${severity} ${code} ${path || '.'}: ${found}`;
const post = (title: string, more = '') => `---\ntitle: ${title}\npublish_at: 2026-01-01\n${more}---\nText.\n`;
const removed = (path: string, state = 'is missing') =>
  `warning removed-article ${path}: the article \`old\` of the last release ${state}`;

type Project = Awaited<ReturnType<typeof makeProject>>;

describe.each(['with its store', 'without its store'])('the next build, %s,', (kept) => {
  const forgets = kept.startsWith('without');
  const rows: [string, (project: Project) => Promise<unknown>, string[]][] = [
    ['a file that is gone', ({ remove }) => remove('a/old.md'), [removed('a/old.md')]],
    [
      'a draft',
      ({ write }) => write({ 'a/old.md': post('A', 'draft: true\n') }),
      [removed('a/old.md', 'is hidden: draft')],
    ],
    [
      'one that expired',
      ({ write }) => write({ 'a/old.md': post('A', 'expires: 2026-02-01\n') }),
      [removed('a/old.md', 'is hidden: expired')],
    ],
    [
      'an alias leads to what follows',
      async ({ remove, write }) => {
        await remove('a/old.md');
        await write({ 'b.md': post('B', `id: ${hashId('old')}\naliases: [old]\n`) });
      },
      [],
    ],
    [
      'another article has the slug',
      async ({ remove, write }) => {
        await remove('a/old.md');
        await write({ 'b.md': post('B', 'slug: old\n') });
      },
      [],
    ],
    ['a file that has an error now', ({ write }) => write({ 'a/old.md': post('A', 'updated_at: soon\n') }), []],
    ['one that nobody could read yet', ({ remove }) => remove('later.md'), []],
  ];

  test.each(firstOf(forgets ? 2 : rows.length, rows))('%s', { tags: ['scaled'] }, async (_title, change, expected) => {
    const project = await makeProject({
      'a/old.md': post('A'),
      'other.md': post('Z'),
      'later.md': post('L').replace('2026', '2036'),
    });
    expect(await project.build()).toEqual([]);
    await change(project);
    if (forgets) await project.forget();
    expect(await project.check()).toEqual(expected);
    // Until it is published.
    expect(await project.check()).toEqual(expected);
    expect(await project.build()).toEqual(expected);
    expect(await project.build()).toEqual([]);
    expect(await project.check()).toEqual([]);
  });
});

test('what only a release apart had is not published, and what readers have stays so until they get another', async () => {
  const project = await makeProject({ 'old.md': post('A'), 'b.md': post('B') });
  await project.build();
  await project.write({ 'mine.md': post('M') });
  await project.remove('old.md');
  expect(await project.buildApart()).toEqual([removed('old.md')]);
  await project.move('mine.md', 'still-mine.md');
  expect(await project.buildApart()).toEqual([removed('old.md')]);
  expect(await project.check()).toEqual([removed('old.md')]);
  // By somebody else, who has no part of this store.
  const other = await makeProject({ 'b.md': post('B') }, { out: project.out });
  await other.build();
  expect(await project.buildApart()).toEqual([]);
});

test('a renamed file is reported only as moved, also once its author has saved it again', async () => {
  const project = await makeProject({ 'old.md': post('A'), 'b.md': post('B') });
  await project.build();
  await project.move('old.md', 'new.md');
  expect(await project.check()).toEqual([expect.stringContaining('moved-slug new.md')]);
  await project.write({ 'new.md': post('A', 'tags: [x]\n') });
  expect(await project.check()).toEqual([expect.stringContaining('moved-slug new.md')]);
  expect(await project.build()).toEqual([expect.stringContaining('moved-slug new.md')]);
});

test('the message names the addresses that give 404, and what keeps them', async () => {
  const project = await makeProject({ 'old.md': post('A', 'id: 7\n'), 'b.md': post('B') });
  await project.build();
  await project.write({ 'old.md': post('A', 'id: 7\ndraft: true\n') });
  expect(
    (await project.run('nothing')).map(({ line, column, fix, expected }) => [line, column, expected, fix]),
  ).toEqual([
    [
      ...[1, 1, 'that links to a published article keep working'],
      'To keep it, remove what hides it. If another article takes its place, write `old` under `aliases` there. ' +
        'Otherwise change nothing. After the next publish, /articles/old and /articles/7 give 404.',
    ],
  ]);
});

test('a file that comes back, and an article that an error keeps from being published', async () => {
  const project = await makeProject({ 'old.md': post('A'), 'b.md': post('B') }, { invalid: 'fail' });
  await project.build();
  await project.remove('old.md');
  await project.write({ 'b.md': post('B', 'updated_at: soon\n') });
  expect(await project.build()).toEqual([removed('old.md')]);
  expect(await project.build()).toEqual([removed('old.md')]);
  await project.write({ 'old.md': post('A') });
  expect(await project.check()).toEqual([]);
});

test('very many are counted', { tags: ['long'] }, async () => {
  const names = Array.from({ length: 120 }, (_, i) => `n${i}.md`);
  const project = await makeProject(Object.fromEntries([...names, 'b.md'].map((name) => [name, post(name)])));
  await project.build();
  for (const name of names) await project.remove(name);
  const found = await project.build();
  expect(found).toHaveLength(100);
  expect(found.filter((line) => line.endsWith('(and 20 more of this kind)'))).toHaveLength(1);
});
