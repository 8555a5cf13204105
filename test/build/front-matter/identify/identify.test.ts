import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { deriveFields } from '../../../../build/front-matter/fields/derive-fields.ts';
import { identify } from '../../../../build/front-matter/identify/identify.ts';
import { type Candidate, toIdentity } from '../../../../build/front-matter/identify/identity.ts';
import { uniqueIds } from '../../../../build/front-matter/identify/unique-ids.ts';
import { uniqueSlugs } from '../../../../build/front-matter/identify/unique-slugs.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import { hashId } from '../../../../src/core/hash.ts';
import { cases } from '../../../support/amount.ts';
import { ArticleSchema } from '../../../support/description-schemas.ts';
import { inWords } from '../../../support/in-words.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

/** Candidates by path and front matter. */
function candidates(files: Record<string, string>): Candidate[] {
  return Object.entries(files).map(([path, header]) => {
    const source = parsedFile(path, `---\n${header}\ndate: 2026-02-24\n---\nText\n`);
    const { value: outcome, problems } = deriveFields(source, defaultContentOptions, 0);
    if (outcome.kind !== 'article') throw new Error(JSON.stringify(problems));
    return { path, identity: toIdentity(source, outcome.fields, defaultContentOptions) };
  });
}

/** What became of the files: `slug` and `id` by path, and problems as `path:line:column code`. */
function identified(files: Record<string, string>) {
  const { value, problems } = identify(candidates(files));
  const result = { value, problems: inWords(problems) };
  for (const { found, expected, fix } of result.problems) {
    for (const words of [found, expected, fix]) expect(words).toMatch(/\S/);
  }
  return {
    ...result,
    slugs: Object.fromEntries([...result.value].map(([path, { slug }]) => [path, slug])),
    ids: Object.fromEntries([...result.value].map(([path, { id }]) => [path, id])),
    aliases: Object.fromEntries([...result.value].map(([path, { aliases }]) => [path, aliases])),
    codes: result.problems.map(
      ({ path, line, column, code, severity }) => `${path}:${line}:${column} ${severity} ${code}`,
    ),
  };
}

/** Two slugs of one hash, in the order of their code units. */
function findClash(): [string, string] {
  const slugs = new Map<number, string>();
  for (let i = 0; ; i++) {
    const slug = `post-${i}`;
    const other = slugs.get(hashId(slug));
    if (other !== undefined) return other < slug ? [other, slug] : [slug, other];
    slugs.set(hashId(slug), slug);
  }
}
const [first, second] = findClash();

const older = 'publish_at: 2020-01-01';
const later = 'publish_at: 2026-02-24T01:00:00Z';

describe('addresses and names that can be no slugs', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a file name of digits', { 'posts/2025.md': '' }, ['posts/2025.md:1:1 warning bad-slug']],
    ['an address of digits', { 'a.md': 'url: /archive/902626.html' }, ['a.md:2:6 warning bad-slug']],
    ['an address with other signs', { 'a.md': 'permalink: /2020/what-(now!)/' }, ['a.md:2:12 warning bad-slug']],
    [
      'each folder is reported once',
      { 'p/1.md': '', 'p/2.md': '', 'q/3.md': '' },
      ['p/1.md:1:1 warning bad-slug', 'q/3.md:1:1 warning bad-slug'],
    ],
    ['a template of an address says nothing', { 'a.md': 'permalink: /:year/:title/' }, []],
    ['an address of another site says nothing', { 'a.md': 'url: https://example.com/12/' }, []],
    ['a name with blanks becomes a slug unsaid', { 'a b.md': '' }, []],
  ])('%s', (_, files, codes) => {
    expect(identified(files).codes).toEqual(codes);
  });

  test('the message says what the slug is, and how many more there are', () => {
    const [problem] = identified({ 'p/1.md': '', 'p/2.md': '', 'p/3.md': '' }).problems;
    expect(problem?.found).toBe(
      '`1` at the end of its address. This cannot be a slug, so the article gets `p-1`. 2 more in p/ get other slugs, too.',
    );
    expect(problem?.fix).toContain('`slug: p-1`');
  });
});

