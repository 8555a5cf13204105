import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldNames } from '../../../../build/front-matter/field-names.ts';
import { deriveFields, deriveRegardless } from '../../../../build/front-matter/fields/derive-fields.ts';
import { titleFromPath } from '../../../../build/front-matter/fields/path-name.ts';
import { type ContentOptions, defaultContentOptions } from '../../../../build/front-matter/options.ts';
import type { ArticleFields } from '../../../../build/front-matter/parsed-file.ts';
import { cases } from '../../../support/amount.ts';
import { ArticleSchema } from '../../../support/description-schemas.ts';
import { inWords } from '../../../support/in-words.ts';
import { parsedFile } from '../../../support/parsed-file.ts';

const now = Date.UTC(2026, 10, 21) / 1000;
const toFile = (header: string, path = 'posts/my-post.md') =>
  parsedFile(path, header === '' ? 'Text\n' : `---\n${header}\n---\nText\n`);
const derive = (header: string, path?: string, options: Partial<ContentOptions> = {}) => {
  const { value, problems } = deriveFields(toFile(header, path), { ...defaultContentOptions, ...options }, now);
  return { value, problems: inWords(problems) };
};

/** The fields of an article that is dated and has no problems. */
function fields(header: string, path?: string): ArticleFields {
  const { value: outcome, problems } = derive(`publish_at: 2026-02-24\n${header}`, path);
  expect(problems).toEqual([]);
  if (outcome.kind !== 'article') throw new Error(`expected an article, got ${JSON.stringify(outcome)}`);
  return outcome.fields;
}

/** Problems as `line:column code`, the fix of the first, and the outcome. */
function faults(header: string, path?: string) {
  const { value: outcome, problems } = derive(header, path);
  for (const { found, expected, fix } of problems)
    for (const words of [found, expected, fix]) expect(words).toMatch(/\S/);
  return {
    kind: outcome.kind,
    codes: problems.map(({ line, column, code }) => `${line}:${column} ${code}`),
    fix: problems[0]?.fix ?? '',
  };
}

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;

test('an article that says nothing but its date', () => {
  expect(fields('')).toEqual({
    id: null,
    title: null,
    slug: 'my-post',
    excerpt: null,
    meta_title: null,
    meta_description: null,
    header_image: null,
    publish_at: day('2026-02-24'),
    published_at: null,
    updated_at: null,
    aliases: [],
    details: { authors: [], tags: [], section: null, language: null },
  });
});

test('an article that says everything', () => {
  const header = `id: 12
slug: its-slug
title: Its title
excerpt: Its excerpt
meta_title: Its meta title
meta_description: Its meta description
header_image: a/b.jpg
published_at: 2026-02-25T10:00:00+02:00
updated_at: 2026-03-01
draft: false
aliases: [former, /older/former-still/]`;
  expect(fields(header)).toEqual({
    id: 12,
    title: 'Its title',
    slug: 'its-slug',
    excerpt: 'Its excerpt',
    meta_title: 'Its meta title',
    meta_description: 'Its meta description',
    header_image: { value: 'a/b.jpg', source: 'a/b.jpg', line: 9, column: 15 },
    publish_at: day('2026-02-24'),
    published_at: day('2026-02-25') + 8 * 3600,
    updated_at: day('2026-03-01'),
    aliases: ['former', 'former-still'],
    details: { authors: [], tags: [], section: null, language: null },
  });
});

describe('names', () => {
  const plain = ['title', 'excerpt', 'meta_title', 'meta_description'] as const;
  const rows = plain.flatMap((field) => fieldNames[field].map((name) => [name, field] as const));
  const write = (name: string, value: string) =>
    `${name.replace(/^(\w+)\.(\w+)$/, '$1: {$2')}: ${value}${name.includes('.') ? '}' : ''}`;

  test.each(rows)('%s is read as %s, in any case', (name, field) => {
    expect(fields(write(name, 'Hello'))[field]).toBe('Hello');
    expect(fields(write(name.toUpperCase(), 'Hello'))[field]).toBe('Hello');
  });

  test.each(plain)('for %s the first name that holds a value wins', (field) => {
    const names = fieldNames[field].filter((name) => !name.includes('.'));
    const lines = names.map((name, index) => `${name}: v${index}`);
    for (const [index] of names.entries()) {
      const absent = names.slice(0, index).map((name, i) => `${name}: ${i % 2 === 0 ? '' : '" "'}`);
      expect(fields([...lines.slice(index).reverse(), ...absent].join('\n'))[field]).toBe(`v${index}`);
    }
  });

  test('text has no control characters', () => {
    expect(fields('title: "A\\b\\x7f\\tb"').title).toBe('A b');
  });

  test.each(fieldNames.publish_at)('%s dates an article', (name) => {
    expect(derive(`${name}: 2015-8-25`).value).toMatchObject({ fields: { publish_at: day('2015-08-25') } });
  });

  test.each(fieldNames.updated_at)('%s is read as updated_at', (name) => {
    expect(fields(`${name}: 2026-03-01`).updated_at).toBe(day('2026-03-01'));
  });

  test.each(fieldNames.header_image)('%s is read as header_image', (name) => {
    expect(fields(`${name}: a.jpg`).header_image).toMatchObject({ value: 'a.jpg', line: 3, column: name.length + 3 });
  });

  test.each([
    ...['Date Created', 'created-at', 'creation_date', 'datePublished', 'DATE PUBLISHED', 'post_date', 'published'],
    'publishedAt',
  ])('%s is a name of a date that is folded', (name) => {
    const fields = { publish_at: day('2015-08-25'), published_at: null };
    expect(derive(`${name}: 2015-8-25`).value).toMatchObject({ fields });
  });

  test("published_at is the API's own in all spellings with a gap, publishedAt is not", () => {
    for (const name of ['published_at', 'published-at', 'Published At']) {
      expect(fields(`${name}: 2015-8-25`)).toMatchObject({
        publish_at: day('2026-02-24'),
        published_at: day('2015-08-25'),
      });
    }
  });

  test.each([
    ['meta-title: a', { meta_title: 'a' }],
    ['MetaDescription: a', { meta_description: 'a' }],
    ['Page Title: a', { title: 'a' }],
    ['Date-Modified: 2026-03-01', { updated_at: day('2026-03-01') }],
    ['update: 2026-03-01', { updated_at: day('2026-03-01') }],
    ['Abstract: a', { excerpt: 'a' }],
    ['date updated: 2026-03-01', { updated_at: day('2026-03-01') }],
    ['Redirect From: /a/', { aliases: ['a'] }],
    ['SEO: {Title: a}', { meta_title: 'a' }],
  ])('%j is read, though case, hyphens and spaces differ', (header, expected) => {
    expect(fields(header)).toMatchObject(expected);
  });

  test('of keys that differ in case only the one in lower case wins, else the first that holds a value', () => {
    expect(fields('TITLE:\nTitle: a\ntitle: b').title).toBe('b');
    expect(fields('TITLE:\nTitle: a\ntItle: b\ntitle:').title).toBe('a');
  });

  test('published_at and updated_at have no relations', () => {
    expect(fields('first_published: 2026-03-01')).toMatchObject({ published_at: null, updated_at: null });
  });
});

