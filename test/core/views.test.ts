import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeGzip } from '../../src/adapters/node/node-gzip.ts';
import type { Article, ArticleDetails } from '../../src/core/article.ts';
import { toAsciiJson } from '../../src/core/encoding.ts';
import { headsPath, tablePath } from '../../src/core/format.ts';
import { openRelease } from '../../src/core/release.ts';
import type { Compress } from '../../src/core/reply.ts';
import { sealOf, sealSize } from '../../src/core/seal.ts';
import { verifyFile } from '../../src/storage/verify-file.ts';
import { cases } from '../support/amount.ts';
import { flipped } from '../support/damage.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site } from '../support/release.ts';

const details: ArticleDetails = {
  ...{ authors: ['Ada “A” Lovelace'], tags: ['ü', 'b\\c'], section: 'News', language: 'de', words: 3 },
  ...{ reading_minutes: 1, headings: [{ level: 2, id: 'x', text: 'X <y>' }], header_image: null },
};

interface Row {
  article: Article;
  details: ArticleDetails;
  html: string;
  markdown: string;
}

/** An article, and its bodies without level-one headings. */
function toRow(id: number, [before, heading, after]: readonly [string, string | null, string], tag: string): Row {
  const html = heading === null ? '' : `<h1>${heading}</h1>`;
  const markdown = heading === null ? '' : `# ${heading}\n`;
  const article = makeArticle({
    id,
    slug: `a${id}`,
    title: `${before} ${id}`,
    html: before + html + after,
    markdown: after + markdown + before,
  });
  return { article, details: { ...details, tags: [tag] }, html: before + after, markdown: after + before };
}

function encode({ article, details, html, markdown }: Row) {
  const cutOf = (text: string, rest: string, at: number): [number, number][] =>
    text.length === rest.length ? [] : [[at, at + text.length - rest.length]];
  const before = article.title.slice(0, -` ${article.id}`.length);
  const after = html.slice(before.length);
  return encodeTestArticle(article, {
    details,
    htmlCuts: cutOf(article.html, html, before.length),
    markdownCuts: cutOf(article.markdown, markdown, after.length),
  });
}

/** What a client must get, in the order of its keys. */
function shown({ article, details, html, markdown }: Row, view: Record<string, boolean>) {
  return {
    ...article,
    html: view.exclude_html ? '' : view.exclude_h1 ? html : article.html,
    markdown: view.exclude_markdown ? '' : view.exclude_h1 ? markdown : article.markdown,
    ...(view.include_details && { details }),
  };
}

const views = Array.from({ length: 16 }, (_, bits) => ({
  exclude_h1: (bits & 1) > 0,
  exclude_html: (bits & 2) > 0,
  exclude_markdown: (bits & 4) > 0,
  include_details: (bits & 8) > 0,
}));
const names = ['exclude_h1', 'exclude_html', 'exclude_markdown', 'include_details'] as const;
const toQuery = (view: Record<string, boolean>): string => new URLSearchParams(view as never).toString();

const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((one) => one.repeat(1 + (one.length % 40)));
const bodies = fc.tuple(text, fc.option(text), text);

test('every view of every page is what its articles are, with the members emptied, in both codings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(bodies, fc.constantFrom('a', 'ü"')), { minLength: 1, maxLength: 130 }),
      fc.integer({ min: 1, max: 100 }),
      async (all, perPage) => {
        const rows = all.map(([body, tag], i) => toRow(i + 1, body, tag));
        const made = await makeRelease(rows.map(encode));
        const newestFirst = rows.toReversed();
        for (const view of views) {
          const page = 1 + (rows.length % Math.ceil(rows.length / perPage));
          const target = `/api/v1/articles?page=${page}&per_page=${perPage}&${toQuery(view)}`;
          const expected = newestFirst.slice((page - 1) * perPage, page * perPage).map((row) => shown(row, view));
          for (const coding of ['identity', 'gzip']) {
            const { status, text } = await ask(made, target, { headers: { 'accept-encoding': coding } });
            expect(status).toBe(200);
            expect(text.startsWith(`{"data":${JSON.stringify(expected)},"links"`)).toBe(true);
          }
        }
      },
    ),
    cases(25),
  );
});