describe('slugs', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['no clash', { 'a.md': '', 'b.md': '' }, ['a', 'b']],
    ['dates tell them apart', { '2015-01-12-x.md': '', '2016-01-12-x.md': '' }, ['x', '2016-01-12-x']],
    ['so do dates of folders', { '2015-01-12-x/index.md': '', '2016/01/12/x.md': '' }, ['x', '2016-01-12-x']],
    [
      'and the days from which they are served',
      { 'a.md': 'slug: x', 'b.md': `slug: x\n${older}` },
      ['2026-02-24-x', 'x'],
    ],
    ['and of one day the moments', { 'a.md': 'slug: x', 'b.md': `slug: x\n${later}` }, ['x', '2026-02-24-x']],
    ['folders tell them apart', { 'blog/x.md': '', 'docs/x.md': '' }, ['x', 'docs-x']],
    ['the older one keeps its slug', { 'blog/x.md': '', 'docs/x.md': older }, ['blog-x', 'x']],
    ['and folders of index files', { 'blog/x/index.md': '', 'docs/x/index.md': '' }, ['x', 'docs-x']],
    ['date and folder', { '2015-01-12-x.md': '', 'docs/x.md': '' }, ['x', 'docs-x']],
    ['a file outside of folders gets its day', { 'docs/x.md': '', 'x.md': '' }, ['x', '2026-02-24-x']],
    ['equal dates', { 'a/2015-01-12-x.md': '', 'b/2015-01-12-x.md': '' }, ['x', 'b-x']],
    ['equal folders', { 'a/c/x.md': '', 'b/c/x.md': '' }, ['x', 'c-x']],
    ['three with equal folders', { 'a/c/x.md': '', 'b/c/x.md': '', 'd/c/x.md': '' }, ['x', 'c-x', 'd-c-x']],
    ['languages of front matter', { 'a.md': 'slug: x', 'b.md': 'slug: x\nlang: pt-BR' }, ['x', 'pt-br-x']],
    ['of names', { 'a.en.md': 'slug: x', 'a.fr.md': 'slug: x' }, ['x', 'fr-x']],
    [
      'of index files',
      { 'x/index.en.md': '', 'x/index.pt-br.md': '', 'y/index.js.md': '' },
      ['x', 'pt-br-x', 'index.js'],
    ],
    ['the original, at the same time', { 'x/index.ca.md': '', 'x/index.md': '' }, ['ca-x', 'x']],
    ['and of folders', { 'en/1/x.md': '', 'de/2/2016-01-12-x.md': '' }, ['en-x', 'x']],
    ['a folder that is no language', { 'docs/x.md': '', 'go/x.md': '' }, ['x', 'go-x']],
    [
      'equal dates and equal folders',
      { 'de/2015-01-12-x.md': '', 'de/2016-01-12-x.md': '', 'en/2015-01-12-x.md': '' },
      ['x', '2016-01-12-x', 'en-x'],
    ],
    [
      'names that differ in characters alone',
      { 'a+b.md': '', 'a/a b.md': '', 'a/a%b.md': '', 'a b.md': '' },
      ['a-b-2', 'a-a-b', 'a-b-3', 'a-b'],
    ],
    [
      'long ones',
      { [`${'x'.repeat(200)}+.md`]: '', [`${'x'.repeat(200)} .md`]: '' },
      [`${'x'.repeat(190)}-2`, 'x'.repeat(200)],
    ],
    ['slugs that were written', { 'a/1.md': 'slug: x', 'b/2.md': 'slug: x' }, ['x', 'b-x']],
    [
      'a written slug against the name of an older one',
      { 'a.md': 'slug: x', 'docs/x.md': older },
      ['2026-02-24-x', 'x'],
    ],
    ['a newer one against a written slug', { 'a.md': 'slug: x', 'docs/x.md': '' }, ['x', 'docs-x']],
    [
      'one that a date would take',
      { '2015-01-12-x.md': '', 'b/2016-01-12-x.md': '', 'c.md': 'slug: 2016-01-12-x' },
      ['x', 'b-x', '2016-01-12-x'],
    ],
    ['one that a folder would take', { 'a/x.md': '', 'b/x.md': '', 'b-x.md': '' }, ['x', '2026-02-24-x', 'b-x']],
    ['addresses give way as paths do', { 'a/1.md': 'permalink: /a/x/', 'b/2.md': 'permalink: /b/x/' }, ['x', 'b-x']],
    ['one that a number would take', { 'a b.md': '', 'a+b.md': '', 'a-b-2.md': '' }, ['a-b', 'a-b-3', 'a-b-2']],
    ['and Docusaurus slugs', { 'a/1.md': 'slug: /a/x', 'b/2.md': 'slug: /b/x' }, ['x', 'b-x']],
  ])('%s', (_title, files, slugs) => {
    const result = identified(files);
    expect(new Set(result.problems.map(({ code, severity }) => `${severity} ${code}`)).size).toBeLessThan(2);
    expect(result.codes.filter((code) => !code.endsWith('warning slug-clash'))).toEqual([]);
    expect(Object.keys(files).map((path) => result.slugs[path])).toEqual(slugs);
  });

  test('only the article that gave way is reported, one in each folder; with a written slug, each', () => {
    const files = { 'a/x.md': '', 'a/y.md': '', 'a/z.md': '', 'b/x.md': '', 'b/y.md': '', 'c/1.md': 'slug: x' };
    const { codes, problems } = identified({ ...files, 'c/2.md': 'slug: y' });
    expect(codes).toEqual(['b/x.md:1:1', 'c/1.md:2:7', 'c/2.md:2:7'].map((place) => `${place} warning slug-clash`));
    expect(problems[0]?.found).toContain('a/x.md has. That article comes first by its path, so this one gets `b-x`.');
    expect(problems[0]?.found).toContain('1 more in b/');
    expect(problems[1]?.found).toContain('this one gets `c-x`');
    const [dated] = identified({ 'a/x.md': '', 'b/x.md': older }).problems;
    expect(dated?.found).toContain('That article is older, so this one gets `a-x`.');
  });

  test('two written slugs that nothing tells apart are an error in the second, which names the first', () => {
    const { codes, problems } = identified({ 'a.md': 'title: A\nslug: x', 'b.md': 'slug: x' });
    expect(codes).toEqual(['b.md:2:7 error duplicate-slug']);
    expect(problems[0]?.found).toContain('a.md:3:7');
  });

  test('so are two of one address', () => {
    const { codes } = identified({ 'a.md': 'permalink: /x/', 'b.md': 'permalink: /x/' });
    expect(codes).toEqual(['b.md:2:12 error duplicate-slug']);
  });

  test('and two computed ones of one name', () => {
    const { codes, problems } = identified({ 'x.markdown': '', 'x.md': '' });
    expect(codes).toEqual(['x.md:1:1 error duplicate-slug']);
    expect(problems[0]?.found).toContain('x.markdown:1:1');
  });

  test('and two of names that look the same', () => {
    const { codes, problems } = identified({ '\u00e9.md': '', 'e\u0301.md': '' });
    expect(codes).toEqual([expect.stringContaining('error duplicate-slug')]);
    expect(problems[0]?.found).toContain('The names of the two files look the same');
  });

  test.each(['x', 'x+y'])('and two that differ from a third alone: %s', (name) => {
    const { codes } = identified({
      [`a/${name.replace('+', ' ')}.md`]: '',
      [`b/${name}.markdown`]: '',
      [`b/${name}.md`]: '',
    });
    expect(codes).toEqual([`b/${name}.markdown:1:1 warning slug-clash`, `b/${name}.md:1:1 error duplicate-slug`]);
  });
});

