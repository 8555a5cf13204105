import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createFetchHandler } from '../../../src/adapters/fetch.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { createNodeServer } from '../../../src/adapters/node.ts';
import { asFolder } from '../../support/as-folder.ts';
import { type PublishedReleases, publishedReleases } from '../../support/published-releases.ts';
import { encodeTestArticle, key, makeArticle, site } from '../../support/release.ts';
import { makeFolder } from '../../support/server.ts';

const keys = [{ name: 'tests', digest: sha256(key) }];
const start = Date.parse('2026-06-01T00:00:00Z') / 1000;

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

async function throughNode(published: PublishedReleases, fastPath: boolean): Promise<Ask> {
  const out = await makeFolder();
  for (const [path, bytes] of published.files) {
    const file = join(out, 'api', 'v1', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  const { server, close } = await createNodeServer({ out, keys: () => keys, fastPath });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(close);
  return (path, init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
}

async function throughFetch({ storage }: PublishedReleases): Promise<Ask> {
  const handle = createFetchHandler({ storage: asFolder(storage), keys: () => keys });
  return (path, init) => handle(new Request(`${site}${path}`, init));
}

test.each([
  ['Node', (published: PublishedReleases) => throughNode(published, true)],
  ['Node, without the fast path', (published: PublishedReleases) => throughNode(published, false)],
  ['fetch', throughFetch],
])('%s gives the pages of a snapshot of which an article was removed, in all forms', async (_, toAsk) => {
  const published = publishedReleases();
  const article = (id: number) =>
    encodeTestArticle(
      makeArticle({ id, html: '<h1>One</h1>\n<p>Text</p>\n', publish_at: `2026-05-0${id}T00:00:00Z` }),
      { htmlCuts: [[0, 13]] },
    );
  const articles = [1, 2, 3, 4, 5, 6].map(article);
  await published.publish(articles, start);
  const token = `6-${await published.release?.digestAt(6)}`;
  await published.publish(articles.toSpliced(2, 1), start + 100);
  const ask = await toAsk(published);
  for (const exclude of [false, true]) {
    const path = `/api/v1/articles?page=2&per_page=3&exclude_h1=${exclude}&snapshot=${token}`;
    const headers = { 'X-Api-Key': key, 'Accept-Encoding': 'identity' };
    const answer = await ask(path, { headers });
    const text = await answer.text();
    const { data, meta } = JSON.parse(text);
    expect(data.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
    expect(data[0].html).toBe(exclude ? '<p>Text</p>\n' : '<h1>One</h1>\n<p>Text</p>\n');
    expect(meta).toMatchObject({ from: 4, to: 6 });
    const head = await ask(path, { headers, method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('Content-Length')).toBe(String(text.length));
    const tag = answer.headers.get('ETag') ?? '';
    expect((await ask(path, { headers: { ...headers, 'If-None-Match': tag } })).status).toBe(304);
    const gzipped = await ask(path, { headers: { ...headers, 'Accept-Encoding': 'gzip' } });
    const bytes = Buffer.from(await gzipped.arrayBuffer());
    // The client of Node decodes by itself.
    expect(String(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes)).toBe(text);
  }
  const forged = await ask('/api/v1/articles?snapshot=6-0123456789abcdef', { headers: { 'X-Api-Key': key } });
  expect(forged.status).toBe(410);
  const malformed = await ask('/api/v1/articles?snapshot=6', { headers: { 'X-Api-Key': key } });
  expect(malformed.status).toBe(422);
});