describe('text', () => {
  test.each([
    ['2.0', '2.0'],
    ['010', '010'],
    ['1e3', '1e3'],
    ['true', 'true'],
    ['1999', '1999'],
    ['"  a \\n\\t b\u00a0 "', 'a b'],
    ['<b>&amp; *x*', '<b>&amp; *x*'],
    ['|\n  two\n  lines', 'two lines'],
  ])('%j becomes %j', (written, title) => {
    expect(fields(`title: ${written}`).title).toBe(title);
  });

  test('under the name of another program it is passed over', () => {
    expect(fields('pageTitle: {a: b}\nname: Hello\nsummary: [a]\nteaser: Hi')).toMatchObject({
      title: 'Hello',
      excerpt: 'Hi',
    });
  });
});

test('a slug that is invalid is that of the path without numbers', () => {
  const options = { ...defaultContentOptions, numbered: /^/ };
  const { fields } = deriveRegardless(toFile('date: 2026-01-02\nslug: {a: b}', '1-a/2-b.md'), options, 0);
  expect(fields).toMatchObject({ slug: 'b', plainPath: 'a/b.md' });
});

describe('header image', () => {
  test.each([
    ['image: {src: a.jpg, alt: x}', 'a.jpg'],
    ['image: {URL: a.jpg}', 'a.jpg'],
    ['cover: {image: a.jpg}', 'a.jpg'],
    ['image: {feature: a.jpg}', 'a.jpg'],
    ['header: {overlay_image: a.jpg, teaser: b.jpg}', 'a.jpg'],
    ['header: {teaser: a.jpg}', 'a.jpg'],
    ['hero: {src: a.jpg, title: x}', 'a.jpg'],
    ['resources: [{name: x, src: b.jpg}, {name: featured-image, src: a.jpg}]', 'a.jpg'],
    ['resources: [{name: Cover, src: "*.jpg"}, {name: cover, src: a.jpg}]', 'a.jpg'],
    ['image: {path: {src: a.jpg}}', 'a.jpg'],
    ['image: [a.jpg, b.jpg]', 'a.jpg'],
    ['image: [{src: a.jpg}]', 'a.jpg'],
    ['image: 7', '7'],
    ['banner: a.jpg\nthumbnail: false', 'a.jpg'],
    ['banner: a.jpg\nfeatured_image: {uid: x}', 'a.jpg'],
  ])('%j gives %j, at its place', (header, value) => {
    expect(fields(header).header_image).toMatchObject({ value, line: 3, column: header.indexOf(value) + 1 });
  });

  test('a shape that names none', () => {
    expect(fields('image: {alt: x}\ncover: []').header_image).toBeNull();
  });
});

describe('id', () => {
  test.each([
    ['1', 1],
    ['2147483647', 2_147_483_647],
    ['', null],
    ['some-string', null],
    ['v1.2', null],
    ['"550e8400-e29b-41d4-a716-446655440000"', null],
    ['20260224103000', null],
    ['"202602241030"', null],
    ['12345678901', null],
  ])('%j is %j', (written, id) => {
    expect(fields(`id: ${written}`).id).toBe(id);
  });

  test.each([
    ['0', null],
    ['-3', null],
    ['1.5', null],
    ['2147483648', null],
    ['1e400', null],
    ['0x10', null],
    ['1e3', null],
    ['"12"', 12],
    ['" 7 "', 7],
  ])('%s is reported, and read as %s', (written, id) => {
    const { value: outcome, problems } = derive(`date: 2026-02-24\nid: ${written}`);
    expect(problems).toMatchObject([{ code: 'bad-id', severity: 'warning', line: 3 }]);
    expect(problems[0]?.fix).toContain(id === null ? 'Remove `id`' : `\`id: ${id}\``);
    expect(outcome).toMatchObject({ kind: 'article', fields: { id } });
  });

  test.each([
    ['010', 'bad-id', '`id: 10`'],
    ['"+7"', 'bad-id', '`id: 7`'],
    ['true', 'wrong-type', 'Remove `id`'],
    ['[1]', 'wrong-type', 'Remove `id`'],
    ['{a: 1}', 'wrong-type', 'Remove `id`'],
  ])('%s is %s, and the fix says %s', (written, code, proposed) => {
    const { kind, codes, fix } = faults(`date: 2026-02-24\nid: ${written}`);
    expect(kind).toBe('invalid');
    expect(codes[0]).toMatch(new RegExp(`^3:\\d+ ${code}$`));
    expect(fix).toContain(proposed);
  });
});

describe('slug in front matter', () => {
  test.each([
    ['slug: Its_own.slug-1', 'Its_own.slug-1'],
    ['slug: "  spaced  "', 'spaced'],
    ['slug: 1.0', '1.0'],
    ['slug: Žluťoučký', 'Žluťoučký'],
    ['slug: "Z\u030Clut\u030C"', 'Žluť'.normalize('NFC')],
    ['slug: 日本語', '日本語'],
    ['slug: "%E6%97%A5%e6%9c%ac"', '日本'],
    ['slug: "caf%C3%A9"', 'café'],
    ['slug: हिन्दी', 'हिन्दी'],
    ['slug: /docs/intro', 'intro'],
    ['slug: docs/intro/', 'intro'],
    ['slug: /', 'my-post'],
    ['slug: ""', 'my-post'],
    ['permalink: /2015/01/name.html', 'name'],
    ['permalink: /2015/name/index.html', 'name'],
    ['permalink: name/', 'name'],
    ['permalink: /a/caf%C3%A9/', 'café'],
    ['permalink: /a/cafe%CC%81/', 'café'],
    ['permalink: /:year/:title/', 'my-post'],
    ['permalink: "/blog/{{ page.fileSlug }}/"', 'my-post'],
    ['permalink: {build: x}', 'my-post'],
    ['permalink: true', 'my-post'],
    ['permalink: /2015/', 'my-post'],
    ['path: /blog/name?x=1#y', 'name'],
    ['path: "/with space"', 'my-post'],
    ['path: "/100%/"', 'my-post'],
    ['url: /', 'my-post'],
    ['url: https://example.com/elsewhere', 'my-post'],
    ['url: /name\npath: "/:slug"', 'name'],
    ['postSlug: name', 'name'],
    ['postSlug: Not a slug', 'my-post'],
    ['slug: mine\npermalink: /theirs/', 'mine'],
    ['permalink: /theirs/\npostSlug: third', 'theirs'],
  ])('%j gives %s', (header, slug) => {
    expect(fields(header).slug).toBe(slug);
  });

  test.each([
    ['slug: My Post!', 'My-Post'],
    ['slug: 2020', 'article-2020'],
    ['slug: ".."', 'my-post'],
    ['slug: "."', 'my-post'],
    ['slug: "???"', 'my-post'],
    ['slug: /docs/a b', 'a-b'],
    ['slug: a%20b', 'a-b'],
    ['slug: 100%', 'article-100'],
    [`slug: ${'x'.repeat(201)}`, 'x'.repeat(200)],
  ])('%j is brought into the form %s, and reported', (header, slug) => {
    const { value: outcome, problems } = derive(`date: 2026-02-24\n${header}`);
    expect(problems).toMatchObject([{ code: 'bad-slug', severity: 'warning', line: 3, column: 7 }]);
    expect(problems[0]?.found).toContain(`read as \`${slug}\``);
    expect(problems[0]?.fix).toContain(`\`slug: ${slug}\``);
    expect(outcome).toMatchObject({ kind: 'article', fields: { slug } });
  });
});

