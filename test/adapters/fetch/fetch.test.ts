import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { toLedgerText } from '../../../build/release/ledger/ledger-files.ts';
import { createFetchHandler, type FetchHandlerOptions } from '../../../src/adapters/fetch.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import type { Storage } from '../../../src/core/storage.ts';
import { assetsStorage } from '../../../src/storage/assets.ts';
import { blockCache } from '../../../src/storage/block-cache.ts';
import { diskStorage } from '../../../src/storage/disk.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { r2Storage } from '../../../src/storage/r2.ts';
import {
  type Asked,
  adapterArticles,
  adapterRequests,
  app,
  openRequests,
  video,
  withoutTransport,
  writeMedia,
} from '../../support/adapter-requests.ts';
import { isQuick } from '../../support/amount.ts';
import { flipped } from '../../support/damage.ts';
import { fakeAssets, fakeBucket } from '../../support/edge-stores.ts';
import { encodeTestArticle, key, makeArticle, makeRelease } from '../../support/release.ts';
import { get, startServer, type TestServer } from '../../support/server.ts';

const list = '/api/v1/articles';
const keys = [{ name: 'tests', digest: sha256(key) }];
let node: TestServer;
let files: Map<string, Uint8Array>;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  node = await startServer(adapterArticles, { cors: [app] }, (end) => ends.push(end));
  await writeMedia(node.out);
  const names = await fastGlob('**', { cwd: node.out });
  files = new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(node.out, name))] as const)));
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const disk = (): ReturnType<typeof diskStorage> => diskStorage(node.out);
const ways: [string, () => Pick<FetchHandlerOptions, 'storage' | 'cache'>][] = [
  ['memory', () => ({ storage: memoryStorage(files) })],
  ['disk', () => ({ storage: disk() })],
  [
    'disk and block cache',
    () => {
      return { storage: disk(), cache: blockCache(diskStorage(join(node.out, 'api', 'v1')), 1024 * 1024) };
    },
  ],
  ['assets', () => ({ storage: assetsStorage(fakeAssets(files)) })],
  ['R2', () => ({ storage: r2Storage(fakeBucket(files)) })],
  ['a storage that takes its time', () => ({ storage: slow(memoryStorage(files)) })],
];

function slow(storage: Storage): Storage {
  return {
    async read(path, start, end) {
      await new Promise(setImmediate);
      return storage.read(path, start, end);
    },
  };
}

const answers = new Map<string, ReturnType<typeof get>>();
/** The response of the adapter for Node, asked for once. */
function askNode(target: string, asked?: Asked): ReturnType<typeof get> {
  const request = JSON.stringify([target, asked]);
  const answer = answers.get(request) ?? get(node.port, target, asked);
  answers.set(request, answer);
  return answer;
}

function toRequest(target: string, { method = 'GET', headers = {} }: Asked = {}): Request {
  return new Request(`http://galley.example${target}`, { method, headers: { 'X-Api-Key': key, ...headers } });
}

const make = (
  storage: Storage,
  options: Partial<FetchHandlerOptions> = {},
): ((request: Request) => Promise<Response>) => createFetchHandler({ storage, keys: () => keys, ...options });

describe.each(ways.map((way, index) => [...way, index] as const))('%s', (_, makeStorage, index) => {
  const requests = [...adapterRequests, ...openRequests];
  // In `npm test` memory is asked all, and each other way another part.
  const rows = isQuick && index > 0 ? requests.filter((_, i) => i % 5 === index - 1) : requests;
  test.each(rows)('%s: as the adapter for Node', { tags: ['scaled'] }, async (_, target, asked) => {
    const response = await createFetchHandler({ ...makeStorage(), keys: () => keys, cors: [app] })(
      toRequest(target, asked),
    );
    const expected = await askNode(target, asked);
    expect([response.status, response.statusText]).toEqual([expected.status, expected.reason]);
    expect(withoutTransport(response.headers)).toEqual(withoutTransport(Object.entries(expected.headers)));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.toString()).toBe(expected.body);
    const length = response.headers.get('content-length');
    if (asked?.method !== 'HEAD' && response.status !== 304) expect(Number(length ?? 0)).toBe(bytes.length);
    if (response.status === 200 && response.headers.get('content-encoding') === 'gzip' && bytes.length > 0)
      gunzipSync(bytes);
  });
});