describe('ids', () => {
  test('written ones stay, others come from the slug', () => {
    expect(identified({ 'a.md': 'id: 5', 'b.md': '' })).toMatchObject({
      ids: { 'a.md': 5, 'b.md': hashId('b') },
      codes: [],
    });
  });

  // Readers know articles by them, so no version may give others.
  test.each([
    ['hello', 1293828277],
    ['größe', 1196525307],
  ])('that of the slug %s stays', (slug, id) => {
    expect(hashId(slug)).toBe(id);
  });

  test('from the slug as it is in the end', () => {
    const { ids } = identified({ '2015-01-12-x.md': '', 'docs/x.md': '' });
    expect(ids).toEqual({ '2015-01-12-x.md': hashId('x'), 'docs/x.md': hashId('docs-x') });
  });

  test('a written id twice is an error in all but the oldest, naming that', () => {
    const { codes, problems } = identified({ 'a.md': 'id: 5', 'b.md': `id: 5\n${older}`, 'c.md': 'title: C\nid: 5' });
    expect(codes).toEqual(['a.md:2:5', 'c.md:3:5'].map((place) => `${place} error duplicate-id`));
    expect(problems.map(({ found }) => /(?<=which )\S+/.exec(found)?.[0])).toEqual(['b.md:2:5', 'b.md:2:5']);
  });

  test('a free number is named for each', () => {
    const files = { 'a.md': `id: 5\n${older}`, 'b.md': 'id: 5', [`${first}.md`]: 'id: 5', [`${second}.md`]: '' };
    const { problems, ids } = identified(files);
    const named = problems.map(({ fix }) => Number(/(?<=such as )\d+/.exec(fix)?.[0]));
    expect(named).toHaveLength(2);
    expect(new Set([...named, ...Object.values(ids)]).size).toBe(4);
  });

  test('of two that are made, the older has it and the other the next free number', () => {
    const id = hashId(first);
    const files = { [`a-folder/${second}.md`]: '', [`z/${first}.md`]: older, 'taken.md': `id: ${id + 1}` };
    const { ids, codes, problems } = identified(files);
    expect(ids).toEqual({ [`z/${first}.md`]: id, [`a-folder/${second}.md`]: id + 2, 'taken.md': id + 1 });
    expect(codes).toEqual([`a-folder/${second}.md:1:1 warning id-clash`]);
    expect(problems[0]?.fix).toContain(`the id ${id + 2} into`);
    expect(problems[0]?.found).toContain(`z/${first}.md`);
  });

  test('a written id goes first', () => {
    const { ids, codes } = identified({ 'a.md': '', 'b.md': `id: ${hashId('a')}` });
    expect(ids).toEqual({ 'a.md': hashId('a') + 1, 'b.md': hashId('a') });
    expect(codes).toEqual(['a.md:1:1 warning id-clash']);
  });
});

