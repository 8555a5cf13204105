import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStore } from '../../src/client/file-store.ts';
import type { Article } from '../../src/client.ts';
import { makeFolder } from '../support/server.ts';

const article = (id: number) => ({ id, slug: `a${id}` }) as Article;

test('a copy in a file is as it was committed last', async () => {
  const path = join(await makeFolder(), 'copy.json');
  const store = fileStore(path);
  expect(await store.read()).toMatchObject({ token: null });
  await store.write([article(1), article(2)], []);
  await store.write([article(3)], [1]);
  await store.commit('t1');
  const written = { token: 't1', articles: [article(2), article(3)] };
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(written);
  expect([...store.articles.values()]).toEqual(written.articles);
  const again = fileStore(path);
  const { token, ids } = await again.read();
  expect([token, ...ids]).toEqual(['t1', 2, 3]);
  // A sync that failed leaves nothing.
  await again.write([article(9)], [2]);
  expect([...(await again.read()).ids]).toEqual([2, 3]);
});

const whole = JSON.stringify({ token: 't1', articles: [article(1), article(2)] });

test.each([
  ['empty', ''],
  ['a line alone', '\n'],
  ['cut in its first word', whole.slice(0, 4)],
  ['cut in its token', whole.slice(0, 11)],
  ['cut in its articles', whole.slice(0, -7)],
  ['zeros, as after a power cut', '\0'.repeat(64)],
  ['zeros from some byte on', whole.slice(0, 20) + '\0'.repeat(9)],
  ['one copy behind another', whole + whole],
])('a copy that is %s is made again', async (_name, text) => {
  const path = join(await makeFolder(), 'copy.json');
  await writeFile(path, text);
  const store = fileStore(path);
  const { token, ids } = await store.read();
  expect([token, ...ids]).toEqual([null]);
  await store.write([article(3)], []);
  await store.commit('t2');
  const { token: kept, ids: found } = await fileStore(path).read();
  expect([kept, ...found]).toEqual(['t2', 3]);
});

test.each(['mine', '{"name":"package"}', '[]', 'null', '{"token":"t1","articles":{"1":{"id":1}}}', '{"a":1'])(
  'a file with %s is no copy, and is not replaced',
  async (text) => {
    const path = join(await makeFolder(), 'copy.json');
    await writeFile(path, text);
    await expect(fileStore(path).read()).rejects.toThrow(`${path} holds no copy of articles, so it is not replaced.`);
    expect(await readFile(path, 'utf8')).toBe(text);
  },
);

test('many that commit at once leave one whole copy, and nothing else', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'copy.json');
  const numbers = Array.from({ length: 12 }, (_, i) => i + 1);
  await Promise.all(
    numbers.map(async (id) => {
      const store = fileStore(path);
      await store.write(
        Array.from({ length: 300 * id }, () => article(id)),
        [],
      );
      await store.commit(`t${id}`);
    }),
  );
  const { token, ids } = await fileStore(path).read();
  expect(token).toBe(`t${[...ids]}`);
  expect(await readdir(folder)).toEqual(['copy.json']);
});

test('a commit that fails leaves the copy as it was, and nothing else', async () => {
  const folder = await makeFolder();
  const path = join(folder, 'copy.json');
  await mkdir(path);
  await expect(fileStore(path).commit('t1')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['copy.json']);
});
