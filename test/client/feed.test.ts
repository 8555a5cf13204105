import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { type FeedArticle, toAtom, toJsonFeed, toRss, toSitemap } from '../../src/client/feed.ts';
import { hasCommand, hasOutside, outside } from '../support/needs.ts';

const options = { site: 'https://www.example.com', self: '/feed', title: 'T', language: 'en', description: 'About' };

const head: FeedArticle = {
  id: 7,
  slug: 'привет',
  title: 'A & B',
  excerpt: 'a < b',
  header_image_url: null,
  publish_at: '2026-08-12T08:00:00Z',
  published_at: null,
  updated_at: null,
};

const whole: FeedArticle = {
  ...head,
  html: '<p><a href="#h">Text</a></p>',
  header_image_url: 'https://api.example/media/a.png?a&b',
  published_at: '2026-08-01T08:00:00Z',
  updated_at: '2026-09-01T08:00:00Z',
  details: {
    authors: ['Ada', 'Bo'],
    author_details: [
      { name: 'Ada', url: 'https://ada.example/', avatar: 'https://ada.example/a.png' },
      { name: 'Bo', url: null, avatar: null },
    ],
    tags: ['C++', 'x'],
    language: 'de-AT',
    section: null,
    words: 1,
    reading_minutes: 1,
    headings: [],
    header_image: null,
  },
};

/** The texts, or else the attributes, of all elements inside those of a name. */
function childrenOf(xml: string, parent: string): [name: string, value: unknown][] {
  const { root } = parseXml(xml);
  const walk = (element: XmlElement): [string, unknown][] =>
    element.children
      .filter((child) => child instanceof XmlElement)
      .flatMap((child) => [
        ...(element.name === parent ? [[child.name, child.text || child.attributes] as [string, unknown]] : []),
        ...walk(child),
      ]);
  return root === null ? [] : walk(root);
}

const page = 'https://www.example.com/%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82';
const content = `<p><a href="${page}#h">Text</a></p>`;

test('an article has in each format what the format has for it', () => {
  expect(childrenOf(toRss([whole, head], options), 'item')).toEqual([
    ['title', 'A & B'],
    ['link', page],
    ['guid', 'https://www.example.com/#7'],
    ['pubDate', 'Sat, 01 Aug 2026 08:00:00 GMT'],
    ['dc:creator', 'Ada'],
    ['dc:creator', 'Bo'],
    ['category', 'C++'],
    ['category', 'x'],
    ['description', 'a &#x3c; b'],
    ['content:encoded', content],
    ['media:thumbnail', { url: whole.header_image_url }],
    ['title', 'A & B'],
    ['link', page],
    ['guid', 'https://www.example.com/#7'],
    ['pubDate', 'Wed, 12 Aug 2026 08:00:00 GMT'],
    ['description', 'a &#x3c; b'],
  ]);
  expect(childrenOf(toAtom([whole, head], options), 'entry')).toEqual([
    ['title', 'A & B'],
    ['link', { href: page }],
    ['id', 'https://www.example.com/#7'],
    ['published', '2026-08-01T08:00:00Z'],
    ['updated', '2026-09-01T08:00:00Z'],
    ['author', 'Ada\nhttps://ada.example/\n'],
    ['author', 'Bo\n'],
    ['category', { term: 'C++' }],
    ['category', { term: 'x' }],
    ['summary', 'a < b'],
    ['content', content],
    ['media:thumbnail', { url: whole.header_image_url }],
    ['title', 'A & B'],
    ['link', { href: page }],
    ['id', 'https://www.example.com/#7'],
    ['published', '2026-08-12T08:00:00Z'],
    ['updated', '2026-08-12T08:00:00Z'],
    ['summary', 'a < b'],
  ]);
  const ofHead = { id: 'https://www.example.com/#7', url: page, title: 'A & B', summary: 'a < b' };
  expect(JSON.parse(toJsonFeed([whole, head], options))).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    home_page_url: 'https://www.example.com/',
    feed_url: 'https://www.example.com/feed',
    description: 'About',
    language: 'en',
    authors: [{ name: 'T' }],
    items: [
      {
        ...ofHead,
        content_html: content,
        image: whole.header_image_url,
        date_published: '2026-08-01T08:00:00Z',
        date_modified: '2026-09-01T08:00:00Z',
        authors: [{ name: 'Ada', url: 'https://ada.example/', avatar: 'https://ada.example/a.png' }, { name: 'Bo' }],
        tags: ['C++', 'x'],
        language: 'de-AT',
      },
      {
        ...ofHead,
        content_text: 'a < b',
        date_published: '2026-08-12T08:00:00Z',
        date_modified: '2026-08-12T08:00:00Z',
        authors: [],
        tags: [],
      },
    ],
  });
  expect(childrenOf(toSitemap([whole], options), 'url')).toEqual([
    ['loc', 'https://www.example.com/'],
    ['loc', page],
    ['lastmod', '2026-09-01T08:00:00Z'],
  ]);
});