describe('slug, date and title of a path', () => {
  test.each<[string, string, string | null, string]>([
    ['name.md', 'name', null, 'Name'],
    ['a/b/Some_name.markdown', 'Some_name', null, 'Some name'],
    ['2015-01-12-name.md', 'name', '2015-01-12', 'Name'],
    ['2013-10-3-name.md', 'name', '2013-10-03', 'Name'],
    ['2013_10_03_name.md', 'name', '2013-10-03', 'Name'],
    ['2013.10.03 A name.md', 'A-name', '2013-10-03', 'A name'],
    ['2015-01-12.md', '2015-01-12', '2015-01-12', '2015-01-12'],
    ['2015-01-12-6.14.0.md', '6.14.0', '2015-01-12', '6.14.0'],
    ['2015-01-12-100.md', 'article-100', '2015-01-12', '100'],
    ['news/2015-01-12-100.md', 'news-100', '2015-01-12', '100'],
    ['posts/name/index.md', 'name', null, 'Name'],
    ['posts/2019-01-02-name/index.md', 'name', '2019-01-02', 'Name'],
    ['2019-01-02/name.md', 'name', '2019-01-02', 'Name'],
    ['2019-01-02-trip/2019-01-03-day.md', 'day', '2019-01-03', 'Day'],
    ['2019/01/02/name.md', 'name', '2019-01-02', 'Name'],
    ['blog/2019/1/2/name/index.md', 'name', '2019-01-02', 'Name'],
    ['2019/01/name.md', 'name', null, 'Name'],
    ['blog/2019/01/02-name.md', '02-name', '2019-01-02', '02 name'],
    ['20240105-name.md', 'name', '2024-01-05', 'Name'],
    ['20240105 a name.md', 'a-name', '2024-01-05', 'a name'],
    ['20241305-name.md', '20241305-name', null, '20241305 name'],
    ['2024010-name.md', '2024010-name', null, '2024010 name'],
    ['2024/05-11-name/index.mdx', 'name', '2024-05-11', 'Name'],
    ['2024/06-12-name.md', 'name', '2024-06-12', 'Name'],
    ['blog/2024-05/11-name.md', 'name', '2024-05-11', 'Name'],
    ['2024-05/11-name/index.md', 'name', '2024-05-11', 'Name'],
    ['2016-16-26-name.md', 'name', null, 'Name'],
    ['2016-06-50-name.md', 'name', null, 'Name'],
    ['2024-05/name.md', 'name', null, 'Name'],
    ['2024/13-11-name.md', '13-11-name', null, '13 11 name'],
    ['2024-01-05_name.md', 'name', '2024-01-05', 'Name'],
    ['2024-01-05_name/index.md', 'name', '2024-01-05', 'Name'],
    ['2024.01.05 a name.md', 'a-name', '2024-01-05', 'a name'],
    ['docs/101/01/02-name.md', '02-name', null, '02 name'],
    ['A walk 0123456789abcdef0123456789abcdef.md', 'A-walk', null, 'A walk'],
    ['2019/01/02.md', '01-02', null, '02'],
    ['12019/01/02/name.md', 'name', null, 'Name'],
    ['index.md', 'index', null, 'Index'],
    ['123.md', 'article-123', null, '123'],
    ['2019/123.md', '2019-123', null, '123'],
    ['2014/02/28/232846.md', '2014-02-28-232846', '2014-02-28', '232846'],
    ['2015-01-12-name.html.md', 'name', '2015-01-12', 'Name'],
    ['2019-01-02-name/index.html.markdown', 'name', '2019-01-02', 'Name'],
    ['2019-01-02-name/index.ru.md', 'name', '2019-01-02', 'Name'],
    ['!!!.md', 'article', null, '!!!'],
    ['docs/!!!.md', 'docs', null, '!!!'],
    ["what's new -- really?.md", 'what-s-new-really', null, "what's new -- really?"],
    ['über_uns.md', 'über_uns', null, 'Über uns'],
    ['v0.0.1.md', 'v0.0.1', null, 'v0.0.1'],
    ['v2-is-here.md', 'v2-is-here', null, 'v2 is here'],
    ['iPhone_app.md', 'iPhone_app', null, 'iPhone app'],
    ['2015-01-12-eBay-sale.md', 'eBay-sale', '2015-01-12', 'eBay sale'],
    ['Java - Fields & Methods.md', 'Java-Fields-Methods', null, 'Java - Fields & Methods'],
    ['😀.md', 'article', null, '😀'],
    ['really%3F-yes.md', 'really-3F-yes', null, 'Really? yes'],
    ['100%_sure.md', '100-_sure', null, '100% sure'],
    ['bell%07-%1bb.md', 'bell-07-1bb', null, 'Bell b'],
    [`${'x'.repeat(250)}.md`, 'x'.repeat(200), null, `X${'x'.repeat(249)}`],
  ])('%s', (path, slug, date, title) => {
    expect(fields('', path).slug).toBe(slug);
    expect(titleFromPath(path)).toBe(title);
    const { value: outcome } = derive('title: x', path);
    if (date === null) expect(outcome).toEqual({ kind: 'skipped', reason: 'no-date' });
    else expect(outcome).toMatchObject({ kind: 'article', fields: { publish_at: day(date) } });
  });

  test('front matter goes before the path', () => {
    expect(fields('', '2015-01-12-name.md').publish_at).toBe(day('2026-02-24'));
  });

  test('a date in the path that does not exist is an error only where it is needed', () => {
    expect(faults('title: x', '2015-02-30-name.md')).toMatchObject({ kind: 'invalid', codes: ['1:1 bad-date'] });
    expect(fields('', '2015-02-30-name.md').slug).toBe('name');
  });

  test('every path gives a slug that the API takes, and a title', { tags: ['scaled'] }, () => {
    const segment = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string({ unit: fc.constantFrom('1', '-', '.', ' ', 'a', 'é', '_'), minLength: 1 }),
      fc.constantFrom('index', '2015-01-12-x', '2015-1-2', '..', 'x'.repeat(199)),
    );
    const path = fc.array(
      segment.map((text) => text.replaceAll('/', '')).filter((text) => text !== ''),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(path, (segments) => {
        const { slug } = fields('', `${segments.join('/')}.md`);
        expect(
          ArticleSchema.shape.slug.safeParse(slug).success && slug === slug.normalize('NFC') && !/^\.\.?$/.test(slug),
        ).toBe(true);
        expect(titleFromPath(`${segments.join('/')}.md`)).not.toBe('');
      }),
      cases(500),
    );
  });
});

