import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { createNodeServer } from '../../src/adapters/node.ts';
import type { ListEnvelope } from '../../src/core/article.ts';
import { listPath } from '../../src/core/links.ts';

/** Mean bytes of a response, its header included. */
export interface ResponseBytes {
  /** 10 articles a page, in gzip. */
  pageOf10: number;
  /** 100 articles a page, in gzip. */
  pageOf100: number;
  /** One article, in gzip. */
  article: number;
  /** A page that the client has already. */
  notModified: number;
}

const kinds = ['pageOf10', 'pageOf100', 'article', 'notModified'] as const;

interface Measured {
  articles: number;
  bytes: ResponseBytes;
}

const key = 'a key for measuring';

/** Builds each folder of `corpora` into one below `folder`, serves it, and counts the bytes of every response on the socket. */
export async function measureResponses(corpora: string, folder: string): Promise<Measured> {
  const sizes: Record<keyof ResponseBytes, number[]> = { pageOf10: [], pageOf100: [], article: [], notModified: [] };
  const entries = await readdir(corpora, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const out = join(folder, name);
    await build(join(corpora, name), out);
    await withServer(out, async (get) => {
      const ids = await findIds(get);
      const asks: Record<keyof ResponseBytes, Ask[]> = {
        pageOf10: toPages(ids.length, 10),
        pageOf100: toPages(ids.length, 100),
        article: ids.map((id) => ({ path: `${listPath}/${id}`, status: 200 })),
        notModified: toPages(ids.length, 10).map(({ path }) => ({ path, status: 304 })),
      };
      for (const kind of kinds) for (const one of asks[kind]) sizes[kind].push(await countBytes(get, one));
    });
  }
  const means = kinds.map((kind) => [kind, sizes[kind].reduce((sum, size) => sum + size, 0) / sizes[kind].length]);
  return { articles: sizes.article.length, bytes: Object.fromEntries(means) as ResponseBytes & Record<string, number> };
}

async function build(content: string, out: string): Promise<void> {
  await buildOnce({
    content,
    out,
    cache: `${out}-cache`,
    site: 'https://articles.example.com',
    articleUrl: '{site}/api/v1/articles/{slug}',
    trustedHtml: false,
    invalid: 'skip',
    now: Date.parse('2026-11-22T00:00:00Z') / 1000,
    write: 'quick',
  });
}

interface Ask {
  path: string;
  status: 200 | 304;
}

interface Got {
  status: number;
  etag: string;
  text: string;
  /** What came over the socket. */
  bytes: number;
}

type Get = (path: string, headers?: Record<string, string>) => Promise<Got>;

async function withServer(out: string, work: (get: Get) => Promise<void>): Promise<void> {
  const keys = [{ name: 'measure', digest: sha256(key) }];
  const { server, close } = await createNodeServer({ out, keys: () => keys });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // One connection, one response after the other: what comes over it between two requests is one response.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port } = server.address() as AddressInfo;
  const counted = new WeakMap<Socket, number>();
  try {
    await work(
      (path, headers = {}) =>
        new Promise((resolve, reject) => {
          const asked = request({ port, host: '127.0.0.1', path, agent, headers: { 'X-Api-Key': key, ...headers } });
          asked.on('error', reject);
          asked.on('response', (response) => {
            const pieces: Buffer[] = [];
            const { socket } = response;
            response.on('data', (piece: Buffer) => pieces.push(piece));
            response.on('end', () => {
              const bytes = socket.bytesRead - (counted.get(socket) ?? 0);
              counted.set(socket, socket.bytesRead);
              const { statusCode: status = 0 } = response;
              resolve({ status, etag: response.headers.etag ?? '', text: Buffer.concat(pieces).toString(), bytes });
            });
          });
          asked.end();
        }),
    );
  } finally {
    agent.destroy();
    await close();
  }
}

async function findIds(get: Get): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { text } = await get(`${listPath}?page=${page}`);
    const { data, links } = JSON.parse(text) as ListEnvelope & { data: { id: number }[] };
    ids.push(...data.map(({ id }) => id));
    if (links.next === null) return ids;
  }
}

function toPages(count: number, perPage: number): Ask[] {
  return Array.from({ length: Math.ceil(count / perPage) }, (_, index) => ({
    path: `${listPath}?page=${index + 1}&per_page=${perPage}`,
    status: 200,
  }));
}

/** A 304 needs the entity tag of the same form. */
async function countBytes(get: Get, { path, status }: Ask): Promise<number> {
  const gzip = { 'Accept-Encoding': 'gzip' };
  const tag = status === 304 ? { 'If-None-Match': (await get(path, gzip)).etag } : {};
  const got = await get(path, { ...gzip, ...tag });
  if (got.status !== status) throw new Error(`${path} was answered ${got.status}, expected ${status}.`);
  return got.bytes;
}
