import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectDialects } from '../../../build/dialects/index.ts';
import { defaultContentOptions } from '../../../build/front-matter/options.ts';
import { findLastRelease } from '../../../build/release/disk/find-published.ts';
import type { Article, ArticleDetails } from '../../../src/core/article.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { bytesOf } from '../../support/files.ts';
import { makeProject, threads } from '../../support/project.ts';

const site = 'https://a.example';

/** The public release of a project, and that of drafts beside it. */
async function makeBoth(files: Record<string, string>, options: Parameters<typeof makeProject>[1] = {}) {
  const project = await makeProject(files, options);
  const out = join(project.folder, 'public-drafts');
  const drafts = { out, cache: join(project.folder, 'cache-drafts'), drafts: true };
  return {
    ...project,
    drafts: out,
    /** Builds both, and gives their ids. */
    async both(more: typeof options = {}): Promise<[string, string]> {
      const [first, second] = [await project.build(more), await project.build({ ...drafts, ...more })];
      return [first.written?.release ?? '', second.written?.release ?? ''];
    },
    buildDrafts: (more: typeof options = {}) => project.build({ ...drafts, ...more }),
  };
}

interface Read extends Article {
  details: ArticleDetails;
  media: string[];
}

/** All articles of the current release of a folder, by the paths of their files. */
async function readAll(out: string): Promise<Record<string, Read>> {
  const storage = diskStorage(join(out, 'api', 'v1'));
  const published = await findLastRelease({ storage }).open();
  const found: Record<string, Read> = {};
  for (const names of (await published?.names()) ?? []) {
    const { bytes, streams, media } = (await published?.read(names, [])) ?? {};
    const { details } = JSON.parse(`{${`${streams?.details}`.slice(1)}}`);
    found[names.path ?? ''] = { ...JSON.parse(`${bytes}`), details, media };
  }
  storage.close();
  return found;
}

const page = (header: string, text = 'Text.'): string => `---\ndate: 2024-01-01\n${header}\n---\n${text}\n`;

/** What hides a file, and what it is in a release of drafts: `hidden`, or `none` where it is not there. */
const reasons: readonly (readonly [name: string, path: string, text: string, hidden: string | null])[] = [
  ['nothing', 'a.md', page(''), null],
  ['a draft', 'a.md', page('draft: true'), 'draft'],
  ['not published', 'a.md', page('published: false'), 'draft'],
  ['a status', 'a.md', page('status: pending'), 'draft'],
  ['a status of which a build warns', 'a.md', page('status: completed'), 'draft'],
  ['its visibility', 'a.md', page('visibility: private'), 'draft'],
  ['another language', 'a.md', page('entwurf: ja'), 'draft'],
  ['a tag', 'a.md', page('tags: [oak, draft]'), 'draft'],
  ['a folder', 'drafts/a.md', page(''), 'draft'],
  ['the name of a file', 'a.draft.md', page(''), 'draft'],
  ['an embargo without an end', 'a.md', page('embargo: true'), 'draft'],
  ['an embargo with an end', 'a.md', page('embargo: 2199-01-01'), 'scheduled'],
  ['its date', 'a.md', '---\ndate: 2199-01-01\n---\nText.\n', 'scheduled'],
  ['a draft with a date ahead', 'a.md', '---\ndate: 2199-01-01\ndraft: true\n---\nText.\n', 'draft'],
  ['a folder of drafts without dates', '_drafts/a.md', '---\ntitle: A\n---\nText.\n', 'draft'],
  ['a folder of drafts without headers', '_drafts/a.md', 'Text.\n', 'draft'],
  ['a README among drafts', '_drafts/README.md', 'Text.\n', 'none'],
  ['no date', 'a.md', '---\ntitle: A\n---\nText.\n', 'none'],
  ['a password', 'a.md', page('password: x'), 'none'],
  ['a draft with a password', 'a.md', page('draft: true\npassword: x'), 'none'],
  ['an expiry that has passed', 'a.md', page('expires: 2025-01-01'), 'none'],
  ['a draft that has expired', 'drafts/a.md', page('draft: true\nexpires: 2025-01-01'), 'none'],
  ['a copy in conflict', 'a.sync-conflict-20240101-120000-ABCDEFG.md', page('draft: true'), 'none'],
  ['exclude', 'excluded/a.md', page('draft: true'), 'none'],
  ['a template', '_templates/a.md', page('draft: true'), 'none'],
  ['a draft that cannot be read', 'a.md', page('draft: perhaps'), 'none'],
];