describe('dates', () => {
  test.each([
    ['publish_at: 2026-02-30', ['2:13 bad-date'], '2026-02-28'],
    ['date: 2026-02-30 10:00:00 +0100', ['2:7 bad-date'], '`date: 2026-02-28 10:00:00 +0100`'],
    ['date: soon', ['2:7 bad-date'], '2026-02-24'],
    ['date: tomorow', ['2:7 bad-date'], 'instead of "tomorrow"'],
    ['date: today', ['2:7 bad-date'], 'instead of "today"'],
    ['date: 24 Febuary 2026', ['2:7 bad-date'], '24 february 2026'],
    ['date: 03/04/2026', ['2:7 bad-date'], '`date: 2026-04-03` or `date: 2026-03-04`'],
    ['date: [2026-02-24, 2026-02-25]', ['2:7 wrong-type'], '2026-02-24'],
    ['date: true', ['2:7 wrong-type'], '2026-02-24'],
    ['date: 2026-02-24\npublished_at: x\nupdated: 2026-02-31', ['3:15 bad-date', '4:10 bad-date'], '2026-02-24'],
    ['date: 2026-02-24T25:00:00Z', ['2:7 bad-date'], 'Write a day and a time that exist'],
    ['date: 2026-02-24\nexpires: 2026-02-30', ['3:10 bad-date'], ''],
    ['date: [soon]', ['2:8 bad-date'], ''],
    ['date: 2024', ['2:7 bad-date'], ''],
    ['publish_at: 2024', ['2:13 bad-date'], ''],
    ['published_at: soon', ['2:15 bad-date'], ''],
    ['date: [[soon]]', ['2:7 bad-date'], ''],
    ['date: [[]]', ['2:8 wrong-type'], ''],
    ['date: [[{a: 2024-01-05}]]', ['2:8 wrong-type'], ''],
    ['date: [[2024-01-05, {}]]', ['2:8 wrong-type'], ''],
    ['date: [[2024-01-05], [2024-01-06]]', ['2:7 wrong-type'], ''],
  ])('%j is refused', (header, codes, fix) => {
    const result = faults(header);
    expect(result).toMatchObject({ kind: 'invalid', codes });
    expect(result.fix).toContain(fix);
  });

  test.each([
    ['date: Mon, 24 Feb 2026', 'bad-date', '`date: 2026-02-24`', '2026-02-24'],
    ['date: 2026-02', 'bad-date', '`date: 2026-02-01`', '2026-02-01'],
    ['date: 1969-12-31', 'far-date', '`date: 2026-02-24`', '1969-12-31'],
    ['date: 2569-02-24', 'far-date', 'Correct the year', '2569-02-24'],
    ['date: 2026-02-24\nlastmod: 2026-02-31', 'bad-date', '`lastmod: 2026-02-28`', '2026-02-24'],
  ])('%j is read, and reported as %s', (header, code, fix, date) => {
    const { value: outcome, problems } = derive(header);
    expect(problems).toMatchObject([{ code, severity: 'warning', fix: expect.stringContaining(fix) }]);
    expect(outcome).toMatchObject({ kind: 'article', fields: { publish_at: day(date), updated_at: null } });
  });

  test.each(['0001-01-01T00:00:00Z', '0001-01-01', '0000-00-00 00:00:00'])(
    '%s is how programs write no date',
    (none) => {
      expect(derive(`date: ${none}`).value).toEqual({ kind: 'skipped', reason: 'no-date' });
      expect(fields(`updated: ${none}`).updated_at).toBeNull();
    },
  );

  test.each(['Last Modified', 'git Created'])('%s of Eleventy is what path or git says', (word) => {
    expect(derive(`date: ${word}`, '2015-08-25-a.md').value).toMatchObject({
      fields: { publish_at: day('2015-08-25') },
    });
    expect(derive(`date: ${word}`)).toMatchObject({
      value: { kind: 'skipped', reason: 'no-date' },
      problems: [{ code: 'no-date', line: 2, found: expect.stringContaining('`date` without a date') }],
    });
  });

  test.each(['created: by Ada', 'added: true', 'updated: yes', 'modified: by Ada', 'updated: 1'])(
    '%j is a word of another program',
    (header) => {
      expect(fields(header)).toMatchObject({ publish_at: day('2026-02-24'), updated_at: null });
    },
  );

  // As Jekyll 4.3 itself has them.
  test.each([
    ['2024-07-15', '2024-07-15T04:00:00Z'],
    ['2024-01-15 09:00:00', '2024-01-15T09:00:00Z'],
    ['2024-01-15T09:00:00', '2024-01-15T09:00:00Z'],
    ['2024-01-15 09:00', '2024-01-15T14:00:00Z'],
    ['"2024-01-15 09:00:00"', '2024-01-15T14:00:00Z'],
    ['2024-01-15 09:00:00 +0100', '2024-01-15T08:00:00Z'],
  ])('%s in New York is %s where moments without quotes are in UTC', (date, moment) => {
    const options = { timeZone: 'America/New_York', plainInUtc: true } as const;
    const { value: outcome } = derive(`date: ${date}`, 'a.md', options);
    expect(outcome).toMatchObject({ fields: { publish_at: Date.parse(moment) / 1000 } });
  });

  test.each([
    // As Hugo 0.111 itself has them, except where clocks skip a time: Hugo takes the hour before.
    ['2024-01-15', 'America/New_York', '2024-01-15T05:00:00Z'],
    ['2024-07-15 09:00:00', 'America/New_York', '2024-07-15T13:00:00Z'],
    ['2024-01-15T09:00:00Z', 'America/New_York', '2024-01-15T09:00:00Z'],
    ['2024-11-03 01:30:00', 'America/New_York', '2024-11-03T05:30:00Z'],
    ['2024-03-10 02:30:00', 'America/New_York', '2024-03-10T07:30:00Z'],
    ['2026-02-24', 'Europe/Vienna', '2026-02-23T23:00:00Z'],
    ['2026-07-24 10:00', 'Europe/Vienna', '2026-07-24T08:00:00Z'],
    ['2026-07-24 10:00', 'America/St_Johns', '2026-07-24T12:30:00Z'],
    ['2026-07-24 10:00 +0100', 'Europe/Vienna', '2026-07-24T09:00:00Z'],
    ['2026-07-24T10:00Z', 'Europe/Vienna', '2026-07-24T10:00:00Z'],
    ['2026-03-29 02:30', 'Europe/Vienna', '2026-03-29T01:30:00Z'],
    ['2026-10-25 02:30', 'Europe/Vienna', '2026-10-25T00:30:00Z'],
    ['2026-10-25 03:00', 'Europe/Vienna', '2026-10-25T02:00:00Z'],
    ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00:00Z'],
    ['0099-01-01', 'UTC', '0099-01-01T00:00:00Z'],
  ])('%s in the zone %s is %s', (date, timeZone, moment) => {
    const parsed = parsedFile('a.md', `---\ndate: ${date}\n---\n`);
    const options = { ...defaultContentOptions, timeZone };
    const { value: outcome } = deriveFields(parsed, options, now);
    expect(outcome).toMatchObject({ fields: { publish_at: Date.parse(moment) / 1000 } });
    const named = parsedFile(`${date.slice(0, 10)}-a.md`, '---\ntitle: x\n---\n');
    const fromPath = deriveFields(named, options, now).value;
    if (date.length === 10) expect(fromPath).toMatchObject({ fields: { publish_at: Date.parse(moment) / 1000 } });
  });

  test('front matter, then the path, then an address, then git', () => {
    const gitDates = { first: day('2011-01-01'), last: day('2012-01-01') };
    const from = (header: string, path: string) => {
      const { value: outcome } = deriveFields(
        { ...parsedFile(path, `---\n${header}\n---\n`), gitDates },
        defaultContentOptions,
        now,
      );
      return outcome.kind === 'article' ? outcome.fields : null;
    };
    expect(from('date: 2014-01-01\npermalink: /2016/1/1/x/', '2015-01-01-a.md')?.publish_at).toBe(day('2014-01-01'));
    expect(from('permalink: /2016/1/1/x/', '2015-01-01-a.md')?.publish_at).toBe(day('2015-01-01'));
    expect(from('path: 2016/07/25/x', 'a.md')).toMatchObject({ slug: 'x', publish_at: day('2016-07-25') });
    expect(from('title: x', 'a.md')).toMatchObject({ publish_at: gitDates.first, updated_at: gitDates.last });
    expect(from('updated: 2013-01-01', 'a.md')?.updated_at).toBe(day('2013-01-01'));
  });

  test.each([
    ['date: 2024-01-01\nembargo: 2027-03-01', '2027-03-01'],
    ['date: 2024-01-01\nEmbargoUntil: 2023-01-01', '2024-01-01'],
    ['publish_at: 2024-01-01\nvisible-from: 2025-01-01\nGo Live: 2026-01-01\npublish_after: ""', '2026-01-01'],
    ['go_live: 2025-01-01', '2025-01-01'],
    ['date: 2024-01-01\nembargo: false', '2024-01-01'],
    ['date: 2024-01-01\nembargo: [[2027-03-01]]', '2027-03-01'],
  ])('%j: the later date counts', (header, date) => {
    const { value: outcome, problems } = derive(header);
    expect([outcome, problems]).toMatchObject([{ fields: { publish_at: day(date), published_at: null } }, []]);
  });

  test.each([
    'embargo: soon',
    'embargo: 2027',
    'visible_from: 2027-02-30',
    'emabrgo: 2027-01-01',
    'vissible_from: 2027-01-01',
  ])('%s is an error, since the article could be published too early', (line) => {
    expect(faults(`date: 2024-01-01\n${line}`)).toMatchObject({
      kind: 'invalid',
      codes: [expect.stringMatching(/^3:/)],
    });
  });

  test('what says only when it first appeared is served from then on', () => {
    expect(derive('published_at: 2015-08-25').value).toMatchObject({ fields: { publish_at: day('2015-08-25') } });
    expect(derive('published_at: 2015-08-25', '2016-01-01-a.md').value).toMatchObject({
      fields: { publish_at: day('2016-01-01'), published_at: day('2015-08-25') },
    });
    expect(derive('created_at: 2015-01-01\npublished_at: 2015-08-25').value).toMatchObject({
      fields: { publish_at: day('2015-08-25'), published_at: day('2015-08-25') },
    });
  });

  test('a list of one date is that date', () => {
    expect(derive('date:\n  - "2024/01/05"').value).toMatchObject({ fields: { publish_at: day('2024-01-05') } });
  });

  test.each([
    'created: [[Jan 5th, 2024]]',
    'date: [[2024-01-05]]',
    'date: "[[2024-01-05]]"',
    'date: ["[[2024-01-05]]"]',
  ])('%s is the day of a page that is linked', (written) => {
    const { value, problems } = derive(written);
    expect([value, problems]).toMatchObject([{ fields: { publish_at: day('2024-01-05') } }, []]);
  });

  test('a mapping of dates has both, and a year alone is none under other names, and is not reported', () => {
    expect(derive('date:\n  created: 2024-01-01\n  updated: 2024-02-01').value).toMatchObject({
      fields: { publish_at: day('2024-01-01'), updated_at: day('2024-02-01') },
    });
    expect(derive('published: 2004').value).toEqual({ kind: 'skipped', reason: 'no-date' });
    expect(derive('datePublished: 1993\ndateAdded: 2025-12-03').value).toMatchObject({
      fields: { publish_at: day('2025-12-03'), published_at: null },
    });
  });

  test('a date that was left empty is reported where it belongs', () => {
    expect(derive('title: x\npublish_at:').problems).toMatchObject([
      { code: 'no-date', line: 3, column: 1, found: expect.stringContaining('`publish_at` without a date') },
    ]);
  });

  test('a page without a date is no article, and says so once', () => {
    const { value: outcome, problems } = derive('title: {a: b}\nid: 01');
    expect(outcome).toEqual({ kind: 'skipped', reason: 'no-date' });
    expect(problems).toMatchObject([
      { code: 'no-date', severity: 'warning', path: 'posts/my-post.md', line: 1, column: 1 },
    ]);
    expect(derive('', 'README.md').value).toEqual({ kind: 'skipped', reason: 'no-date' });
  });

  test('nothing in a page without a date is an error', () => {
    expect(derive('drafft: true\ntitle: {a: b}').problems).toMatchObject([
      { code: 'misspelt-key', severity: 'warning' },
      { code: 'no-date', severity: 'warning' },
    ]);
  });

  test.each([
    ['publish_at: 2024-01-01', 'Templates/daily.md'],
    ['publish_at: 2024-01-01', 'notes/_templates/daily.md'],
    ['publish_at: 2024-01-01\ntitle: Day', 'notes/Templates/daily.md'],
    ['publish_at: 2024-01-01', 'notes/templates/daily.md'],
    ['title: Day', 'templates/daily.md'],
    ['title: Day\ndate:', 'templates/daily.md'],
    ['date: {{date}}', 'a.md'],
    ['date: $(date +%Y)', 'a.md'],
    ['date: "{{date:YYYY-MM-DD}} 10:00"\ntitle: x', 'a.md'],
    ['created: <% tp.file.creation_date() %>', 'a.md'],
    ['title: {{title}}', '2024-01-01-a.md'],
    ['title: "{{ replace .Name }}"\ndate: 2024-01-01', 'a.md'],
    ['draft: true\ndate: {{ date }}', 'a.md'],
  ])('%j in %s is a template, which is no article', (header, path) => {
    const template = { value: { kind: 'skipped', reason: 'template' }, problems: [] };
    expect(derive(header, path, { hasTemplates: true })).toEqual(template);
  });

  test.each([
    ['publish_at: 2024-01-01\ntitle: On templates', 'c++/templates/a.md', 'Text with `{{ x }}`'],
    ['title: On templates', 'templates/2024-01-01-a.md', 'Text'],
    ['date: 2024-01-01', 'templates/a.md', '# On templates'],
  ])('%j in %s is an article of that topic', (header, path, body) => {
    const parsed = parsedFile(path, `---\n${header}\n---\n${body}\n`);
    expect(deriveFields(parsed, defaultContentOptions, 0).value.kind).toBe('article');
    const placeholder = parsedFile(path, `---\n${header}\n---\n${body}\n## {{date}}\n`);
    expect(deriveFields(placeholder, { ...defaultContentOptions, hasTemplates: true }, 0).value.kind).toBe('skipped');
    expect(deriveFields(placeholder, defaultContentOptions, 0).value.kind).toBe('article');
    const named = { ...defaultContentOptions, templates: ['templates'] };
    expect(deriveFields(parsed, named, 0).value.kind).toBe('skipped');
  });

  test.each(['Templates/a.md', 'x/templates/a.md', 'TEMPLATES/a.md'])(
    '%s is an article where no program has templates',
    (path) => expect(derive('publish_at: 2024-01-01', path).value.kind).toBe('article'),
  );

  test('a title may speak of placeholders, and a folder of the web', () => {
    expect(fields('title: "{{ x }} in Vue"', 'web-templates/a.md').title).toBe('{{ x }} in Vue');
  });

  test.each(['README.md', 'docs/LICENSE-DOCS.md', 'CODE_OF_CONDUCT.md', 'Changelog.de.markdown'])(
    '%s without front matter is skipped without a report, and reported where somebody wrote some',
    (path) => {
      const read = (text: string) => deriveFields(parsedFile(path, text), defaultContentOptions, 0);
      expect(read('# A\n')).toEqual({ value: { kind: 'skipped', reason: 'no-date' }, problems: [] });
      expect(read('---\ntitle: A\n---\n# A\n').problems.map(({ code }) => code)).toEqual(['no-date']);
    },
  );

  test.each([
    ['written_on: 2015-08-25', 'frontMatter: { publish_at: "written_on" }'],
    ['"Written: on": "2015-08-25T10:00:00Z"', 'frontMatter: { publish_at: "Written: on" }'],
    ['event_date: 2015-08-25', undefined],
    ['updated_at: 2015-08-25', undefined],
    ['sort: 2015', undefined],
  ])('of %s, which nothing reads as a date, the setting is %s', (header, setting) => {
    const [problem] = derive(header).problems;
    expect([problem?.code, problem?.setting]).toEqual(['no-date', setting]);
    if (setting !== undefined) expect(problem?.fix).toContain(setting);
  });
});