describe('names that readers know', () => {
  test.each<[string, Record<string, string>, { id: number; slug: string }, string[]]>([
    ['a slug', { 'a/x.md': older, 'x.md': '' }, { id: 5, slug: 'x' }, ['a/x.md:1:1 error moved-slug']],
    [
      'a written id',
      { 'a.md': `id: 5\n${older}`, 'x.md': 'id: 5' },
      { id: 5, slug: 'y' },
      ['a.md:2:5 error duplicate-id'],
    ],
    [
      'an id that is made',
      { [`${first}.md`]: older, [`${second}.md`]: 'slug: x', 'x.md': `slug: ${second}` },
      { id: hashId(second), slug: second },
      [`${first}.md:1:1 error id-clash`],
    ],
    ['not a slug of before', { 'a/x.md': older, 'x.md': '' }, { id: 5, slug: 'y' }, ['x.md:1:1 warning slug-clash']],
  ])('%s is refused to an older article', (_, files, known, expected) => {
    const all = candidates(files).map((each) => (each.path === 'x.md' ? { ...each, known } : each));
    const { value, problems } = identify(all);
    expect(
      problems.map(({ path, line, column, severity, code }) => `${path}:${line}:${column} ${severity} ${code}`),
    ).toEqual(expected);
    const names = [...value.values()];
    expect([new Set(names.map(({ id }) => id)).size, new Set(names.map(({ slug }) => slug)).size]).toEqual(
      expected[0]?.includes('duplicate-id') ? [1, 2] : [names.length, names.length],
    );
  });
});

