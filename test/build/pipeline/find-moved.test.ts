import { describe, expect, test } from 'vitest';
import { hashId } from '../../../src/core/hash.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { firstOf } from '../../support/amount.ts';
import { makeProject as makeFolderProject } from '../../support/project.ts';

type Files = Record<string, string>;

async function makeProject(files: Files) {
  const project = await makeFolderProject(files);
  return {
    ...project,
    /** The warnings of a build that writes a release, or none: what is to be written where. */
    async warnings(write: 'nothing' | 'quick' = 'quick') {
      const { problems } = await project.build({ write });
      return problems.flatMap(({ code, path, autofix }) =>
        /^(?:moved-slug|id-clash)$/.test(code) ? [[path, autofix]] : [],
      );
    },
    /** The slug and the id to which an id or a slug leads; null for 404. */
    async follow(name: string | number): Promise<[string, number] | null> {
      const found = await project.get(`/${name}`);
      if (found?.status === 308) return this.follow(String(found.location).split('/').at(-1) ?? '');
      const { slug, id } = JSON.parse(found?.text ?? '{}');
      return slug === undefined ? null : [slug, id];
    },
  };
}

type Project = Awaited<ReturnType<typeof makeProject>>;
type Step = (project: Project) => Promise<unknown>;

const day = '2026-01-01';
const post = (title: string, more = '', text = 'Text.', date = day) =>
  `---\ntitle: ${title}\npublish_at: ${date}\n${more}---\n${text}\n`;
const long = 'A text that no other article has, since it is long enough to be one of its kind. '.repeat(2);
const [old, next, other] = ['old', 'new', 'other'].map(hashId) as [number, number, number];

const moveTo =
  (to: string, from = 'old.md'): Step =>
  ({ move }) =>
    move(from, to);
const replace =
  (files: Files, ...gone: string[]): Step =>
  async ({ write, remove }) => {
    for (const path of gone) await remove(path);
    await write(files);
  };
const a = { 'old.md': post('A') };
const both = { 'old.md': post('A', '', long), 'other.md': post('B', '', 'Other.', '2026-02-02') };
const named = (path: string, aliases: string[] | null, id: number | null = old) => [
  [path, { ...(id !== null && { id }), ...(aliases && { aliases }) }],
];

/**
 * Where readers get who hold slugs and ids of the first release and of later ones, and what the last build asks for.
 */
type Row = [
  title: string,
  files: Files,
  steps: Step[],
  leads: Record<string, [string, number] | null>,
  warnings: unknown,
];