describe('hidden', () => {
  test.each([
    ['draft: true', 'draft', 2],
    ['Draft: YES', 'draft', 2],
    ['draft: "on"', 'draft', 2],
    ['draft: 1', 'draft', 2],
    ['published: false', 'unpublished', 2],
    ['published: "no"', 'unpublished', 2],
    ['status: Draft', 'draft', 2],
    ['expiryDate: 2026-11-20', 'expired', 2],
    ['expirydate: "2026-11-21"', 'expired', 2],
    ['x: y\nexpires: 2026-11-21T01:00:00+02:00', 'expired', 3],
    ['unpublish_date: 2020-01-01', 'expired', 2],
    ['draft: true\ntitle: {a: b}\ndate: never', 'draft', 2],
    ['ignore: true', 'draft', 2],
    ['ignorePublish: true', 'draft', 2],
    ['build: {render: never, list: never}', 'unpublished', 2],
    ['build:\n  list: never', 'unpublished', 3],
    ['_build: {render: false}', 'unpublished', 2],
    ['published: unlisted', 'unpublished', 2],
  ])('%j: %s', (header, reason, line) => {
    const { value: outcome, problems } = derive(header);
    expect(problems).toEqual([]);
    expect(outcome).toMatchObject({ kind: 'hidden', reason, at: { line } });
  });

  test.each([
    ...['draft', 'isDraft', 'is_draft', 'Hidden', 'private', 'is-private', 'wip', 'WIP', 'unlisted'],
    'Work in progress',
    ...['unpublished', 'protected'],
  ])('%s: true hides, and false shows', (name) => {
    for (const yes of ['true', 'yes', 'on', '1', '"True"']) {
      expect(derive(`${name}: ${yes}`).value).toMatchObject({ kind: 'hidden', reason: 'draft', at: { line: 2 } });
    }
    expect(fields(`${name}: false`).slug).toBe('my-post');
    expect(fields(`${name}:`).slug).toBe('my-post');
    expect(faults(`date: 2026-02-24\n${name}: perhaps`)).toMatchObject({
      kind: 'invalid',
      codes: [`3:${name.length + 3} wrong-type`],
    });
  });

  test.each(['published', 'isPublished', 'publish', 'public', 'is_public', 'visible', 'Visible', 'dg-publish'])(
    '%s: false hides, and true shows',
    (name) => {
      for (const no of ['false', 'no', 'off', '0', 'never', '"Not yet"']) {
        expect(derive(`${name}: ${no}`).value).toMatchObject({ kind: 'hidden', reason: 'unpublished' });
      }
      expect(fields(`${name}: true`).slug).toBe('my-post');
    },
  );

  test.each(['status', 'visibility', 'Post Status'])('%s hides with any word but those that show', (name) => {
    for (const word of ['draft', 'private', 'Unlisted', 'pending', 'hidden', 'password', 'archived']) {
      expect(derive(`${name}: ${word}`)).toMatchObject({ value: { kind: 'hidden' }, problems: [] });
    }
    for (const word of ['published', 'Public', 'live', 'publish', 'true', '[published]']) {
      expect(fields(`${name}: ${word}`).slug).toBe('my-post');
    }
    expect(derive(`${name}: completed`)).toMatchObject({
      value: { kind: 'hidden', reason: 'unpublished' },
      problems: [
        { code: 'wrong-type', severity: 'warning', found: expect.stringContaining('which hides the article') },
      ],
    });
  });

  test('an embargo without an end hides', () => {
    expect(derive('date: 2020-01-01\nembargo: true').value).toMatchObject({ kind: 'hidden', rule: 'embargo' });
  });

  test.each(['password: 1234', 'Password: secret', 'post_password: x'])('%j hides', (header) => {
    expect(derive(header).value).toMatchObject({ kind: 'hidden', reason: 'password' });
    expect(fields('password: ""').slug).toBe('my-post');
  });

  test.each([
    ['drafft: true', '`draft`'],
    ['isDrat: yes', '`isDraft`'],
    ['hiden: true', '`hidden`'],
    ['pirvate: true', '`private`'],
    ['unlistd: on', '`unlisted`'],
    ['pubished: false', '`published`'],
    ['visable: false', '`visible`'],
    ['stauts: draft', '`status`'],
    ['visibilty: private', '`visibility`'],
    ['pasword: secret', '`password`'],
  ])('%j is nearly a name that hides, and an error', (line, meant) => {
    const { kind, codes, fix } = faults(`date: 2026-02-24\n${line}`);
    expect({ kind, codes }).toEqual({ kind: 'invalid', codes: ['3:1 misspelt-key'] });
    expect(fix).toContain(`Write ${meant}`);
  });

  test.each(['_drafts/name.md', 'blog/_drafts/a/2015-01-01-name.md', 'old-drafts/a.md', '_my.drafts/b/a.md'])(
    '%s: drafts-folder',
    (path) => {
      expect(derive('title: x', path)).toEqual({
        value: { kind: 'hidden', reason: 'drafts-folder', rule: 'drafts-folder', at: { line: 1, column: 1 } },
        problems: [],
      });
    },
  );

  test.each([
    ...['draft: false', 'draft: no', 'draft: "0"', 'draft:', 'published: true', 'published: 2020-01-01'],
    ...['published: The Times', 'status: published', 'expires: false', 'expiryDate: 2026-11-21T00:00:01Z'],
    ...[
      'x_drafts: true',
      'embargo: no',
      'build: {render: always, list: local}',
      'build: never',
      'published: Jan. 5 2020, in review',
    ],
    // Words of their own, and what else may be hidden.
    ...['publisher: true', 'privacy: yes', 'craft: true', 'drift: yes', 'stats: draft', 'poster: x.jpg'],
    ...['startups: [a]', 'hide_comments: true', 'hideSummary: true', 'showToc: false', 'excludeFromSearch: true'],
    ...['secret_santa: true', 'hide: false', 'render: true', 'not_hidden: true', 'list: [a]', 'hide: [toc]'],
    'archive: 2020',
    // Comments of other languages.
    ...['<!-- hidden: True -->', '// draft: true', '; private: yes', '/* unlisted: true */'],
  ])('%j does not hide', (header) => {
    expect(fields(header).slug).toBe('my-post');
  });

  test.each([
    ...['do_not_publish: true', 'hide: true', 'hidePost: 1', 'excluded: on', 'retracted: true'],
    ...[
      'shown: false',
      'list: no',
      'showPage: false',
      'not_listed: true',
      'finished: false',
      'share: no',
      'is_archived: true',
    ],
    ...['post-hidden: true', 'expired: true'],
  ])('%j looks as if it hides: a warning', (header) => {
    const { value: outcome, problems } = derive(`date: 2026-02-24\n${header}`);
    expect(outcome.kind).toBe('article');
    expect(problems).toMatchObject([{ code: 'misspelt-key', severity: 'warning', line: 3, column: 1 }]);
  });

  test.each(['published: in review', 'publish: not yet ready', 'published: pendng', 'build: {render: nevr}'])(
    '%j may hide, and is an error',
    (header) => {
      expect(derive(`date: 2026-02-24\n${header}`)).toMatchObject({
        value: { kind: 'invalid' },
        problems: [{ code: 'wrong-type', severity: 'error' }],
      });
    },
  );

  test.each([
    ['expiration_date: 2020-01-01', 'a.md'],
    ['Unlisted: true', 'a.md'],
    ['status: done', 'a.md'],
    ['title: T', 'drafts/a.md'],
    ['title: T', 'Templates/a.md'],
    ['permalink: false', 'feed.md'],
  ])('where its rule is turned off, %j does not hide %s', (header, path) => {
    const notHiding = ['expirationDate', 'unlisted', 'status', 'drafts-folder', 'template', 'no-page'];
    const options = { ...defaultContentOptions, hasTemplates: true, notHiding };
    const parsed = parsedFile(path, `---\n${header}\ndate: 2026-02-24\n---\n`);
    expect(deriveFields(parsed, options, now)).toMatchObject({ value: { kind: 'article' }, problems: [] });
    const shown = derive(`${header}\ndate: 2026-02-24`, path, { hasTemplates: true });
    expect(shown.value.kind).not.toBe('article');
  });
});