describe('one article', () => {
  const row = toRow(1, ['<p>a</p>', 'H', '<p>b</p>'], 'x');

  test.each(views)('%j', async (view) => {
    const made = await makeRelease([encode(row)]);
    for (const coding of ['identity', 'gzip']) {
      const { text } = await ask(made, `/api/v1/articles/1?${toQuery(view)}`, {
        headers: { 'accept-encoding': coding },
      });
      expect(text).toBe(JSON.stringify(shown(row, view)));
    }
  });

  test('has a tail that is too large for one stored block', async () => {
    const address = `https://x.test/${'a'.repeat(150_000)}`;
    const long = { ...row, article: { ...row.article, header_image_url: address } };
    const made = await makeRelease([encode(long)]);
    const headers = { 'accept-encoding': 'gzip' };
    const { text } = await ask(made, '/api/v1/articles/1?exclude_markdown=1', { headers });
    expect(JSON.parse(text).header_image_url).toBe(address);
  });
});

test('entity tags of a view change when what it shows does, and those of heads not else', async () => {
  const first = toRow(1, ['<p>a</p>', 'H', '<p>b</p>'], 'x');
  const edits: Row[] = [
    { ...first, article: { ...first.article, excerpt: 'other' } },
    { ...first, article: { ...first.article, updated_at: '2026-02-02T00:00:00Z' } },
    { ...first, details: { ...details, tags: ['y'] } },
    toRow(1, ['<p>a</p>', 'I', '<p>b</p>'], 'x'),
    toRow(1, ['<p>a</p>', 'H', '<p>c</p>'], 'x'),
    toRow(1, ['<p>a</p>', null, '<p>b</p>'], 'x'),
  ];
  const responses = async (row: Row) => {
    const made = await makeRelease([encode(row)]);
    return Promise.all(views.map((view) => ask(made, `/api/v1/articles/1?${toQuery(view)}`)));
  };
  const before = await responses(first);
  expect(new Set(before.map(({ headers }) => headers.ETag)).size).toBe(new Set(before.map(({ text }) => text)).size);
  for (const edit of edits) {
    for (const [i, { text, headers }] of (await responses(edit)).entries()) {
      const isSame = text === before[i]?.text;
      // Others have a tag of both bodies with their headings.
      if (isSame && !(views[i]?.exclude_html && views[i]?.exclude_markdown)) continue;
      expect(headers.ETag === before[i]?.headers.ETag, `${JSON.stringify(views[i])} ${text}`).toBe(isSame);
    }
  }
});

/**
 * Prose, so that both bodies have as many bytes; and lists whose headings are many, or more than a stream is cut at.
 */
const prose = (seed: number): string =>
  Array.from({ length: 150 }, (_, i) => `word${(seed * 31 + i * i * 7919) % 4001}`).join(' ');
const sections = (count: number, seed: number) => {
  const texts = Array.from({ length: count }, (_, i) => prose(seed + i).slice(0, 400));
  const paragraphs = texts.map((text) => `<p>${text.replaceAll(' word1', ' <em>word1</em>')}</p>`);
  const cutsOf = (heading: string, parts: string[]): [number, number][] =>
    parts.map((_, i) => {
      const start = parts.slice(0, i).join('').length + i * heading.length;
      return [start, start + heading.length];
    });
  const join = (heading: string, parts: string[]): string => parts.map((text) => heading + text).join('');
  const article = makeArticle({ id: seed, html: join('<h1>H</h1>', paragraphs), markdown: join('# H\n', texts) });
  const cuts = { htmlCuts: cutsOf('<h1>H</h1>', paragraphs), markdownCuts: cutsOf('# H\n', texts) };
  return encodeTestArticle(article, { ...cuts, details });
};
const plain = (id: number) =>
  encodeTestArticle(makeArticle({ id, html: `<p>${prose(id)}</p>`, markdown: prose(id) }), { details });

test.each([
  ['prose', Array.from({ length: 30 }, (_, i) => plain(i + 1))],
  ['a heading at the start', Array.from({ length: 30 }, (_, i) => encode(toRow(i + 1, ['', 'H', prose(i)], 'x')))],
  ['some headings', Array.from({ length: 12 }, (_, i) => sections(5, i + 1))],
  ['many headings', Array.from({ length: 3 }, (_, i) => sections(70, i + 1))],
  ['one article', [plain(1)]],
  ['one short article', [encode(toRow(1, ['a', 'H', 'b'], 'x'))]],
])('what a view excludes makes no response larger, in both codings, but for its links: %s', async (_, articles) => {
  const made = await makeRelease(articles);
  for (const coding of ['identity', 'gzip']) {
    const sizes = await Promise.all(
      views.map(async (view) => {
        const headers = { 'accept-encoding': coding };
        const query = names.flatMap((name) => (view[name] ? [`${name}=1`] : [])).join('&');
        const { bytes, text } = await ask(made, `/api/v1/articles?${query}`, { headers });
        expect(JSON.parse(text).data.length).toBe(articles.length);
        return { size: bytes.length, links: text.length - text.lastIndexOf('],"links":') };
      }),
    );
    for (const [bits, { size, links }] of sizes.entries()) {
      for (const bit of [1, 2, 4].filter((bit) => bits & bit)) {
        const before = sizes[bits - bit] ?? { size: 0, links: 0 };
        expect(size - links, `${coding} ${bits} ${bit}`).toBeLessThanOrEqual(before.size - before.links);
      }
    }
  }
});

