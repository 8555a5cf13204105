import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { rolldown } from 'rolldown';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createWorker, type WorkerOptions } from '../../src/adapters/cloudflare.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { adapterArticles } from '../support/adapter-requests.ts';
import { root } from '../support/command.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { key } from '../support/release.ts';
import { startServer } from '../support/server.ts';

const digest = sha256(key);
const GALLEY_KEYS = `web:${digest}`;
let files: Map<string, Uint8Array>;

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const { out } = await startServer(adapterArticles, {}, (end) => ends.push(end));
  const names = await fastGlob('**', { cwd: out });
  files = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(out, name))] as const)));
  for (const end of ends) await end();
});
afterEach(() => vi.restoreAllMocks());

const log = () => vi.spyOn(console, 'error').mockImplementation(() => {});
const ask = (environment: object, options?: WorkerOptions, shown = key) =>
  createWorker(options).fetch(
    new Request('https://a.example/api/v1/articles/1', { headers: { 'X-Api-Key': shown } }),
    environment as never,
  );

describe('keys', () => {
  const other = `other:${sha256('another')}`;

  test.each<[string, object, string, number]>([
    ['of the secret', { GALLEY_KEYS }, key, 200],
    ['of a second secret', { GALLEY_KEYS: other, GALLEY_KEYS_2: GALLEY_KEYS }, key, 200],
    ['of a twelfth secret alone', { GALLEY_KEYS_12: GALLEY_KEYS }, key, 200],
    ['of the first, where there are two', { GALLEY_KEYS: other, GALLEY_KEYS_2: GALLEY_KEYS }, 'another', 200],
    ['of no secret', { GALLEY_KEYS }, 'none', 401],
    ['of a variable with another name', { GALLEY_KEYS: other, MY_KEYS: GALLEY_KEYS }, key, 401],
  ])('%s', async (_, environment, shown, status) => {
    expect((await ask({ ASSETS: fakeAssets(files), ...environment }, {}, shown)).status).toBe(status);
  });
});

describe('what is not set up is 500, and the log says why', () => {
  const ASSETS = fakeAssets(new Map());

  test.each<[string, object, WorkerOptions, string]>([
    ['no keys', { ASSETS }, {}, 'The Worker has no keys.'],
    ['an empty secret', { ASSETS, GALLEY_KEYS: '' }, {}, 'The Worker has no keys.'],
    ['a bad secret', { ASSETS, GALLEY_KEYS: 'web:gly_0' }, {}, 'GALLEY_KEYS: entry 1 is not'],
    ['a bad secret among good ones', { ASSETS, GALLEY_KEYS, GALLEY_KEYS_2: 'x' }, {}, 'GALLEY_KEYS_2: entry 1 is not'],
    ['a secret that is no text', { ASSETS, GALLEY_KEYS: {} }, {}, 'GALLEY_KEYS: found no text'],
    ['no assets', { GALLEY_KEYS }, {}, 'ASSETS is not bound'],
    ['no bucket', { ASSETS, GALLEY_KEYS }, { bucket: 'RELEASES' }, 'RELEASES is not bound'],
    ['a limiter that is none', { ASSETS, GALLEY_KEYS, RATE_LIMITER: {} }, {}, 'RATE_LIMITER is not bound'],
  ])('%s', async (_, environment, options, message) => {
    const logged = log();
    const response = await ask(environment, options);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ title: 'Internal Server Error' });
    expect(logged).toHaveBeenCalledWith(expect.stringContaining(message));
    expect(JSON.stringify(logged.mock.calls)).not.toContain('gly_');
  });
});

test('reads from a bucket, below a prefix', async () => {
  const bucket = fakeBucket(new Map([...files].map(([path, bytes]) => [`a/${path}`, bytes])));
  const response = await ask({ GALLEY_KEYS, RELEASES: bucket }, { bucket: 'RELEASES', prefix: 'a/' });
  expect([response.status, (await response.json()) as object]).toMatchObject([200, { id: 1 }]);
});

test('one environment is read once, and the release stays open', async () => {
  const ASSETS = fakeAssets(files);
  const worker = createWorker();
  const environment = { ASSETS, GALLEY_KEYS };
  const request = () => new Request('https://a.example/api/v1/articles/1', { headers: { 'X-Api-Key': key } });
  for (let i = 0; i < 3; i++) expect((await worker.fetch(request(), environment)).status).toBe(200);
  expect(ASSETS.asked.filter((path) => path.includes('/index.'))).toHaveLength(1);
});

test('the limiter of the platform: policy, and no count that it does not report', async () => {
  const asked: string[] = [];
  const RATE_LIMITER = {
    async limit({ key }: { key: string }) {
      asked.push(key);
      if (asked.length === 3) throw new Error('no limiter');
      return { success: asked.length === 1 };
    },
  };
  const logged = log();
  const environment = { ASSETS: fakeAssets(files), GALLEY_KEYS, RATE_LIMITER };
  const options = { rateLimit: { requests: 1, seconds: 60 } };
  const responses = [];
  for (let i = 0; i < 3; i++) responses.push(await ask(environment, options));
  expect(responses.map(({ status }) => status)).toEqual([200, 429, 200]);
  expect(responses.map(({ headers }) => headers.get('RateLimit-Policy'))).toEqual([
    '"default";q=1;w=60',
    '"default";q=1;w=60',
    null,
  ]);
  expect(responses.map(({ headers }) => headers.get('RateLimit'))).toEqual([null, null, null]);
  expect(responses[1]?.headers.get('Retry-After')).toBe('60');
  expect(logged).toHaveBeenCalledOnce();
  expect(asked).toEqual(['web', 'web', 'web']);
});

test('the coding that the client asked for, not the one that Cloudflare did', async () => {
  // Of workerd alone.
  class FixedLengthStream extends TransformStream {
    constructor(_: number) {
      super();
    }
  }
  vi.stubGlobal('FixedLengthStream', FixedLengthStream);
  onTestFinished(() => void vi.unstubAllGlobals());
  const request = (cf: object) => {
    const asked = new Request('https://a.example/api/v1/articles', {
      headers: { 'X-Api-Key': key, 'Accept-Encoding': 'gzip, br' },
    });
    return Object.assign(asked, { cf });
  };
  const worker = createWorker();
  const environment = { ASSETS: fakeAssets(files), GALLEY_KEYS };
  const codingOf = async (cf: object) => (await worker.fetch(request(cf), environment)).headers.get('Content-Encoding');
  expect(await codingOf({ clientAcceptEncoding: 'br' })).toBeNull();
  expect(await codingOf({ clientAcceptEncoding: 'gzip' })).toBe('gzip');
  expect(await codingOf({})).toBe('gzip');
});

/** Bytes of the Worker, minified and compressed. */
const maxBytes = 29_350;

test('the bundle is small, and holds nothing of Node, nor zod', async () => {
  const entry = join(root, 'dist/src/adapters/cloudflare.js');
  const text = await readFile(entry, 'utf8');
  expect(text).not.toMatch(/\bfrom ['"]|\brequire\(|ZodMiniType/);
  const bundle = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await bundle.generate({ minify: true });
  const { length } = gzipSync(output[0].code, { level: 9 });
  expect(length).toBeLessThan(maxBytes);
});