test.each([
  ...['title', 'excerpt', 'meta_title', 'meta_description'].flatMap((name) =>
    ['{a: b}', '[a]'].map((value): [string, string, string] => [`${name}: ${value}`, '', 'in quotes']),
  ),
  ['header_image: {alt: x}', '', 'photo.jpg'],
  ['header_image: true', '', 'photo.jpg'],
  ['slug: [a]', '', '`slug: my-post`'],
  ['aliases: {a: b}', '', ''],
  ['aliases: [a, {b: c}]', '3:14', ''],
  ['draft: maybe', '', ''],
  ['draft: [true]', '', ''],
  ['draft: ture', '', 'Did you mean `true`?'],
  ['draft: flase', '', 'Did you mean `false`?'],
  ['status: drfat', '', 'Did you mean `draft`?'],
  ['published: fasle', '', 'Did you mean `false`?'],
  ['isPublic: flase', '', 'Did you mean `false`?'],
  ['hidden: treu', '', 'Did you mean `true`?'],
  ['status: pubished', '', 'Did you mean `published`?'],
  ['visibility: privat', '', 'Did you mean `private`?'],
])('%s cannot be read, which is an error at %s, and the fix says: %s', (line, place, expected) => {
  const { kind, codes, fix } = faults(`date: 2026-02-24\n${line}`);
  const at = place === '' ? `3:${line.indexOf(':') + 3}` : place;
  expect({ kind, codes }).toEqual({ kind: 'invalid', codes: [`${at} wrong-type`] });
  expect(fix).toContain(expected);
});