/** Texts, and what is kept of them. */
const hostile: [text: string, kept: string][] = [
  [']]>', ']]>'],
  ['<![CDATA[ x', '<![CDATA[ x'],
  ['</title></item><!--', '</title></item><!--'],
  ['&lt;b&gt; &#0; &nbsp;', '&lt;b&gt; &#0; &nbsp;'],
  ['"a" \'b\' %s {{y}}', '"a" \'b\' %s {{y}}'],
  ['👩‍👩‍👧 עברית \u2028 \uFFFD', '👩‍👩‍👧 עברית \u2028 \uFFFD'],
  ['a\uFFFEb\uFFFFc', 'abc'],
  ['a\uD800b\uDC00c', 'abc'],
  ['a\0b\x08c\x1Bd\x7Fe\x85f', 'abcdef'],
];

const hostileArticle = (text: string, index: number): FeedArticle => ({
  ...whole,
  ...{ id: index + 1, slug: `a${index}`, title: text, excerpt: text, html: text },
  details: { ...whole.details, authors: [text], author_details: undefined, tags: [text] } as FeedArticle['details'],
});

test.each(hostile)('%j breaks no format', (text, kept) => {
  const article = hostileArticle(text, 0);
  const own = { ...options, title: text, description: text, author: text };
  const named = (xml: string, parent: string, names: string[]) =>
    childrenOf(xml, parent).filter(([name]) => names.includes(name));
  const rss = toRss([article], own);
  expect(named(rss, 'channel', ['title', 'description'])).toEqual([
    ['title', kept],
    ['description', kept],
  ]);
  expect(named(rss, 'item', ['title', 'dc:creator', 'category', 'content:encoded'])).toEqual(
    ['title', 'dc:creator', 'category', 'content:encoded'].map((name) => [name, kept]),
  );
  const atom = toAtom([article], own);
  expect(named(atom, 'entry', ['title', 'summary', 'content', 'category'])).toEqual([
    ['title', kept],
    ['category', { term: kept }],
    ['summary', kept],
    ['content', kept],
  ]);
  expect(childrenOf(atom, 'author')).toEqual([
    ['name', kept],
    ['name', kept],
  ]);
  const { title, items } = JSON.parse(toJsonFeed([article], own));
  expect([title, items[0].title, items[0].summary, items[0].content_html]).toEqual([kept, kept, kept, kept]);
});

test.each([
  [
    '<a href="/x?a=1&amp;b=2" title="href=&quot;/y&quot;">',
    '<a href="https://www.example.com/x?a=1&amp;b=2" title="href=&quot;/y&quot;">',
  ],
  ['<a title=" href=" href="/x">', '<a title=" href=" href="https://www.example.com/x">'],
  ['<a href="b c">', '<a href="https://www.example.com/blog/b%20c">'],
  ['<a href="">', '<a href="https://www.example.com/blog/a">'],
  ['<a href="//o.example/ж">', '<a href="https://o.example/%D0%B6">'],
  [
    '<a href="mailto:a@b.example">, <a href="https://o.example">',
    '<a href="mailto:a@b.example">, <a href="https://o.example">',
  ],
  ['<a href="https://[">, <a href="//[">', '<a href="https://[">, <a href="//[">'],
  [
    '<video src="/v" poster="/p"><q cite="/q">',
    '<video src="https://www.example.com/v" poster="https://www.example.com/p"><q cite="https://www.example.com/q">',
  ],
  [
    '<img srcset="/a 1x,/b,c 2x, /d, data:e,f 3x">',
    '<img srcset="https://www.example.com/a 1x,https://www.example.com/b,c 2x, https://www.example.com/d, data:e,f 3x">',
  ],
  ['<code>&lt;a href="/x"&gt;</code> href="/y"', '<code>&lt;a href="/x"&gt;</code> href="/y"'],
])('%j has whole addresses', (html, expected) => {
  const feed = toJsonFeed([{ ...head, html }], { ...options, address: () => '/blog/a' });
  expect(JSON.parse(feed).items[0].content_html).toBe(expected);
});

