import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWhole } from '../../../../src/adapters/node/disk/write-whole.ts';
import { makeFolder } from '../../../support/server.ts';

test.each([
  ['a link', 'durable', true],
  ['a link', 'quick', false],
  ['what a killed process left', 'durable', true],
  ['what a killed process left', 'quick', false],
])('%s at the name of a draft is not written to, %s', async (what, _, durable) => {
  const folder = await makeFolder();
  const [file, draft, other] = ['file', 'draft', 'other'].map((name) => join(folder, name)) as [string, string, string];
  await writeFile(other, 'other');
  await (what === 'a link' ? symlink(other, draft) : writeFile(draft, 'left', { mode: 0o644 }));
  await writeWhole(file, draft, 'new', { durable, mode: 0o600 });
  expect([await readFile(file, 'utf8'), await readFile(other, 'utf8')]).toEqual(['new', 'other']);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).sort()).toEqual(['file', 'other']);
});
