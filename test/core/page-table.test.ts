import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Article } from '../../src/core/article.ts';
import { DamagedFile } from '../../src/core/file-errors.ts';
import { gzipPath, pagePath, tablePath, withoutH1Path } from '../../src/core/format.ts';
import { closeGzip, type PageTable, readPageTable } from '../../src/core/page-table.ts';
import { checksumsOf } from '../support/checksums-of.ts';
import { leaveOut } from '../support/read-range.ts';
import { encodeTestArticle, makeArticle, makeRelease } from '../support/release.ts';

/** Bytes behind the last article of a gzip form. */
const closing = closeGzip(0, 0).length;

const heading = '<h1>Heading</h1>';

/** A page file of three articles: its name, its bytes, those of its gzip form and of its table. */
async function makePage(options: { hasHeadings: boolean; length: number }) {
  const articles = [1, 2, 3].map((id) => {
    const text = Array.from({ length: options.length }, (_, i) => (i * 7919 * id) % 10007).join(' ');
    const html = `${heading}<p>${text}</p>\n`;
    const htmlCuts: [number, number][] = options.hasHeadings ? [[0, heading.length]] : [];
    return encodeTestArticle(makeArticle({ id, html }), { htmlCuts });
  });
  const { files } = await makeRelease(articles);
  const path = [...files.keys()].find((each) => each.endsWith('.table')) ?? '';
  const name = path.replace(/^pages\/|\.table$/g, '');
  const get = (each: string): Buffer => files.get(each) ?? Buffer.alloc(0);
  return {
    name,
    identity: get(pagePath(name)),
    gzip: get(gzipPath(name)),
    gzipWithout: get(withoutH1Path(name)),
    table: get(tablePath(name)),
  };
}

const pages = [
  { hasHeadings: true, length: 30_000 },
  { hasHeadings: false, length: 30_000 },
  { hasHeadings: true, length: 1 },
];

test.each(pages)('checksums of a page with %j', async (options) => {
  const { name, table: bytes, identity, gzip, gzipWithout } = await makePage(options);
  const table: PageTable = readPageTable(bytes, name);
  const served = identity.subarray(0, table.end(2, 'identity', false));
  const cuts = table.cuts();
  expect(cuts.length).toBe(options.hasHeadings ? 6 : 0);
  const left = leaveOut(served, 0, cuts, table.end(2, 'identity', true));
  expect(table.checksums('identity', false)).toEqual(checksumsOf(served));
  expect(table.checksums('identity', true)).toEqual(checksumsOf(left));
  expect(table.checksums('gzip', false)).toEqual(checksumsOf(gzip.subarray(0, table.end(2, 'gzip', false))));
  const other = options.hasHeadings ? gzipWithout.subarray(0, table.end(2, 'gzip', true)) : gzip.subarray(0, -closing);
  expect(table.checksums('gzip', true)).toEqual(checksumsOf(other));
  expect(table.checksums('gzip', true)).toBe(table.checksums('gzip', true));
  if (!options.hasHeadings) return;
  const articles: Article[] = JSON.parse(gunzipSync(gzipWithout).toString());
  const whole: Article[] = JSON.parse(identity.toString());
  expect(articles).toEqual(whole.map((one) => ({ ...one, html: one.html.replace(heading, '') })));
});

test('a table of which any bit is another, or that ends elsewhere, is damaged', async () => {
  const { name, table } = await makePage({ hasHeadings: true, length: 1 });
  expect(() => readPageTable(table, name)).not.toThrow();
  for (let bit = 0; bit < table.length * 8; bit++) {
    const other = Buffer.from(table);
    other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => readPageTable(other, name)).toThrow(DamagedFile);
  }
  for (let length = 0; length < table.length; length++) {
    expect(() => readPageTable(table.subarray(0, length), name)).toThrow(DamagedFile);
  }
  expect(() => readPageTable(Buffer.concat([table, Buffer.alloc(4)]), name)).toThrow(DamagedFile);
});

test('the table of another page is damaged, and named', async () => {
  const { table } = await makePage({ hasHeadings: true, length: 1 });
  const other = '0'.repeat(32);
  expect(() => readPageTable(table, other)).toThrow(expect.objectContaining({ path: `pages/${other}.table` }));
});
