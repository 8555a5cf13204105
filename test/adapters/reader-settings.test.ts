import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBunFetch } from '../../src/adapters/bun.ts';
import { createWorker } from '../../src/adapters/cloudflare.ts';
import { createDenoFetch } from '../../src/adapters/deno.ts';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { createLambdaHandler } from '../../src/adapters/lambda.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { ReaderSettings } from '../../src/core/format.ts';
import type { Release } from '../../src/core/release.ts';
import { type ReaderOptions, readerSettings } from '../../src/reader-settings.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { writeFiles } from '../support/command.ts';
import { fakeAssets } from '../support/edge-stores.ts';
import { toReleaseFiles } from '../support/in-memory-release.ts';
import { encodeTestArticle, key, makeArticle, site } from '../support/release.ts';
import { makeFolder, serveNode } from '../support/server.ts';

const page = 'https://reader.example:8443';
const list = '/api/v1/articles';
const keys = () => [{ name: 'tests', digest: sha256(key) }];
// They go on after the test, when their folder is gone.
const onError = () => {};
const settings = { cors: ['http://localhost:5173', page], rateLimit: { requests: 2, seconds: 50 } };

/** Header fields in this order, where a response has them. */
const shown = [
  ...['access-control-allow-origin', 'access-control-allow-headers'],
  ...['ratelimit', 'ratelimit-policy', 'retry-after'],
];

let out: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  out = await makeFolder((end) => ends.push(end));
  await writeFiles(out, Object.fromEntries(filesOf(settings)) as Record<string, Buffer>);
});

afterAll(async () => {
  for (const end of ends) await end();
});

type Ask = (method: string, target: string, headers: Record<string, string>) => Promise<Response>;

const toFetch =
  (fetch: (request: Request) => Promise<Response>): Ask =>
  (method, target, headers) =>
    fetch(new Request(`https://a.example${target}`, { method, headers }));

function filesOf(given?: ReaderSettings): Map<string, Uint8Array> {
  const files = toReleaseFiles([encodeTestArticle(makeArticle({ id: 1 }))], site, given);
  return new Map(Array.from(files, ({ path, bytes }) => [`api/v1/${path}`, bytes]));
}

async function askNode(out: string): Promise<Ask> {
  const { port } = await serveNode({ out });
  return (method, target, headers) => fetch(`http://127.0.0.1:${port}${target}`, { method, headers });
}

async function askLambda(out: string): Promise<Ask> {
  const handle = await createLambdaHandler({ out, keys, onError });
  return async (method, rawPath, headers) => {
    const requestContext = { http: { method } };
    const result = await handle({ version: '2.0', rawPath, rawQueryString: '', headers, requestContext });
    return new Response(null, { status: result.statusCode, headers: result.headers });
  };
}

async function askWorker(out: string): Promise<Ask> {
  const names = await readdir(out, { recursive: true, withFileTypes: true });
  const paths = names.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(out.length + 1), await readFile(path)] as const),
  );
  const environment = { ASSETS: fakeAssets(new Map(files)), GALLEY_KEYS: `tests:${sha256(key)}` };
  const worker = createWorker();
  return toFetch((request) => worker.fetch(request, environment));
}

/** Each adapter as its page of the guide starts it: without an option for readers. */
const adapters: [name: string, start: (out: string) => Promise<Ask>][] = [
  ['Node', askNode],
  ['Bun', async (out) => toFetch(await createBunFetch({ out, keys, onError }))],
  ['Deno', async (out) => toFetch(await createDenoFetch({ out, keys, onError }))],
  ['Lambda', askLambda],
  ['Cloudflare', askWorker],
];

describe.each(adapters)('%s obeys what the build wrote', (_, start) => {
  test.each<[what: string, asked: [method: string, headers: Record<string, string>, fields: string][]]>([
    [
      'a preflight',
      [['OPTIONS', { Origin: page, 'Access-Control-Request-Method': 'GET' }, `204 ${page} X-Api-Key, If-None-Match`]],
    ],
    [
      'without a key',
      [
        ['GET', { Origin: page }, `401 ${page}`],
        ['POST', { Origin: page }, `405 ${page}`],
        ['GET', { Origin: 'https://reader.example' }, '401'],
      ],
    ],
    [
      'with a key',
      [
        ['GET', { Origin: page, 'X-Api-Key': key }, `200 ${page} "default";r=1;t=n "default";q=2;w=50`],
        ['HEAD', { 'X-Api-Key': key }, '200 "default";r=0;t=n "default";q=2;w=50'],
        ['GET', { Origin: page, 'X-Api-Key': key }, `429 ${page} "default";r=0;t=n "default";q=2;w=50 n`],
      ],
    ],
  ])('from the first response on: %s', async (_, asked) => {
    const ask = await start(out);
    for (const [method, headers, expected] of asked) {
      const response = await ask(method, list, headers);
      const fields = shown.map((name) => response.headers.get(name));
      const found = [response.status, ...fields].filter((field) => field !== null).join(' ');
      expect(found.replace(/(?<=t=| )(?:50|49)\b/g, 'n')).toBe(expected);
      expect(response.headers.get('vary')).toMatch(/Origin$/);
    }
  });
});

test.each<
  [
    what: string,
    given: ReaderSettings | undefined,
    options: ReaderOptions,
    allowed: string | null,
    policy: string | null,
  ]
>([
  ['a release of an earlier version, or without settings', undefined, {}, null, null],
  ['such a release, and options', undefined, { cors: ['*'], rateLimit: { requests: 9, seconds: 8 } }, '*', 'q=9;w=8'],
  ['options win', settings, { cors: [], rateLimit: { requests: 9, seconds: 8 } }, null, 'q=9;w=8'],
  [
    'an option that is not given',
    settings,
    { cors: undefined, rateLimit: { requests: 9, seconds: 8 } },
    page,
    'q=9;w=8',
  ],
  ['every origin', { cors: ['*'], rateLimit: null }, {}, '*', null],
])('%s', async (_, given, options, allowed, policy) => {
  const ask = toFetch(createFetchHandler({ storage: memoryStorage(filesOf(given)), keys, ...options }));
  const { headers } = await ask('GET', list, { Origin: page, 'X-Api-Key': key });
  expect(headers.get('access-control-allow-origin')).toBe(allowed);
  expect(headers.get('ratelimit-policy')?.replace('"default";', '') ?? null).toBe(policy);
});

test('settings that are none are damage', async () => {
  const errors: unknown[] = [];
  const storage = memoryStorage(filesOf({ cors: [], rateLimit: { requests: 0, seconds: 1 } }));
  const ask = toFetch(createFetchHandler({ storage, keys, onError: (error) => errors.push(error) }));
  expect((await ask('GET', list, { 'X-Api-Key': key })).status).toBe(503);
  expect(String(errors[0])).toContain('settings.rateLimit.requests');
});

test('a new release with the same limit gives no key its requests back; with another, all count from the start', () => {
  const toRelease = (requests: number | null) => {
    const rateLimit = requests === null ? null : { requests, seconds: 60 };
    return { settings: { cors: [], rateLimit } } as unknown as Release;
  };
  const find = readerSettings({});
  const [first, second, other, none, again] = [3, 3, 4, null, 4].map((each) => find(toRelease(each)).limiter);
  expect(second).toBe(first);
  expect(other?.limit).toEqual({ requests: 4, seconds: 60 });
  expect([none, again === other]).toEqual([undefined, false]);
});