test('a file of which its program makes no page is skipped', () => {
  const skipped = { value: { kind: 'skipped', reason: 'no-page' }, problems: [] };
  expect(derive('date: 2026-02-24\npermalink: false', 'feed.md')).toEqual(skipped);
});

describe('aliases', () => {
  test.each<[string, string[]]>([
    ['aliases: former', ['former']],
    ['aliases: [/a/former/, former, /b/c.html, my-post, ""]', ['former', 'c']],
    ['redirect_from: [2015, "a b", "/:x/", old]', ['old']],
    ['aliases: [1.0]', ['1.0']],
    ['redirect_from:\n  - /old/\n  -', ['old']],
    ['redirect_from: ["index.php?post/12", /old/]', ['old']],
    ['aliases: a\nredirect_from: /b/', ['a', 'b']],
    ['redirect_from: {a: b}', []],
    ['aliases: []', []],
  ])('%j gives %j', (header, aliases) => {
    expect(fields(header).aliases).toEqual(aliases);
  });

  test('that can have been no slug are reported, under our own name', () => {
    const { value: outcome, problems } = deriveFields(
      parsedFile('my-post.md', '---\ndate: 2026-02-24\naliases: [2015, "a b", "【c】d", "/:x/", old]\n---\n'),
      defaultContentOptions,
      now,
    );
    expect(problems.map(({ line, column, code, severity }) => `${line}:${column} ${code} ${severity}`)).toEqual([
      '3:11 bad-slug warning',
      '3:32 bad-slug warning',
    ]);
    expect(outcome).toMatchObject({ kind: 'article', fields: { aliases: ['old'] } });
  });
});