test('a list without a body is spliced; heads are compressed, once, and for no 304', async () => {
  const made = await makeRelease([plain(1), sections(1, 2), sections(2, 3)]);
  let compressed = 0;
  const compress: Compress = (_, { parts }) => {
    compressed++;
    return nodeGzip(Buffer.from(`${compressed} ${parts.length}`));
  };
  const request = (query: string, more: Record<string, string> = {}, method = 'GET') => {
    const headers = { 'accept-encoding': 'gzip', ...more };
    return ask(made, `/api/v1/articles?${query}`, { headers, method, service: { compress } });
  };
  for (const view of views.filter((view) => !view.exclude_html || !view.exclude_markdown)) await request(toQuery(view));
  expect(compressed).toBe(0);
  const heads = 'exclude_html=1&exclude_markdown=1';
  const { headers } = await request(heads, {}, 'HEAD');
  expect([compressed, headers['Content-Length']]).toEqual([1, String((await nodeGzip(Buffer.from('1 3'))).length)]);
  expect((await request(heads, { 'if-none-match': headers.ETag ?? '' })).status).toBe(304);
  expect(compressed).toBe(1);
});

test('heads read no file of bodies', async () => {
  const read = new Set<string>();
  const storage = {
    ...hundred.storage,
    read: (path: string, ...range: number[]) => {
      read.add(path.replace(/^.*?\./, ''));
      return hundred.storage.read(path, ...range);
    },
  };
  const release = await openRelease(hundred.release.id, storage);
  for (const coding of ['identity', 'gzip']) {
    const target = '/api/v1/articles?exclude_html=1&exclude_markdown=1&per_page=1000';
    await ask({ storage, release }, target, { headers: { 'accept-encoding': coding } });
  }
  expect([...read].sort()).toEqual([`${hundred.release.id}.json`, 'heads', 'table']);
});

const hundred = await makeRelease(Array.from({ length: 250 }, (_, i) => encode(toRow(i + 1, ['a', null, 'b'], 'x'))));

test('a page of heads has up to 1,000 articles, and links that lead on with the same parameters', async () => {
  const query = 'exclude_html=true&exclude_markdown=1&per_page=200';
  const { text, headers } = await ask(hundred, `/api/v1/articles?${query}`);
  const { data, links, meta } = JSON.parse(text);
  expect([data.length, meta.per_page]).toEqual([200, 200]);
  expect(links.next).toMatch(/\?page=2&after=[\d-]+&per_page=200&exclude_html=true&exclude_markdown=true$/);
  expect(headers.Link).toContain(links.next);
  const second = await ask(hundred, links.next.slice(site.length));
  expect(JSON.parse(second.text).data.length).toBe(50);
  const all = await ask(hundred, '/api/v1/articles?exclude_html=1&exclude_markdown=1&per_page=1000');
  expect(JSON.parse(all.text).data.length).toBe(250);
});

test('the last of two pages of 1,000 heads has the oldest article alone', async () => {
  const made = await makeRelease(Array.from({ length: 1001 }, (_, i) => encode(toRow(i + 1, ['a', null, 'b'], 'x'))));
  const first = await ask(made, '/api/v1/articles?exclude_html=1&exclude_markdown=1&per_page=1000');
  const { data, links, meta } = JSON.parse(first.text);
  expect(data.map(({ id }: { id: number }) => id)).toEqual(Array.from({ length: 1000 }, (_, i) => 1001 - i));
  expect([meta.from, meta.to, links.prev]).toEqual([1, 1000, null]);
  const last = JSON.parse((await ask(made, links.next.slice(site.length))).text);
  const [oldest] = last.data;
  expect(oldest).toMatchObject({ id: 1, title: 'a 1', html: '', markdown: '' });
  expect([last.data.length, last.meta.from, last.meta.to, last.links.next]).toEqual([1, 1001, 1001, null]);
});

