import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { Article } from '../../src/core/article.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { encodeTestArticle, key, makeArticle, makeRelease } from '../support/release.ts';

const heading = '<h1>Heading</h1>\n';

test('a compressed page without headings is two readings, however often articles with and without alternate', async () => {
  const articles = Array.from({ length: 100 }, (_, i) => {
    const hasHeading = i % 2 === 0;
    const article = makeArticle({ id: i + 1, html: `${hasHeading ? heading : ''}<p>Text ${i}</p>\n` });
    return encodeTestArticle(article, hasHeading ? { htmlCuts: [[0, heading.length]] } : {});
  });
  const { files } = await makeRelease(articles);
  const whole = memoryStorage(new Map([...files].map(([path, bytes]) => [`api/v1/${path}`, bytes])));
  const read: string[] = [];
  const storage = {
    async read(path: string, start?: number, end?: number) {
      read.push(path.replace(/^api\/v1\/pages\/[0-9a-f]+\./, ''));
      return whole.read(path, start, end);
    },
  };
  const handle = createFetchHandler({ storage, keys: () => [{ name: 'tests', digest: sha256(key) }] });
  const headers = { 'X-Api-Key': key, 'Accept-Encoding': 'gzip' };
  const target = 'http://localhost/api/v1/articles?per_page=100&exclude_h1=true';
  const response = await handle(new Request(target, { headers }));
  const { data } = JSON.parse(gunzipSync(Buffer.from(await response.arrayBuffer())).toString()) as { data: Article[] };
  expect(data.map(({ html }) => html)).toEqual(Array.from({ length: 100 }, (_, i) => `<p>Text ${99 - i}</p>\n`));
  expect(read.filter((path) => path.endsWith('.gz')).sort()).toEqual(['json.gz', 'without-h1.json.gz']);
});
