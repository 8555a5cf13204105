import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestStore } from './test-store.ts';

/** What a store of tests does of its own, beside what all do. */
export interface StoreKind {
  /**
   * Whether PUT obeys `If-Match`, `If-None-Match`, both, or responds 501 to them; null ignores them. `unquoted` compares `If-Match` with the
   * tag without quotation marks, and responds 412 where nothing is, as Ceph does.
   */
  conditions: 'both' | 'unquoted' | 'none-match' | 'refused' | null;
  /** Keys of one response of a list; 100 by default, so that few files are several. Amazon gives 1,000. */
  maxKeys?: number;
}

export interface FakeStore extends TestStore {
  /** By key. */
  objects: Map<string, Buffer>;
  /** Each request: method, key, range. */
  asked: string[];
  /** Responds by itself and says true, or leaves a request alone. Asked before each. */
  meddle: (request: IncomingMessage, response: ServerResponse, key: string, body: Buffer) => boolean | Promise<boolean>;
}

/** An object store in memory, behind a real socket: S3 as far as it is needed here. It checks no signature. */
export async function startObjectStore(
  { conditions, maxKeys = 100 }: StoreKind = { conditions: 'both' },
  atEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<FakeStore> {
  const objects = new Map<string, Buffer>();
  const times = new Map<string, Date>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    server.closeAllConnections();
    server.close();
  };
  atEnd(stop);
  const store: FakeStore = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'articles',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    ...{ objects, asked, stop, meddle: () => false },
  };
  return store;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request;
    const url = new URL(request.url ?? '', store.endpoint);
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    asked.push([method, key, headers.range].filter(Boolean).join(' '));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (await store.meddle(request, response, key, body)) return;
    if (bucket !== store.bucket) fail(response, 404, 'NoSuchBucket');
    else if (key === '') list(response, url.searchParams);
    else if (method === 'PUT') put(request, response, key, body);
    else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else give(request, response, key);
  }

  function put({ headers }: IncomingMessage, response: ServerResponse, key: string, bytes: Buffer): void {
    const match = headers['if-match'];
    const noneMatch = headers['if-none-match'];
    const found = objects.get(key);
    const hasMatch = conditions === 'both' || conditions === 'unquoted';
    const ownTag = (bytes: Buffer): string => (conditions === 'unquoted' ? tagOf(bytes).slice(1, -1) : tagOf(bytes));
    if (conditions === 'refused' && (match ?? noneMatch) !== undefined) fail(response, 501, 'NotImplemented');
    else if (match !== undefined && hasMatch && (found === undefined || ownTag(found) !== match)) {
      if (found === undefined && conditions === 'both') fail(response, 404, 'NoSuchKey');
      else fail(response, 412, 'PreconditionFailed');
    } else if (conditions !== null && noneMatch === '*' && found !== undefined)
      fail(response, 412, 'PreconditionFailed');
    else {
      objects.set(key, bytes);
      times.set(key, new Date());
      response.writeHead(200, { ETag: tagOf(bytes) }).end();
    }
  }

  function give({ method, headers }: IncomingMessage, response: ServerResponse, key: string): void {
    const bytes = objects.get(key);
    if (bytes === undefined) {
      fail(response, 404, 'NoSuchKey', method === 'HEAD');
      return;
    }
    const own = { ETag: tagOf(bytes), 'Last-Modified': (times.get(key) ?? new Date()).toUTCString() };
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
    if (headers['if-none-match'] === own.ETag) response.writeHead(304, own).end();
    else if (first === undefined) {
      response.writeHead(200, { ...own, 'Content-Length': bytes.length }).end(method === 'HEAD' ? undefined : bytes);
    } else if (Number(first) >= bytes.length) fail(response, 416, 'InvalidRange');
    else {
      const part = bytes.subarray(Number(first), last === '' ? undefined : Number(last) + 1);
      const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`;
      response.writeHead(206, { ...own, 'Content-Range': range, 'Content-Length': part.length }).end(part);
    }
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const [prefix, after] = [
      query.get('prefix') ?? '',
      query.get('continuation-token') ?? query.get('start-after') ?? '',
    ];
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const next = found.length > maxKeys ? `<NextContinuationToken>${found[maxKeys - 1]}</NextContinuationToken>` : '';
    const contents = found.slice(0, maxKeys).map((key) => {
      const bytes = objects.get(key) ?? Buffer.alloc(0);
      const time = (times.get(key) ?? new Date()).toISOString();
      const tag = tagOf(bytes).replaceAll('"', '&quot;');
      const escaped = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<Contents><Key>${escaped}</Key><LastModified>${time}</LastModified><ETag>${tag}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const flag = `<IsTruncated>${found.length > maxKeys}</IsTruncated>`;
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    response.end(`<?xml version="1.0"?><ListBucketResult>${flag}${next}${contents.join('')}</ListBucketResult>`);
  }
}

/** Responds as S3 does where it cannot do what was asked. */
export function fail(response: ServerResponse, status: number, code: string, isHead = false): void {
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(isHead ? undefined : body);
}

function tagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