const rows: Row[] = [
  [
    'a file that was renamed',
    a,
    [moveTo('new.md')],
    { old: ['new', old], [old]: ['new', old] },
    named('new.md', ['old']),
  ],
  [
    'a written id under another slug, title and date',
    { 'old.md': post('A', 'id: 7\n') },
    [replace({ 'new.md': post('B', 'id: 7\n', 'Text.', '2025-01-01') }, 'old.md')],
    { old: ['new', 7], 7: ['new', 7] },
    named('new.md', ['old'], null),
  ],
  [
    'a changed permalink',
    { 'a.md': post('A', 'permalink: /x/old/\n'), 'b.md': post('B') },
    [replace({ 'a.md': post('A', 'permalink: /x/new/\n') })],
    { old: ['new', old], [old]: ['new', old] },
    named('a.md', ['old']),
  ],
  [
    'a changed slug and title in a file with the same date',
    { 'a.md': post('A', 'slug: old\n') },
    [replace({ 'a.md': post('B', 'slug: new\n') })],
    { old: ['new', old] },
    named('a.md', ['old']),
  ],
  [
    'one whose alias is there',
    a,
    [replace({ 'new.md': post('B', 'aliases: [old]\n', 'Else.', '2026-02-02') }, 'old.md')],
    { old: ['new', old], [old]: ['new', old] },
    named('new.md', null),
  ],
  [
    'one with another title and date, and the same long text',
    both,
    [replace({ 'new.md': post('Z', '', long, '2026-03-03') }, 'old.md')],
    { old: null },
    [],
  ],
  [
    'one with another title, the same date and the same long text',
    both,
    [replace({ 'new.md': post('Z', '', long) }, 'old.md')],
    { old: ['new', old] },
    named('new.md', ['old']),
  ],
  [
    'one with another text, the same title and date',
    both,
    [replace({ 'new.md': post('A', '', 'Else.') }, 'old.md')],
    { old: ['new', old], other: ['other', other] },
    named('new.md', ['old']),
  ],
  [
    'one without a title, with a short text',
    { 'old.md': `---\npublish_at: ${day}\n---\nText.\n` },
    [moveTo('new.md')],
    { old: ['new', old] },
    named('new.md', ['old']),
  ],
  ['another article after one that was taken down', a, [replace({ 'new.md': post('B') }, 'old.md')], { old: null }, []],
  ['a copy', a, [replace({ 'new.md': post('A') })], { old: ['old', old], new: ['new', next] }, []],
  [
    'a copy, and the file under a new name',
    a,
    [moveTo('b.md'), replace({ 'a.md': post('A') })],
    { old: ['b', old], a: ['a', hashId('a')] },
    named('b.md', ['old']),
  ],
  [
    'two that are the same in all: the first by its path',
    a,
    [replace({ 'new.md': post('A'), 'z.md': post('A') }, 'old.md')],
    { old: ['new', old], z: ['z', hashId('z')] },
    named('new.md', ['old']),
  ],
  [
    'two with other texts: none',
    a,
    [replace({ 'new.md': post('A', '', 'One.'), 'z.md': post('A', '', 'Two.') }, 'old.md')],
    { old: null, [old]: null },
    [],
  ],
  [
    'two that were the same in all, and are renamed at once',
    { 'old.md': post('A'), 'other.md': post('A') },
    [replace({ 'new.md': post('A'), 'z.md': post('A') }, 'old.md', 'other.md')],
    { old: ['new', old], other: ['z', other] },
    [...named('new.md', ['old']), ...named('z.md', ['other'], other)],
  ],
  [
    'one that nobody could read yet',
    { 'old.md': post('A').replace('2026', '2036'), 'b.md': post('B') },
    [moveTo('new.md')],
    { old: null },
    named('new.md', ['old']),
  ],
  [
    'one that states an id and a slug of its own',
    a,
    [replace({ 'x.md': post('A', 'id: 9\nslug: new\n') }, 'old.md')],
    { old: ['new', 9], [old]: null },
    named('x.md', ['old'], null),
  ],
  [
    'an id that another file has taken',
    both,
    [
      replace(
        { 'new.md': post('A', '', long), 'other.md': post('B', `id: ${old}\n`, 'Other.', '2026-02-02') },
        'old.md',
      ),
    ],
    { old: ['new', next], [old]: ['other', old] },
    named('new.md', ['old'], null),
  ],
  [
    'two files that were swapped: both were changed',
    both,
    [replace({ 'old.md': both['other.md'], 'other.md': both['old.md'] })],
    { old: ['old', old], other: ['other', other] },
    [],
  ],
  [
    'one that took the place of an article that was removed',
    both,
    [replace({ 'old.md': both['other.md'] }, 'other.md')],
    { old: ['old', other], [old]: null, other: ['old', other], [other]: ['old', other] },
    named('old.md', ['other'], other),
  ],
  [
    'one that took the place of an article that was renamed',
    both,
    [replace({ 'new.md': both['old.md'], 'old.md': both['other.md'] }, 'other.md')],
    { old: ['old', other], [old]: ['new', old], other: ['old', other] },
    [...named('new.md', null), ...named('old.md', ['other'], other)],
  ],
  [
    'files that were swapped, and another that was removed',
    { ...both, 'z.md': post('A') },
    [replace({ 'old.md': both['other.md'], 'other.md': both['old.md'] }, 'z.md')],
    { old: ['old', old], other: ['other', other], z: null },
    [],
  ],
  [
    'a move back',
    a,
    [moveTo('new.md'), moveTo('old.md', 'new.md')],
    { old: ['old', old], new: ['old', old] },
    named('old.md', ['new'], null),
  ],
  [
    'a second and a third move',
    a,
    [moveTo('new.md'), moveTo('third.md', 'new.md'), moveTo('last.md', 'third.md')],
    { old: ['last', old], new: ['last', old], third: ['last', old], [old]: ['last', old] },
    named('last.md', ['third', 'new', 'old']),
  ],
  [
    'a second move, and of another file to the first name',
    both,
    [moveTo('new.md'), ({ move }) => move('new.md', 'third.md').then(() => move('other.md', 'old.md'))],
    { [old]: ['third', old], new: ['third', old], [other]: ['old', other], other: ['old', other] },
    [...named('old.md', ['other'], other), ...named('third.md', ['new'])],
  ],
  [
    'edits of all else after the move',
    a,
    [
      moveTo('new.md'),
      replace({ 'new.md': post('B', '', 'Else.') }),
      replace({ 'new.md': post('B', '', 'Again.', '2026-02-02') }),
      replace({ 'x/new.md': post('C', '', 'And again.', '2026-02-02') }, 'new.md'),
    ],
    { old: ['new', old], [old]: ['new', old] },
    named('x/new.md', ['old']),
  ],
  [
    'an error in between',
    a,
    [moveTo('new.md'), replace({ 'new.md': post('A', 'updated_at: soon\n') }), replace({ 'new.md': post('A') })],
    { old: ['new', old], [old]: ['new', old] },
    named('new.md', ['old']),
  ],
  [
    'one with a longer slug, since an older article had its own, which was removed',
    { 'x/old.md': post('A'), 'y/old.md': post('B', '', 'Other.', '2026-02-02') },
    [replace({}, 'x/old.md')],
    { 'y-old': ['old', hashId('y-old')], old: ['old', hashId('y-old')], [hashId('y-old')]: ['old', hashId('y-old')] },
    named('y/old.md', ['y-old'], hashId('y-old')),
  ],
  [
    'an error in the file that was renamed',
    { ...a, 'b.md': post('B', '', 'Text.', '2026-02-02') },
    [replace({ 'new.md': post('A', 'updated_at: soon\n') }, 'old.md')],
    { old: ['old', old], [old]: ['old', old], new: null },
    [],
  ],
  [
    'an error in the file that was renamed, and its correction',
    { ...a, 'b.md': post('B', '', 'Text.', '2026-02-02') },
    [replace({ 'new.md': post('A', 'updated_at: soon\n') }, 'old.md'), replace({ 'new.md': post('A') })],
    { old: ['new', old], [old]: ['new', old] },
    named('new.md', ['old']),
  ],
  [
    'a new name that a newer article has, which is an error',
    { ...a, 'x/new.md': post('B', '', 'Other.', '2026-02-02') },
    [({ write, move }) => write({ 'y/z.md': '' }).then(() => move('old.md', 'y/new.md'))],
    { old: ['old', old], [old]: ['old', old], new: ['new', next] },
    [['y/new.md', undefined]],
  ],
  [
    'another article under the former slug, in the same publish',
    a,
    [replace({ 'new.md': a['old.md'], 'old.md': post('B', '', 'Other.', '2026-02-02') })],
    { [old]: ['old', old], new: ['new', next] },
    [],
  ],
  [
    'another article under the former slug',
    a,
    [moveTo('new.md'), replace({ 'old.md': post('B', '', 'Other.', '2026-02-02') })],
    { [old]: ['new', old], new: ['new', old], old: ['old', old + 1] },
    [...named('new.md', null), ...named('old.md', null, old + 1)],
  ],
  [
    'what was written down',
    a,
    [moveTo('new.md'), replace({ 'new.md': post('A', `id: ${old}\naliases: [old]\n`) })],
    { old: ['new', old], [old]: ['new', old] },
    [],
  ],
  [
    'what was written down in lines without fences',
    a,
    [replace({ 'new.md': `Title: B\nDate: ${day}\nId: ${old}\nAliases: older, old\n\nElse.\n` }, 'old.md')],
    { old: ['new', old], older: ['new', old] },
    [],
  ],
  [
    'what was written down, and removed later',
    a,
    [
      moveTo('new.md'),
      replace({ 'new.md': post('A', `id: ${old}\naliases: [old]\n`) }),
      replace({ 'new.md': post('A', `id: ${old}\n`) }),
    ],
    { old: null, [old]: ['new', old] },
    [],
  ],
  [
    'into drafts and out again',
    { ...a, 'b.md': post('B') },
    [
      ({ write, move }) => write({ 'drafts/x.md': '' }).then(() => move('old.md', 'drafts/old.md')),
      moveTo('old.md', 'drafts/old.md'),
    ],
    { old: ['old', old], [old]: ['old', old] },
    [],
  ],
];

