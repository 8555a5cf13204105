import { describe, expect, test } from 'vitest';
import type { BuildMoment } from '../../../build/pipeline/options.ts';
import { hashId } from '../../../src/core/hash.ts';
import { makeProject as makeFolderProject } from '../../support/project.ts';

type Files = Record<string, string>;

async function makeProject(files: Files) {
  const project = await makeFolderProject(files);
  const all = async (write: BuildMoment['write']) => (await project.build({ write })).problems;
  return {
    ...{ ...project, all },
    /** The warnings on moved slugs: path, and what is to be written. */
    async build(write: BuildMoment['write'] = 'quick') {
      const problems = await all(write);
      return problems.flatMap(({ code, path, autofix }) => (code === 'moved-slug' ? [[path, autofix]] : []));
    },
  };
}

const post = (title: string, more = '') => `---\ntitle: ${title}\npublish_at: 2026-01-01\n${more}---\nText.\n`;
const moved = (path: string, slug: string, id: number | null = hashId(slug)) => [
  [path, { ...(id !== null && { id }), alias: slug }],
];

describe.each(['with its store', 'without its store'])('the next build, %s,', (kept) => {
  const forgets = kept.startsWith('without');

  test.each<[string, Files, (project: Awaited<ReturnType<typeof makeProject>>) => Promise<unknown>, unknown[]]>([
    [
      'a file that was renamed',
      { 'old.md': post('A') },
      ({ move }) => move('old.md', 'new.md'),
      moved('new.md', 'old'),
    ],
    [
      'a written id under another slug, title and date',
      { 'old.md': post('A', 'id: 7\n') },
      async ({ write, remove }) => {
        await remove('old.md');
        await write({ 'new.md': post('B', 'id: 7\n').replace('2026', '2025') });
      },
      moved('new.md', 'old', null),
    ],
    [
      'a changed permalink',
      { 'a.md': post('A', 'permalink: /x/old/\n'), 'b.md': post('B') },
      ({ write }) => write({ 'a.md': post('A', 'permalink: /x/new/\n') }),
      moved('a.md', 'old'),
    ],
    [
      'one whose alias is there',
      { 'old.md': post('A') },
      async ({ write, remove }) => {
        await remove('old.md');
        await write({ 'new.md': post('A', 'aliases: [old]\n') });
      },
      [],
    ],
    [
      'another article, after one that was taken down',
      { 'old.md': post('A') },
      async ({ write, remove }) => {
        await remove('old.md');
        await write({ 'new.md': post('B') });
      },
      [],
    ],
    ['a copy', { 'old.md': post('A') }, ({ write }) => write({ 'new.md': post('A') }), []],
    [
      'two that could be the one',
      { 'old.md': post('A') },
      async ({ write, remove }) => {
        await remove('old.md');
        await write({ 'new.md': post('A'), 'other.md': post('A') });
      },
      [],
    ],
    [
      'one that nobody could read yet',
      { 'old.md': post('A').replace('2026', '2036') },
      ({ move }) => move('old.md', 'new.md'),
      [],
    ],
  ])('%s', async (_title, files, change, expected) => {
    const project = await makeProject(files);
    expect(await project.build()).toEqual([]);
    await change(project);
    if (forgets) await project.forget();
    expect(await project.build('nothing')).toEqual(expected);
    expect(await project.build()).toEqual(expected);
    // The release has the new slug by now.
    expect(await project.build()).toEqual(expected);
  });
});

test.each([true, false])(
  'an article with an earlier date is refused the slug of a published one; store kept: %s',
  async (kept) => {
    const project = await makeProject({ 'b/tea.md': post('A') });
    await project.build();
    await project.write({ 'a/tea.md': post('B').replace('2026', '2025') });
    if (!kept) await project.forget();
    for (const write of ['nothing', 'quick', 'quick'] as const) {
      expect((await project.all(write)).map(({ path, code, severity }) => `${path} ${severity} ${code}`)).toEqual([
        'a/tea.md error moved-slug',
      ]);
    }
    expect((await project.all('quick'))[0]?.fix).toBe('Write `slug: a-tea` here.');
    await project.write({ 'a/tea.md': post('B', 'slug: a-tea\n').replace('2026', '2025') });
    expect(await project.all('quick')).toEqual([]);
  },
);

test('a changed slug and title at the same path and date', async () => {
  const project = await makeProject({ 'a.md': post('A', 'slug: old\n') });
  await project.build();
  await project.write({ 'a.md': post('B', 'slug: new\n') });
  expect(await project.build()).toEqual(moved('a.md', 'old'));
});

test('an article that is invalid in between', async () => {
  const project = await makeProject({ 'old.md': post('A') });
  await project.build();
  await project.remove('old.md');
  await project.write({ 'new.md': post('A', 'updated_at: soon\n') });
  expect(await project.build()).toEqual([]);
  await project.write({ 'new.md': post('A') });
  expect(await project.build()).toEqual(moved('new.md', 'old'));
});

test('the warning goes when the author writes the file again, and where the slug leads somewhere', async () => {
  const project = await makeProject({ 'old.md': post('A') });
  await project.build();
  await project.move('old.md', 'new.md');
  expect(await project.build()).toHaveLength(1);
  await project.write({ 'other.md': post('B', 'slug: old\n') });
  expect(await project.build()).toEqual([]);
  await project.remove('other.md');
  await project.move('new.md', 'newer.md');
  expect(await project.build()).toEqual(moved('newer.md', 'new'));
  await project.write({ 'newer.md': post('A', 'tags: [x]\n') });
  expect(await project.build()).toEqual([]);
});
