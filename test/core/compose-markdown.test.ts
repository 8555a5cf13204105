import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cases } from '../support/amount.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease, site } from '../support/release.ts';

const wanted = { accept: 'text/markdown' };

/** Text with what YAML, JSON and UTF-8 may read in several ways. */
const text = fc.string({
  unit: fc.constantFrom(
    ...[
      '---',
      '- ',
      ': ',
      '#',
      ' #',
      '"',
      "'",
      '\\',
      '\\n',
      '%',
      '{',
      '[',
      '&a',
      '*a',
      '!',
      '|',
      '>',
      '@',
      '`',
      '?',
      '~',
    ],
    ...['null', 'true', '0x1', '1e3', 'a', 'é', '漢', '😀', '\u00a0', '\u200b', '\ufffd'],
  ),
  maxLength: 12,
});
const lines = fc.array(fc.oneof(text, fc.constantFrom('---', '', '...', '\t', '\0\b\f\u001f', '# One')), {
  maxLength: 8,
});

test('the header block and the text are those of the JSON, whatever they hold', async () => {
  const article = fc.record({
    title: text,
    markdown: lines.map((each) => each.join('\n')),
    tags: fc.array(text, { maxLength: 3 }),
    slug: fc.constantFrom('plain', 'über-die-brücke', '文章', '𐐀_1.2-X'),
    updated_at: fc.constantFrom(null, '2026-03-01T09:30:00Z'),
  });
  await fc.assert(
    fc.asyncProperty(article, fc.boolean(), async ({ tags, ...fields }, isGzip) => {
      const encoded = encodeTestArticle(makeArticle({ id: 7, ...fields }), { details: { tags } });
      const headers = { ...wanted, 'accept-encoding': isGzip ? 'gzip' : 'identity' };
      const response = await ask(await makeRelease([encoded]), '/api/v1/articles/7', { headers });
      const [, block = '', markdown] = /^---\n([\s\S]*?\n)---\n\n([\s\S]*)$/.exec(response.text) ?? [];
      const address = `${site}/api/v1/articles/${encodeURIComponent(fields.slug)}`;
      const { title, updated_at } = fields;
      const expected = { title, id: 7, address, publish_at: '2026-01-01T00:00:00Z', updated_at, tags };
      expect([parse(block), markdown]).toEqual([expected, fields.markdown]);
      const read = block.trimEnd().split('\n');
      expect(read.map((line) => JSON.parse(line.slice(line.indexOf(': ') + 2)))).toEqual(Object.values(expected));
    }),
    cases(100),
  );
});

test('the tag changes exactly when the Markdown does, and is not that of the JSON', async () => {
  const tagsOf = async (fields: object, details = {}, headers = wanted): Promise<(string | undefined)[]> => {
    const release = await makeRelease([encodeTestArticle(makeArticle({ id: 7, ...fields }), { details })]);
    const [plain, zipped] = await Promise.all(
      ['identity', 'gzip'].map((coding) =>
        ask(release, '/api/v1/articles/7', { headers: { ...headers, 'accept-encoding': coding } }),
      ),
    );
    return [plain?.headers.ETag, zipped?.headers.ETag];
  };
  const [tag, zippedTag] = await tagsOf({});
  expect(zippedTag).toBe(tag?.replace(/"$/, '-gz"'));
  expect(await tagsOf({}, {}, { accept: '*/*' })).not.toContain(tag);
  const same = [{ html: '<p>b</p>' }, { excerpt: 'b' }, { meta_title: 'b' }, { header_image_url: 'https://a.b/c' }];
  for (const fields of same) expect(await tagsOf(fields)).toEqual([tag, zippedTag]);
  expect(await tagsOf({}, { words: 9, authors: ['A'] })).toEqual([tag, zippedTag]);
  const others = [{ markdown: 'b' }, { title: 'b' }, { slug: 'b' }, { updated_at: '2026-03-01T09:30:00Z' }];
  for (const fields of others) expect(await tagsOf(fields)).not.toContain(tag);
  expect(await tagsOf({}, { tags: ['a'] })).not.toContain(tag);
});

test('each view of it has a tag of its own', async () => {
  const fields = { html: '<h1>A</h1>\n<p>b</p>\n', markdown: '# A\n\nb\n' };
  const encoded = encodeTestArticle(makeArticle({ id: 7, ...fields }), { htmlCuts: [[0, 11]], markdownCuts: [[0, 5]] });
  const release = await makeRelease([encoded]);
  const views = ['', '?exclude_h1=true', '?exclude_markdown=true'];
  const found = await Promise.all(views.map((view) => ask(release, `/api/v1/articles/7${view}`, { headers: wanted })));
  expect(found.map((response) => response.text.split('---\n\n')[1])).toEqual(['# A\n\nb\n', 'b\n', '']);
  expect(new Set(found.map(({ headers }) => headers.ETag)).size).toBe(3);
});
