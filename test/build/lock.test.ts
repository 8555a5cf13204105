import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from '../../build/lock.ts';
import { UsageError } from '../../src/usage-error.ts';
import { makeFolder } from '../support/server.ts';

const dead = spawnSync(process.execPath, ['-e', '']).pid;

test('is held while the work goes on, and gone after it, even where the work fails', async () => {
  const folder = await makeFolder();
  const work = async () => readFile(join(folder, '.lock'), 'utf8');
  expect(await withLock(folder, work)).toBe(`${process.pid} ${hostname()}\n`);
  await expect(withLock(folder, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await readdir(folder)).toEqual([]);
});

test('a folder that is not there yet is made', async () => {
  const folder = join(await makeFolder(), 'public', 'api');
  expect(await withLock(folder, async () => 1)).toBe(1);
});

test.each([
  ['a build that was killed', `${dead} ${hostname()}\n`],
  ['a build that was killed before it wrote its number', ''],
  ['no process number', `x ${hostname()}\n`],
])('of %s is taken over', async (_, holder) => {
  const folder = await makeFolder();
  await writeFile(join(folder, '.lock'), holder);
  expect(await withLock(folder, async () => 1)).toBe(1);
});

test.each([
  ['a build under way', `${process.pid} ${hostname()}\n`],
  ['a build of another user', `1 ${hostname()}\n`],
  ['a build on another machine', `${dead} ${hostname()}-other\n`],
])('of %s is respected, and the mend is named', async (_, holder) => {
  const folder = await makeFolder();
  const file = join(folder, '.lock');
  await writeFile(file, holder);
  const refused = withLock(folder, async () => expect.unreachable());
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(`Another build (process ${holder.trim()}) is writing to ${folder}`);
  await expect(refused).rejects.toThrow(`delete ${file}`);
  expect(await readFile(file, 'utf8')).toBe(holder);
});