test('a release of drafts has what its authors hide, and what is scheduled; each says why', async () => {
  const contentOptions = { ...defaultContentOptions, exclude: ['**/excluded/**'] };
  const files = Object.fromEntries(reasons.map(([, path, text], i) => [`${i}/${path}`, text]));
  const { out, drafts, both } = await makeBoth({ ...files, 'z.md': page('') }, { contentOptions });
  await both();
  const [shown, all] = [await readAll(out), await readAll(drafts)];
  const found = reasons.map(([name, path], i) => {
    const { details } = all[`${i}/${path}`] ?? {};
    return [name, details === undefined ? 'none' : details.hidden];
  });
  expect(found).toEqual(reasons.map(([name, , , hidden]) => [name, hidden]));
  // Scheduled articles are in the public release, too, and nothing of it says that they are.
  const own = reasons.flatMap(([, path, , hidden], i) =>
    hidden === null || hidden === 'scheduled' ? [`${i}/${path}`] : [],
  );
  expect(Object.keys(shown).sort()).toEqual([...own, 'z.md'].sort());
  expect(Object.values(shown).filter(({ details }) => 'hidden' in details)).toEqual([]);
  expect(Object.keys(all['0/a.md']?.details ?? {}).at(-1)).toBe('hidden');
});

test('a rule that is turned off hides nothing, and one of another program keeps a draft out', async () => {
  const files = { 'a.md': page('draft: true'), 'b.md': page(''), '.eleventyignore': 'c.md', 'c.md': page('draft: 1') };
  const contentOptions = { ...defaultContentOptions, notHiding: ['draft'] };
  const { content, drafts, buildDrafts } = await makeBoth(files);
  await buildDrafts({ contentOptions, dialects: detectDialects(content) });
  const found = Object.entries(await readAll(drafts)).map(([path, { details }]) => [path, details.hidden]);
  expect(found.sort()).toEqual([
    ['a.md', null],
    ['b.md', null],
  ]);
});

test.each(threads)(
  'addresses of its assets are its own, in all that names one: %o',
  { tags: ['scaled'] },
  async (options) => {
    const header = 'header_image: a.svg\ncover: a.svg\nauthor: {name: Ada, avatar: a.svg}\n';
    const contentOptions = { ...defaultContentOptions, fields: [['cover', 'image']] as const };
    const { out, drafts, both, media } = await makeBoth(
      {
        'a.md': page(header, '![](a.svg) ![](../content/b.svg)'),
        'b.md': page(`${header}draft: true`, '[a](a.md) [c](c.md) ![](b.svg)'),
        'c.md': page('draft: true', '[b](b.md) [file](d.pdf)'),
        'a.svg': '<svg/>',
        'b.svg': '<svg> </svg>',
        'd.pdf': 'x',
      },
      { contentOptions, ...options },
    );
    await both();
    for (const [folder, start] of [
      [out, `${site}/media/`],
      [drafts, `${site}/api/v1/drafts/media/`],
    ] as const) {
      const { 'a.md': a, ...others } = await readAll(folder);
      const addresses = [a?.header_image_url, a?.details.author_details?.[0]?.avatar];
      expect(addresses.map((address) => address?.replace(/[\da-f]{32}/, 'HASH'))).toEqual(
        Array(2).fill(`${start}a.HASH.svg`),
      );
      const text = JSON.stringify({ a, others });
      // Each address begins as all do.
      expect(text.split('/media/').length).toBe(text.split(start).length);
      expect(text.split('/media/').length).toBeGreaterThan(4);
    }
    const { 'b.md': b, 'c.md': c } = await readAll(drafts);
    expect(b?.html).toContain(`href="${site}/blog/c/"`);
    expect([b?.media.length, c?.media.length]).toEqual([2, 1]);
    // Nothing that only drafts show is among the files that readers can get.
    expect((await media()).map((name) => name.split('.')[0])).toEqual(['a', 'b']);
  },
);

test('the public release is the same, byte for byte, with and without a release of drafts beside it', {
  tags: ['long'],
}, async () => {
  const files = Object.fromEntries(reasons.map(([, path, text], i) => [`${i}/${path}`, text]));
  const [alone, beside] = [await makeBoth(files), await makeBoth(files)];
  await alone.build();
  await beside.buildDrafts();
  await beside.both();
  const before = await bytesOf(beside.out);
  expect(before).toEqual(await bytesOf(alone.out));
  await beside.buildDrafts();
  expect((await beside.build()).written).toMatchObject({ written: 0 });
  expect(await bytesOf(beside.out)).toEqual(before);
});