describe('aliases', () => {
  test('that lead to one article stay', () => {
    expect(identified({ 'a.md': 'aliases: [x, y]', 'b.md': 'aliases: z' })).toMatchObject({
      aliases: { 'a.md': ['x', 'y'], 'b.md': ['z'] },
      codes: [],
    });
  });

  test.each([
    [
      'the slug of another article',
      { 'a.md': 'aliases: [b, c]', 'b.md': '' },
      { 'a.md': ['c'], 'b.md': [] },
      'a.md:2:10',
    ],
    [
      'an alias of another article',
      { 'a.md': 'aliases: x', 'b.md': 'redirect_from: [x, y]' },
      { 'a.md': ['x'], 'b.md': ['y'] },
      'b.md:2:16',
    ],
  ])('%s is dropped, with a warning', (_title, files, aliases, place) => {
    expect(identified(files)).toMatchObject({ aliases, codes: [`${place} warning alias-clash`] });
  });

  test('one that an article takes as its slug is dropped without a word', () => {
    const files = { '2015-01-12-x.md': '', 'docs/x.md': 'aliases: docs-x' };
    const { aliases, codes } = identified(files);
    expect([aliases, codes]).toEqual([
      { '2015-01-12-x.md': [], 'docs/x.md': [] },
      ['docs/x.md:1:1 warning slug-clash'],
    ]);
  });
});

test('the order of the files changes nothing, and all is unique or reported', { tags: ['scaled'] }, () => {
  const name = fc.constantFrom('x', 'y', '2015-01-12-x', '2016-01-12-x', 'index', first, second);
  const path = fc.tuple(fc.constantFrom('', 'a/', 'b/', 'a/x/', 'b/a/'), name, fc.constantFrom('md', 'markdown'));
  const header = fc.constantFrom(
    '',
    '',
    'slug: x',
    'slug: a-x',
    'permalink: /x/',
    'lang: de',
    older,
    later,
    'id: 5',
    `id: ${hashId('a-x')}`,
    'aliases: [x, z]',
  );
  const folder = fc.dictionary(
    path.map(([folder, file, ending]) => `${folder}${file}.${ending}`),
    header,
  );
  const shuffled = folder.chain((files) => {
    const all = candidates(files);
    return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
  });
  fc.assert(
    fc.property(shuffled, ([all, other]) => {
      const result = identify(all);
      expect(identify(other)).toEqual(result);
      const names = [...result.value.values()];
      expect(names).toHaveLength(all.length);
      const errors = result.problems.some(({ severity }) => severity === 'error');
      const slugs = new Set(names.map(({ slug }) => slug));
      const ids = new Set(names.map(({ id }) => id));
      if (!errors) expect([slugs.size, ids.size]).toEqual([all.length, all.length]);
      else expect(slugs.size === all.length && ids.size === all.length).toBe(false);
      for (const { id, slug, aliases } of names) {
        expect(ArticleSchema.shape.slug.safeParse(slug).success).toBe(true);
        expect(ArticleSchema.shape.id.safeParse(id).success).toBe(true);
        if (!errors) for (const alias of aliases) expect(slugs).not.toContain(alias);
      }
    }),
    cases(500),
  );
});

test('ids of many articles with equal slugs take steps in proportion to their number', () => {
  const [candidate] = candidates({ 'a.md': 'title: x' });
  if (candidate === undefined) throw new Error('no candidate');
  const same = Array.from({ length: 2000 }, (_, i) => ({ ...candidate, path: `${i}/a/${i}.md` }));
  const slugs = same.map(({ identity }) => identity.slug);
  const spy = vi.spyOn(Map.prototype, 'has');
  try {
    expect(new Set(uniqueIds(same, slugs).value).size).toBe(2000);
    expect(spy.mock.calls.length).toBeLessThan(20_000);
  } finally {
    spy.mockRestore();
  }
});

test('more articles than a call takes arguments can share a slug and an id', { tags: ['long'] }, () => {
  const [candidate] = candidates({ 'a.md': 'slug: x\nid: 1' });
  if (candidate === undefined) throw new Error('no candidate');
  const same = Array.from({ length: 150_000 }, () => candidate);
  expect(uniqueSlugs(same).problems).toHaveLength(same.length - 1);
  expect(
    uniqueIds(
      same,
      same.map(() => 'x'),
    ).problems,
  ).toHaveLength(same.length - 1);
});
