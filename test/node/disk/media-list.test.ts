import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mediaList } from '../../../src/node/disk/media-list.ts';
import { makeFolder } from '../../support/server.ts';

test('says which names are there, and lists a folder again that has changed', async () => {
  const folder = join(await makeFolder(), 'media');
  const list = mediaList(folder);
  expect(list.has('a.svg')).toBe(false);
  await mkdir(folder);
  for (const name of ['a.svg', 'a.svg.gz', 'Grüße.png']) await writeFile(join(folder, name), 'a');
  for (const name of ['a.svg', 'a.svg.gz', 'Grüße.png']) expect(list.has(name)).toBe(true);
  for (const name of ['', '.', '..', 'a', 'A.svg', 'b.svg', 'a.svg/', '../media/a.svg'])
    expect(list.has(name)).toBe(false);
  await writeFile(join(folder, 'late.png'), 'a');
  await utimes(folder, 1, 1);
  expect(list.has('late.png')).toBe(true);
});