describe('misspelt keys', () => {
  test('one that is the only date is one message, which says that the file is not published', () => {
    const { value, problems } = derive('title: x\ncraeted: 2026-01-05', 'a.md');
    expect(value).toEqual({ kind: 'skipped', reason: 'no-date' });
    expect(problems).toMatchObject([{ code: 'misspelt-key', fix: 'Write `created` instead of `craeted`.' }]);
    expect(problems[0]?.found).toContain('so it is not published');
  });

  const told = (header: string) =>
    derive(`date: 2026-02-24\n${header}`).problems.map(({ line, column, severity, code, fix }) => {
      return `${line}:${column} ${severity} ${code} ${/`(\w+)`/.exec(fix)?.[1]}`;
    });

  test.each([
    ['titel', 'title'],
    ['Tilte', 'title'],
    ['desciption', 'description'],
    ['publsh_at', 'publish_at'],
    ['published-att', 'published_at'],
    ['headerImgae', 'header_image'],
    ['meta-titel', 'meta_title'],
    ['exerpt', 'excerpt'],
    ['slgu', 'slug'],
    ['aliasses', 'aliases'],
    ['last_modifed_at', 'last_modified_at'],
  ])('%s is meant for %s', (key, meant) => {
    expect(told(`x: y\n${key}: "2020-01-01"`)).toEqual([`4:1 warning misspelt-key ${meant}`]);
  });

  test.each(
    'tags categories layout author authors weight type lang images keywords subtitle series data links cards dates paths'
      .split(' ')
      .concat('uid', 'ids', 'lat', 'math', 'toc', 'nav', 'next', 'prev', 'sidebar_position', 'hide_title', 'outline'),
  )('%s is another word', (key) => {
    expect(told(`${key}: x`)).toEqual([]);
  });

  test('beside the key it is near to, one is let be', () => {
    expect(told('update: x\nupdated: 2020-01-01')).toEqual([]);
  });
});

test('configured names come after the own and before all others', () => {
  const options = {
    ...defaultContentOptions,
    frontMatter: { title: ['heading', 'extra.title'], id: ['extra.number'] },
  };
  const read = (header: string) => {
    const parsed = parsedFile('a.md', `+++\ndate = 2026-02-24\n${header}\n+++\n`);
    const { value: outcome, problems } = deriveFields(parsed, options, now);
    expect(problems).toEqual([]);
    return outcome.kind === 'article' ? outcome.fields : null;
  };
  expect(read('heading = "a"\nname = "b"\ntitle = "c"')?.title).toBe('c');
  expect(read('Heading = "a"\nname = "b"')?.title).toBe('a');
  expect(read('name = "b"\n[extra]\ntitle = "d"\nnumber = 7')).toMatchObject({ title: 'd', id: 7 });
});

test.each([
  ['---\ndate: 2026-02-24\nid: "7"\n---\n', '`id: 7`'],
  ['+++\ndate = 2026-02-24\nid = "7"\n+++\n', '`id = 7`'],
  ['{"date": "2026-02-24", "id": "7"}\n', '`"id": 7`'],
  ['+++\ndate = "2026-02-30"\n+++\n', '`date = 2026-02-28`'],
  ['{"date": "2026-02-30"}\n', '`"date": "2026-02-28"`'],
])('a fix is written as the front matter is: %j', (text, fix) => {
  const { problems } = deriveFields(parsedFile('a.md', text), defaultContentOptions, now);
  expect(inWords(problems)[0]?.fix).toContain(fix);
});

test('all errors of a file are reported at once', () => {
  const { codes } = faults('date: 2026-02-30\nid: 010\nslug: a b\ntitle: [x]\naliases: {}\nupdated_at: x');
  expect(codes.sort()).toEqual([
    ...['2:7 bad-date', '3:5 bad-id', '4:7 bad-slug', '5:8 wrong-type', '6:10 wrong-type', '7:13 bad-date'],
  ]);
});