describe('a storage that fails', () => {
  /** Fails where a page file is read for the `at`th time, from 1, and so many times after that; unless given, always. */
  const failing = (at: number, how: () => Uint8Array | null, times = Number.POSITIVE_INFINITY): Storage => {
    let count = 0;
    const storage = memoryStorage(files);
    return {
      read(path, start, end) {
        if (path.startsWith('api/v1/pages/') && path.endsWith('.json') && ++count >= at && count < at + times)
          return how();
        return storage.read(path, start, end);
      },
    };
  };
  const failures: [string, () => Uint8Array | null, number][] = [
    ['throws', () => raise('the disk at /srv/secret is gone'), 500],
    ['finds nothing', () => null, 503],
    ['gives too little', () => new Uint8Array(5), 503],
    ['gives other bytes', () => new Uint8Array(64 * 1024), 503],
  ];
  const raise = (message: string): never => {
    throw new Error(message);
  };

  test.each(failures)('%s at the start: an error that says nothing of the inside', async (_, how, status) => {
    for (const target of [list, `${list}/7`]) {
      const errors: unknown[] = [];
      const response = await make(failing(1, how), { onError: (error) => errors.push(error) })(toRequest(target));
      expect([response.status, response.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const text = await response.text();
      expect(Number(response.headers.get('content-length'))).toBe(text.length);
      expect(text).not.toMatch(/secret|pages/);
      expect(errors).toHaveLength(1);
    }
  });

  test.each(failures)('%s half-way: the stream breaks, and the error is reported', async (_, how) => {
    const errors: unknown[] = [];
    const response = await make(failing(2, how), { onError: (error) => errors.push(error) })(toRequest(list));
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(errors).toHaveLength(1);
  });

  test.each(failures)('%s in the second of two ranges of a short answer: an error', async (_, how, status) => {
    const target = `${list}?per_page=4&page=8`;
    expect((await make(failing(9, how))(toRequest(target))).status).toBe(200);
    expect((await make(failing(2, how))(toRequest(target))).status).toBe(status);
  });

  test.each([list, `${list}/7`])('gives other bytes once: %s is read a second time', async (target) => {
    const errors: unknown[] = [];
    const once = failing(1, () => new Uint8Array(64 * 1024), 1);
    const response = await make(once, { onError: (error) => errors.push(error) })(toRequest(target));
    expect([response.status, errors]).toEqual([200, []]);
    expect(await response.text()).toBe((await get(node.port, target)).body);
  });

  test('a client that goes away leaves nothing to read', async () => {
    let reads = 0;
    const storage = memoryStorage(files);
    const counting: Storage = {
      read(path, start, end) {
        reads++;
        return storage.read(path, start, end);
      },
    };
    const response = await make(counting)(toRequest(list));
    const before = reads;
    await response.body?.cancel();
    await new Promise(setImmediate);
    expect(reads).toBe(before);
  });

  test.each([
    ['a list', list],
    ['a video', `/media/${video.name}`],
  ])('a client that goes away while the rest of %s is read is no error', async (_, target) => {
    const errors: unknown[] = [];
    const memory = memoryStorage(files);
    const held: (() => void)[] = [];
    let isSlow = false;
    const storage: Storage = {
      ...memory,
      async read(path, start, end) {
        if (isSlow) await new Promise<void>((resolve) => held.push(resolve));
        return memory.read(path, start, end);
      },
    };
    const response = await make(storage, { onError: (error) => errors.push(error) })(toRequest(target));
    const body = (response.body as ReadableStream<Uint8Array>).getReader();
    isSlow = true;
    while (held.length === 0) {
      void body.read();
      await new Promise(setImmediate);
    }
    const cancelling = body.cancel();
    for (const go of held) go();
    await cancelling;
    await new Promise(setImmediate);
    expect(errors).toEqual([]);
  });
});

describe('the release', () => {
  test('is opened for its settings without a key, too, and nothing else is read', async () => {
    const asked: string[] = [];
    const storage = memoryStorage(files);
    const noting: Storage = {
      read(path, start, end) {
        asked.push(path);
        return storage.read(path, start, end);
      },
    };
    const fetch = make(noting);
    for (const headers of [{ 'X-Api-Key': '' }, { 'X-Api-Key': 'another' }]) await fetch(toRequest(list, { headers }));
    const kinds = asked.map((path) => path.replace(/[0-9a-f]{32}/, 'HASH'));
    expect(kinds).toEqual(['api/v1/release.json', 'api/v1/index.HASH.json']);
    await fetch(toRequest(list));
    expect(asked[2]).toMatch(/\.table$/);
  });

  test('that cannot be opened leaves the one before it, and is reported', async () => {
    const some = new Map(files);
    const errors: unknown[] = [];
    let now = 1_800_000_000_000;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const fetch = make(memoryStorage(some), { onError: (error) => errors.push(error) });
    expect((await fetch(toRequest(list))).status).toBe(200);
    some.set('api/v1/release.json', Buffer.from('{"format":4,"release":"00000000000000000000000000000000"}'));
    expect((await fetch(toRequest(list))).status).toBe(200);
    expect(errors).toEqual([]);
    now += 5000;
    expect((await fetch(toRequest(list))).status).toBe(200);
    expect(errors).toHaveLength(1);
  });

  const titleOf = async (answer: Promise<Response>) => JSON.parse(await (await answer).text()).data[0].title;

  test('is the one of the later reading, also where the earlier one ends last', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((id) => makeRelease([encodeTestArticle(makeArticle({ id, title: `Title ${id}` }))])),
    );
    const all = [...(first?.files ?? []), ...(second?.files ?? [])].map(
      ([path, bytes]) => [`api/v1/${path}`, bytes] as const,
    );
    const readings: Promise<void>[] = [];
    const pointers = [first, second].map((one) => one?.files.get('release.json') ?? null);
    let open = (): void => {};
    readings.push(new Promise((resolve) => (open = resolve)), Promise.resolve());
    const inMemory = memoryStorage(new Map(all));
    let count = 0;
    const storage: Storage = {
      async read(path, start, end) {
        if (path !== 'api/v1/release.json') return inMemory.read(path, start, end);
        const reading = count++;
        await readings[reading];
        return pointers[Math.min(reading, 1)] ?? null;
      },
    };
    const fetch = make(storage);
    const slow = fetch(toRequest(list));
    await vi.waitFor(() => expect(count).toBe(1));
    expect(await titleOf(fetch(toRequest(list)))).toBe('Title 2');
    open();
    await slow;
    expect(await titleOf(fetch(toRequest(list)))).toBe('Title 2');
  });

  test.each(['release.json', 'index'])(
    'whose %s is damaged at the start: the newest kept one, and it is reported, by /healthz, too',
    async (name) => {
      const earlier = await makeRelease([encodeTestArticle(makeArticle({ id: 1, title: 'Earlier' }))]);
      const some = new Map<string, Uint8Array>([
        ...files,
        ...[...earlier.files].map(([path, bytes]) => [`api/v1/${path}`, bytes] as const),
        ['api/v1/release.json', files.get('api/v1/release.json') ?? Buffer.alloc(0)],
      ]);
      const entry = { since: 0, articles: 1, isWhole: true, bytes: 1, changes: null, takenDown: [], delta: null };
      const current = JSON.parse(String(files.get('api/v1/release.json'))).release;
      const ids = name === 'index' ? [earlier.release.id, current] : [earlier.release.id];
      const releases = ids.map((release) => ({ ...entry, release }));
      some.set('api/v1/releases.json', Buffer.from(toLedgerText(releases)));
      const path = [...files.keys()].find((each) => each.startsWith(`api/v1/${name}`)) ?? '';
      some.set(path, Buffer.from('{}'));
      const errors: unknown[] = [];
      const health = () => ['The keys are old.'];
      const handle = make(memoryStorage(some), { onError: (error) => errors.push(error), health });
      const response = await handle(toRequest(`${list}/1`));
      expect([response.status, JSON.parse(await response.text()).title]).toEqual([200, 'Earlier']);
      expect(errors).toEqual([expect.objectContaining({ name: 'DamagedFile', path: path.slice('api/v1/'.length) })]);
      expect(await (await handle(toRequest('/healthz'))).json()).toMatchObject({
        status: 'degraded',
        reasons: [
          expect.stringMatching(/^The newest release cannot be opened|^release\.json is damaged/),
          'The keys are old.',
        ],
      });
    },
  );

  test('may be given by the caller', async () => {
    const response = await make(memoryStorage(files), { release: async () => null })(toRequest(list));
    expect(response.status).toBe(503);
  });
});