describe.each(['with its store', 'without its store'])('the next build, %s,', (kept) => {
  const tried = firstOf(kept.startsWith('without') ? 3 : rows.length, rows);

  test.each(tried)('%s', { tags: ['scaled'] }, async (_title, files, steps, leads, expected) => {
    const project = await makeProject(files);
    expect(await project.warnings()).toEqual([]);
    let warnings: unknown = [];
    for (const step of steps) {
      await step(project);
      if (kept.startsWith('without')) await project.forget();
      warnings = await project.warnings('nothing');
      const first = await project.build();
      // The release says what it is to keep, so that any build after it gives the same.
      expect((await project.build()).written?.release).toBe(first.written?.release);
      await project.forget();
      expect((await project.build()).written?.release).toBe(first.written?.release);
    }
    expect(warnings).toEqual(expected);
    expect(await project.warnings()).toEqual(expected);
    const found = Object.keys(leads).map(async (name) => [name, await project.follow(name)]);
    expect(Object.fromEntries(await Promise.all(found))).toEqual(leads);
  });
});

test('a hundred files in a folder that was renamed, and others whose slug is that of their folder', async () => {
  const paths = Array.from({ length: 100 }, (_, i) => `a/n${i}.md`);
  const folders = Array.from({ length: 10 }, (_, i) => `a/f${i}/index.md`);
  const all = [...paths, ...folders];
  const project = await makeProject(Object.fromEntries(all.map((path) => [path, post(path)])));
  await project.build();
  await project.move('a', 'b');
  expect(await project.warnings()).toEqual([]);
  for (let i = 0; i < 10; i++) await project.move(`b/f${i}`, `b/g${i}`);
  const storage = diskStorage(project.api);
  let bodies = 0;
  const read: typeof storage.read = (path, ...range) => {
    if (/^pages\/\w+\.json$/.test(path)) bodies++;
    return storage.read(path, ...range);
  };
  await project.build({ write: 'nothing', published: { storage: { ...storage, read } } });
  expect(bodies, 'each is read once').toBe(10);
  expect(await project.warnings()).toHaveLength(10);
  for (let i = 0; i < 10; i++) expect(await project.follow(`f${i}`)).toEqual([`g${i}`, hashId(`f${i}`)]);
});

test.each([true, false])(
  'an article with an earlier date is refused the slug of a published one; store kept: %s',
  async (kept) => {
    const project = await makeProject({ 'b/tea.md': post('A') });
    await project.build();
    await project.write({ 'a/tea.md': post('B').replace('2026', '2025') });
    if (!kept) await project.forget();
    for (const write of ['nothing', 'quick', 'quick'] as const) {
      const { problems } = await project.build({ write });
      expect(problems.map(({ path, code, severity }) => `${path} ${severity} ${code}`)).toEqual([
        'a/tea.md error moved-slug',
      ]);
    }
    expect((await project.build()).problems[0]?.fix).toBe('Write `slug: a-tea` here.');
    await project.write({ 'a/tea.md': post('B', 'slug: a-tea\n').replace('2026', '2025') });
    expect((await project.build()).problems).toEqual([]);
  },
);