test.each([
  ['exclude_html=1&per_page=101', 'The per_page field must be between 1 and 100.'],
  ['exclude_html=1&exclude_markdown=0&per_page=101', 'The per_page field must be between 1 and 100.'],
  ['exclude_html=1&exclude_markdown=1&per_page=1001', 'The per_page field must be between 1 and 1000.'],
  ['exclude_html=x', 'The exclude_html field must be true or false.'],
  ['exclude_markdown=', 'The exclude_markdown field must be true or false.'],
  ['include_details=1&include_details=1', 'The include_details field must be given once, as include_details=value.'],
])('%s is refused', async (query, message) => {
  const { status, text } = await ask(hundred, `/api/v1/articles?${query}`);
  expect([status, Object.values(JSON.parse(text).errors)]).toEqual([422, [[message]]]);
});

test('a former slug leads to the present one with the same parameters', async () => {
  const made = await makeRelease([encodeTestArticle(makeArticle({ id: 1, slug: 'new' }), { aliases: ['old'] })]);
  const { headers } = await ask(made, '/api/v1/articles/old?include_details=1&exclude_h1=0');
  expect(headers.Location).toBe(`${site}/api/v1/articles/new?exclude_h1=false&include_details=true`);
});

describe('links from an article to its neighbours', () => {
  const at = (id: number, title: string) =>
    encodeTestArticle(
      makeArticle({ id, slug: id === 2 ? 'größe-2' : `s${id}`, title, publish_at: `2026-01-0${id}T00:00:00Z` }),
    );
  const made = makeRelease([at(1, 'One'), at(2, 'Größe (2)'), at(3, 'a "b" \\'), at(4, 'x'.repeat(200))]);
  const linkOf = async (id: number, now = '2026-06-01T00:00:00Z') =>
    (await ask(await made, `/api/v1/articles/${id}`, { now })).headers.Link;
  const address = (name: number | string) => `<${site}/api/v1/articles/${name}>`;
  const one = `${address(1)}; rel="next"; title="One", ${address('s1')}; rel="next"`;

  test('lead to the next newer and the next older one, with their titles and slugs', async () => {
    expect(await linkOf(2)).toBe(
      `${address(3)}; rel="prev"; title*=UTF-8''a%20%22b%22%20%5C, ${address('s3')}; rel="prev", ${one}`,
    );
    expect(await linkOf(1)).toBe(
      `${address(2)}; rel="prev"; title*=UTF-8''Gr%C3%B6%C3%9Fe%20%282%29, ${address('gr%C3%B6%C3%9Fe-2')}; rel="prev"`,
    );
    expect(await linkOf(3)).toContain(
      `${'x'.repeat(100)}%E2%80%A6, ${address('s4')}; rel="prev", ${address(2)}; rel="next"`,
    );
  });

  test('have no slugs in a release of an earlier version, whose tables have none', async () => {
    const { files, storage, release } = await made;
    const read: typeof storage.read = async (path, ...range) => {
      const bytes = files.get(path);
      if (bytes === undefined || !path.endsWith('.table')) return storage.read(path, ...range);
      const end = bytes.length - sealSize;
      const from = end - bytes.readUInt32LE(12);
      const titles = toAsciiJson(JSON.parse(bytes.toString('latin1', from, end)).slice(0, 4));
      const table = Buffer.concat([bytes.subarray(0, from), Buffer.from(titles), Buffer.alloc(sealSize)]);
      table.writeUInt32LE(titles.length, 12);
      const [, name = ''] = /(\w+)\.table$/.exec(path) ?? [];
      table.writeUInt32LE(sealOf(table.subarray(0, -sealSize), name), table.length - sealSize);
      return table;
    };
    const earlier = { storage, release: await openRelease(release.id, { ...storage, read }) };
    const { Link } = (await ask(earlier, '/api/v1/articles/1')).headers;
    expect(Link).toBe(`${address(2)}; rel="prev"; title*=UTF-8''Gr%C3%B6%C3%9Fe%20%282%29`);
  });

  test('never lead to one that is not published', async () => {
    expect(await linkOf(2, '2026-01-02T12:00:00Z')).toBe(one);
    expect(await linkOf(1, '2026-01-01T12:00:00Z')).toBe(undefined);
  });
});

test('damage of heads and of their table is found', async () => {
  const [page] = hundred.release.pages[0] ?? [''];
  for (const path of [tablePath(page), headsPath(page)]) {
    await verifyFile(hundred.storage, path);
    const whole = hundred.files.get(path) ?? Buffer.alloc(0);
    const bytes = flipped(whole, whole.length - 1);
    const read = (name: string) => (name === path ? bytes : hundred.storage.read(name));
    await expect(verifyFile({ ...hundred.storage, read }, path)).rejects.toThrow(path);
  }
});
