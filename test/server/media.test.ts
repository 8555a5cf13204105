import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { createLambdaHandler } from '../../src/adapters/lambda.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { type Source, storeSource } from '../../src/adapters/node.ts';
import type { Storage } from '../../src/core/storage.ts';
import { assetsStorage } from '../../src/storage/assets.ts';
import { diskStorage } from '../../src/storage/disk.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { r2Storage } from '../../src/storage/r2.ts';
import { s3Storage } from '../../src/storage/s3.ts';
import { galley, writeFiles } from '../support/command.ts';
import { fakeAssets, fakeBucket } from '../support/edge-stores.ts';
import { startObjectStore } from '../support/object-store.ts';
import { key } from '../support/release.ts';
import { makeFolder, serveNode, smallCache } from '../support/server.ts';

type Files = Map<string, Buffer>;

/** Asks for a target: the status, and what came. */
type Ask = (target: string) => Promise<{ status: number; text: string }>;

const keys = () => [{ name: 'tests', digest: sha256(key) }];
const headers = { 'X-Api-Key': key };
const article = (date: string, front: string, body: string): string => `---\ndate: ${date}\n${front}---\n\n${body}\n`;
const drawing = (text: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><title>${text}</title></svg>`;

const first: Record<string, string> = {
  'stays.md': article('2026-01-01', 'tags: [Both]\nheader_image: header.svg\n', '![a](both.svg)'),
  'taken.md': article('2026-01-02', 'tags: [Both, Taken]\n', '![a](both.svg) ![b](own.svg)'),
  'spoilt.md': article('2026-01-03', '', '![c](spoilt.svg)'),
  ...Object.fromEntries(['header', 'both', 'own', 'spoilt'].map((name) => [`${name}.svg`, drawing(name)])),
};

/** What becomes of the article that alone shows `own.svg`. */
const taken: [what: string, text: string][] = [
  ['hidden', article('2026-01-02', 'draft: true\n', '![a](both.svg) ![b](own.svg)')],
  ['put off', article('2036-01-02', 'tags: [Taken]\n', '![a](both.svg) ![b](own.svg)')],
  ['edited', article('2026-01-02', 'tags: [Taken]\n', '![a](both.svg)')],
];

/** All files of the folder that is served, after each change. */
const states = new Map<string, Files>();
/** Where images are, by their names. */
const images = new Map<string, string>();

const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const folder = await makeFolder((end) => ends.push(end));
  await writeFiles(folder, { 'galley.config.yaml': 'site: https://articles.example.com\n' });
  const save = async (what: string): Promise<Files> => {
    const files: Files = new Map();
    const out = join(folder, 'public');
    for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile()) files.set(relative(out, file), await readFile(file));
    }
    states.set(what, files);
    return files;
  };
  const build = async (what: string, files: Record<string, string>): Promise<Files> => {
    await writeFiles(
      folder,
      Object.fromEntries(Object.entries(files).map(([name, text]) => [`content/${name}`, text])),
    );
    await galley(folder, ['build']);
    return save(what);
  };
  const published = await build('published', first);
  for (const path of published.keys()) {
    const [, name] = /^media\/(\w+)\.[0-9a-f]{32}\.svg$/.exec(path) ?? [];
    if (name !== undefined) images.set(name, `/${path}`);
  }
  // Its article stays as it was.
  const spoilt = { 'spoilt.md': article('2026-01-03', 'draft: [', '![c](spoilt.svg)') };
  for (const [what, text] of taken) await build(what, { 'taken.md': text, ...spoilt });
  await galley(folder, ['rollback', releaseOf(published)]);
  await save('published, again');
  await rm(join(folder, 'content/taken.md'));
  const removed = await build('removed', {});
  const index = `api/v1/index.${releaseOf(removed)}.json`;
  const flipped = Buffer.from(removed.get(index) ?? '');
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  states.set('removed, and the index damaged', new Map([...removed, [index, flipped]]));
});

afterAll(async () => {
  for (const end of ends) await end();
});

const releaseOf = (files: Files): string => JSON.parse(String(files.get('api/v1/release.json'))).release;
const asFolder = async (files: Files): Promise<string> => {
  const out = await makeFolder();
  await writeFiles(out, Object.fromEntries(files));
  return out;
};
const asStore = async (files: Files) => {
  const store = await startObjectStore();
  for (const [path, bytes] of files) store.objects.set(path, bytes);
  return store;
};
const askFetch = (storage: Storage): Ask => {
  const handle = createFetchHandler({ storage, keys });
  return async (target) => {
    const response = await handle(new Request(`http://a${target}`, { headers }));
    return { status: response.status, text: await response.text() };
  };
};
const askNode = async (out: string | Source): Promise<Ask> => {
  const { port } = await serveNode({ out });
  return async (target) => {
    const response = await fetch(`http://127.0.0.1:${port}${target}`, { headers });
    return { status: response.status, text: await response.text() };
  };
};
const askLambda = async (out: string): Promise<Ask> => {
  const handle = await createLambdaHandler({ out, keys, cacheBytes: smallCache.cacheBytes, onError: () => {} });
  return async (target) => {
    const [rawPath = '', rawQueryString = ''] = target.split('?');
    const http = { method: 'GET', path: rawPath, protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' };
    const event = {
      version: '2.0',
      rawPath,
      rawQueryString,
      headers,
      requestContext: { http },
      isBase64Encoded: false,
    };
    const { statusCode, body } = await handle(event as never);
    return { status: statusCode, text: Buffer.from(body, 'base64').toString() };
  };
};

describe.each<[string, (files: Files) => Promise<Ask>]>([
  ['Node, a disk', async (files) => askNode(await asFolder(files))],
  ['Node, an object store', async (files) => askNode(storeSource(await asStore(files)))],
  ['fetch, a disk', async (files) => askFetch(diskStorage(await asFolder(files)))],
  ['fetch, memory', async (files) => askFetch(memoryStorage(files))],
  ['fetch, assets of Cloudflare', async (files) => askFetch(assetsStorage(fakeAssets(files)))],
  ['fetch, R2', async (files) => askFetch(r2Storage(fakeBucket(files)))],
  ['fetch, S3', async (files) => askFetch(s3Storage(await asStore(files)))],
  ['Lambda, a disk', async (files) => askLambda(await asFolder(files))],
])('%s', (_, open) => {
  test.each<[state: string, own: 200 | 404]>([
    ['published', 200],
    ...taken.map(([what]): [string, 404] => [what, 404]),
    ['published, again', 200],
    ['removed', 404],
    ['removed, and the index damaged', 404],
  ])('of an article that is %s, an image that no other shows: %i', async (state, own) => {
    const files = states.get(state) ?? new Map();
    const ask = await open(files);
    expect(files.has(images.get('own')?.slice(1))).toBe(true);
    for (const [name, target] of images) {
      expect([name, (await ask(target)).status]).toEqual([name, name === 'own' ? own : 200]);
    }
    const { text } = await ask('/api/v1/terms?kind=tag');
    const total = (await ask('/api/v1/articles')).text.match(/"id"/g)?.length;
    expect([text.includes('Taken'), total]).toEqual(own === 404 && state !== 'edited' ? [false, 2] : [true, 3]);
  });
});

test('an image costs no more than its lookup, and then itself alone', async () => {
  const asked: string[] = [];
  const storage = memoryStorage(states.get('published') ?? new Map());
  const ask = askFetch({
    read(path, ...range) {
      asked.push(path);
      return storage.read(path, ...range);
    },
  });
  const kinds = (): string[] => asked.splice(0).map((path) => path.replace(/[0-9a-f]{32}/, '*'));
  const own = images.get('own') ?? '';
  await ask(own);
  expect(kinds()).toEqual(['api/v1/release.json', 'api/v1/index.*.json', 'api/v1/lookup/*.json', 'media/own.*.svg']);
  await ask(own);
  expect(kinds()).toEqual(['media/own.*.svg']);
  await ask(own.replace('own', 'none'));
  expect(kinds()).toEqual([]);
});