describe('an asset that is damaged', () => {
  const path = `media/${video.name}`;
  const damaged = (at: number) => new Map<string, Uint8Array>([...files, [path, flipped(video.bytes, at)]]);

  test.each(['size', 'no size'])(
    'and long breaks off before its last chunk, by a storage that gives its %s',
    async (size) => {
      const { read, ...others } = memoryStorage(damaged(700_000));
      const errors: unknown[] = [];
      const handle = make(size === 'size' ? { read, ...others } : { read }, { onError: (error) => errors.push(error) });
      const response = await handle(toRequest(`/${path}`));
      // Without its size it was read whole before anything was sent.
      expect(response.status).toBe(size === 'size' ? 200 : 503);
      if (size === 'size') await expect(response.arrayBuffer()).rejects.toThrow();
      expect(errors).toEqual([expect.objectContaining({ name: 'DamagedFile', path })]);
    },
  );

  test.each([video.name, `${video.name}.gz`])('or gone while it is sent breaks off', async () => {
    const some = new Map(files);
    const response = await make(memoryStorage(some))(toRequest(`/${path}`));
    some.delete(path);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });

  test('or of which the rest of a range came by half breaks off: a 206 is never short', async () => {
    const memory = memoryStorage(files);
    const errors: unknown[] = [];
    const storage: Storage = {
      ...memory,
      read: (asked, start = 0, end) => memory.read(asked, start, start > 1 && end !== undefined ? end - 1 : end),
    };
    const request = toRequest(`/${path}`, { headers: { Range: 'bytes=1-' } });
    const response = await make(storage, { onError: (error) => errors.push(error) })(request);
    expect(response.status).toBe(206);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(errors).toEqual([expect.objectContaining({ name: 'DamagedFile', path })]);
  });

  test('and short is 503', async () => {
    const drawing = decodeURI(openRequests.find(([what]) => what === 'a drawing')?.[1] ?? '');
    for (const [end, coding] of [
      ['', 'identity'],
      ['.gz', 'gzip'],
    ]) {
      const some = new Map(files);
      const name = `${drawing.slice(1)}${end}`;
      some.set(name, flipped(some.get(name) ?? Buffer.alloc(0), 60));
      const headers = { 'Accept-Encoding': coding ?? '', 'X-Api-Key': '' };
      expect((await make(memoryStorage(some))(toRequest(drawing, { headers }))).status).toBe(503);
      expect((await make(memoryStorage(files))(toRequest(drawing, { headers }))).status).toBe(200);
    }
  });
});