test('a draft that becomes public, and back, is right in both, as in a build that knows of nothing', {
  tags: ['long'],
}, async () => {
  const project = await makeBoth({ 'b.md': page('', '![](b.svg) [a](a.md)'), 'b.svg': '<svg/>' });
  const steps: (() => Promise<unknown>)[] = [
    () => project.write({ 'a.md': page('draft: true', 'One.') }),
    () => project.write({ 'a.md': page('', 'One.') }),
    () => project.write({ 'a.md': page('draft: true', 'One.') }),
    () => project.write({ 'drafts/a.md': page('', 'One.') }).then(() => project.remove('a.md')),
    () => project.move('drafts/a.md', 'a.md'),
    () => project.write({ 'a.md': '---\ndate: 2199-01-01\n---\nOne.\n' }),
  ];
  const expected = ['draft', null, 'draft', 'draft', null, 'scheduled'];
  for (const [i, step] of steps.entries()) {
    await step();
    const ids = await project.both();
    const [shown, all] = [await readAll(project.out), await readAll(project.drafts)];
    const found = Object.values(all).find(({ slug }) => slug === 'a');
    expect([i, found?.details.hidden]).toEqual([i, expected[i]]);
    const isPublic = Object.values(shown).some(({ slug }) => slug === 'a');
    expect([i, isPublic]).toEqual([i, expected[i] !== 'draft']);
    const fresh = { out: join(project.folder, `out${i}`), cache: join(project.folder, `cache${i}`) };
    const freshDrafts = { out: join(project.folder, `drafts${i}`), cache: join(project.folder, `cache-drafts${i}`) };
    const again = [await project.build(fresh), await project.buildDrafts(freshDrafts)];
    expect([i, ids]).toEqual([i, again.map(({ written }) => written?.release)]);
  }
  // Once it is due, nothing hides it, though its file is the same.
  await project.both({ now: Date.UTC(2199, 0, 2) / 1000 });
  expect((await readAll(project.drafts))['a.md']?.details.hidden).toBeNull();
});

describe('a draft that wants the name of an article', () => {
  test.each([
    ['a slug', 'slug: taken', 'duplicate-slug'],
    ['an id', 'slug: other\nid: 7', 'duplicate-id'],
    ['a slug, and is invalid', 'slug: taken\nupdated_at: 2024-02-30', 'bad-date'],
  ])('%s: is reported, and changes nothing of that article', async (_, names, code) => {
    const { out, drafts, write, both, buildDrafts } = await makeBoth({});
    // It was there first, and is older.
    await write({ 'a/x.md': `---\ndate: 2001-01-01\ndraft: true\n${names}\n---\nDraft.\n`, 'z.md': page('') });
    await both();
    await write({ 'b/x.md': '---\ndate: 2020-01-01\nslug: taken\nid: 7\n---\nPublic.\n' });
    await both();
    const namesOf = async (folder: string) => {
      const { 'b/x.md': found } = await readAll(folder);
      return [found?.slug, found?.id];
    };
    expect(await namesOf(drafts)).toEqual(['taken', 7]);
    expect(await namesOf(out)).toEqual(['taken', 7]);
    const { problems } = await buildDrafts();
    const own = problems.filter(({ path }) => path === 'a/x.md').map((problem) => problem.code);
    expect([own, problems.some(({ path }) => path === 'b/x.md')]).toEqual([
      [code === 'duplicate-slug' ? 'slug-clash' : code],
      false,
    ]);
  });
});

test('a draft whose file is invalid now stays as the release of drafts has it, with its assets', async () => {
  const { drafts, write, both } = await makeBoth({
    'a.md': page('draft: true', 'One. ![](a.svg)'),
    'a.svg': '<svg/>',
    'b.md': page(''),
  });
  await both();
  const { 'a.md': before } = await readAll(drafts);
  await write({ 'a.md': '---\ndate: 2024-02-30\ndraft: true\n---\nTwo.\n' });
  await both();
  const { 'a.md': after } = await readAll(drafts);
  expect(after).toEqual(before);
  expect([after?.media.length, after?.details.hidden]).toEqual([1, 'draft']);
});
