import { readFile, writeFile } from 'node:fs/promises';
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

test('a file that is no copy is not replaced', async () => {
  const path = join(await makeFolder(), 'copy.json');
  await writeFile(path, 'mine');
  await expect(fileStore(path).read()).rejects.toThrow(SyntaxError);
  expect(await readFile(path, 'utf8')).toBe('mine');
});