describe('/healthz', () => {
  test('says for a minute that a file could not be read', async () => {
    const some = new Map(files);
    for (const path of files.keys()) if (/pages\/\w+\.json$|articles\//.test(path)) some.delete(path);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const handle = make(memoryStorage(some));
    const health = async () => (await handle(toRequest('/healthz'))).json();
    expect(await health()).toMatchObject({ status: 'ok' });
    expect((await handle(toRequest(list))).status).toBe(503);
    expect(await health()).toMatchObject({
      status: 'degraded',
      reasons: [expect.stringMatching(/^pages\/\w+\.json could not be read, or is damaged\.$/)],
    });
    vi.setSystemTime(Date.now() + 61_000);
    expect(await health()).toMatchObject({ status: 'ok' });
  });
});

test('a page that somebody changed since the build has no gzip form, and is read again after five seconds', async () => {
  const some = new Map(files);
  let now = 1_800_000_000_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const handle = make(memoryStorage(some));
  const ask = async () => {
    const response = await handle(toRequest('/', { headers: { 'Accept-Encoding': 'gzip' } }));
    return [response.headers.get('content-encoding'), response.headers.get('etag')?.endsWith('-gz"')];
  };
  expect(await ask()).toEqual(['gzip', true]);
  some.set('index.html', Buffer.from('mine'));
  expect(await ask()).toEqual(['gzip', true]);
  now += 5000;
  expect(await ask()).toEqual([null, false]);
});

test('a key without a digest refuses to start', () => {
  const keys = [{ name: 'web', digest: undefined as unknown as string }];
  expect(() => createFetchHandler({ storage: memoryStorage(new Map()), keys: () => keys })).toThrow(
    'Key web: Expected a SHA-256 digest',
  );
});
