import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFetchHandler } from '../../src/adapters/fetch.ts';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import type { Storage } from '../../src/core/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { galley, writeFiles } from '../support/command.ts';
import { flipped } from '../support/damage.ts';
import { key } from '../support/release.ts';
import { makeFolder } from '../support/server.ts';

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
  states.set(
    'removed, and the index damaged',
    new Map([...removed, [index, flipped(removed.get(index) ?? Buffer.alloc(0))]]),
  );
});

afterAll(async () => {
  for (const end of ends) await end();
});

const releaseOf = (files: Files): string => JSON.parse(String(files.get('api/v1/release.json'))).release;
const askFetch = (storage: Storage): Ask => {
  const handle = createFetchHandler({ storage, keys });
  return async (target) => {
    const response = await handle(new Request(`http://a${target}`, { headers }));
    return { status: response.status, text: await response.text() };
  };
};
test.each<[state: string, own: 200 | 404]>([
  ['published', 200],
  ...taken.map(([what]): [string, 404] => [what, 404]),
  ['published, again', 200],
  ['removed', 404],
  ['removed, and the index damaged', 404],
])('of an article that is %s, an image that no other shows: %i', async (state, own) => {
  const files = states.get(state) ?? new Map();
  const ask = askFetch(memoryStorage(files));
  expect(files.has(images.get('own')?.slice(1))).toBe(true);
  for (const [name, target] of images) {
    expect([name, (await ask(target)).status]).toEqual([name, name === 'own' ? own : 200]);
  }
  const { text } = await ask('/api/v1/terms?kind=tag');
  const total = (await ask('/api/v1/articles')).text.match(/"id"/g)?.length;
  expect([text.includes('Taken'), total]).toEqual(own === 404 && state !== 'edited' ? [false, 2] : [true, 3]);
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