test('a sitemap says where it would be too large, and all say where an address is none', { tags: ['long'] }, () => {
  const many = (count: number) => Array.from({ length: count }, () => head);
  expect(toSitemap(many(49_999), options)).toContain('</urlset>');
  expect(() => toSitemap(many(50_000), options)).toThrow(/^50001 addresses .* a sitemap holds 50,000 and 50 MiB/);
  expect(() => toSitemap(many(50), { ...options, address: () => 'a'.repeat(2 ** 20) })).toThrow(RangeError);
  for (const make of [toRss, toAtom, toJsonFeed, toSitemap])
    expect(() => make([], { ...options, site: 'www.example.com' })).toThrow(TypeError);
});

const feeds = [[], [head], [whole, ...hostile.map(([text], index) => hostileArticle(text, index + 10))]];
const load = createRequire(join(outside, 'package.json'));

test.skipIf(!hasOutside('libxml2-wasm'))(
  'a sitemap holds to the schema of sitemaps.org',
  { tags: ['program'] },
  async () => {
    const { XmlDocument, XsdValidator } = await import(load.resolve('libxml2-wasm'));
    const schema = await readFile(join(outside, 'node_modules', 'sitemap', 'schema', 'sitemap.xsd'), 'utf8');
    const validator = XsdValidator.fromDoc(XmlDocument.fromString(schema));
    const validate = (sitemap: string) => validator.validate(XmlDocument.fromString(sitemap));
    for (const articles of feeds) validate(toSitemap(articles, options));
    expect(() => validate(toSitemap([head], options).replace('08:00:00Z', '8'))).toThrow(/lastmod/);
  },
);

test.skipIf(!hasOutside('jsonfeed-schema'))('a JSON Feed holds to its schema', { tags: ['program'] }, () => {
  const isValid = new Ajv({ strict: false, formats: { uri: URL.canParse, 'date-time': true } }).compile(
    load('jsonfeed-schema'),
  );
  for (const articles of feeds) expect(isValid(JSON.parse(toJsonFeed(articles, options)))).toBe(true);
  expect(isValid(JSON.parse(toJsonFeed([{ ...head, title: 7 as never }], options)))).toBe(false);
});

/**
 * Ruby's parser refuses a feed without what its format requires, with what it forbids, or with a value that is none.
 */
const inRuby = "require 'rss'; ARGV.each { |text| puts RSS::Parser.parse(text, validate: true).items.length }";

test.skipIf(!hasCommand('ruby'))('RSS and Atom are valid for the parser of Ruby', { tags: ['program'] }, () => {
  const parse = (texts: string[]) => spawnSync('ruby', ['-e', inRuby, '--', ...texts], { encoding: 'utf8' });
  for (const make of [toRss, toAtom]) {
    const texts = feeds.map((articles) => make(articles, options));
    expect(parse(texts)).toMatchObject({ stderr: '', stdout: feeds.map(({ length }) => `${length}\n`).join('') });
    expect(parse([make([head], options).replaceAll(/<(title|link)>.*<\/\1>/g, '')]).stderr).toContain(
      'MissingTagError',
    );
  }
});

test.skipIf(!hasOutside('feedsmith'))(
  'another reader finds the same in RSS, Atom and JSON Feed',
  { tags: ['program'] },
  async () => {
    const { parseRssFeed, parseAtomFeed, parseJsonFeed } = await import(load.resolve('feedsmith'));
    const articles = feeds.flat();
    const json = parseJsonFeed(toJsonFeed(articles, options)).items;
    const rss = parseRssFeed(toRss(articles, options)).items;
    const atom = parseAtomFeed(toAtom(articles, options)).entries;
    expect(json).toHaveLength(articles.length);
    const named = (people?: { name: string }[]) => people?.map(({ name }) => name);
    for (const [index, { id, url, title, ...item }] of json.entries()) {
      const { media, dc, content, ...ofRss } = rss[index];
      expect(ofRss).toMatchObject({ title, link: url, guid: { value: id, isPermaLink: false } });
      expect(new Date(ofRss.pubDate)).toEqual(new Date(item.date_published));
      const { published, updated, ...entry } = atom[index];
      expect(entry).toMatchObject({ id, title: { value: title }, links: [{ href: url }] });
      expect([published, updated]).toEqual([item.date_published, item.date_modified]);
      const found = [item.content_html, item.image, named(item.authors), item.tags];
      const tags = [named(ofRss.categories), entry.categories?.map(({ term }: { term: string }) => term)];
      expect([content?.encoded, media?.thumbnails[0].url, dc?.creators, tags[0]]).toEqual(found);
      expect([entry.content?.value, entry.media?.thumbnails[0].url, named(entry.authors), tags[1]]).toEqual(found);
    }
  },
);
