import { rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { followFile } from '../../../src/adapters/node/follow-state.ts';
import { makeFolder } from '../../support/server.ts';

/** What was called, in order; `fault.text` makes a change fail. */
async function following(file: string, repeat?: number) {
  const calls: string[] = [];
  const fault: { text: string | null } = { text: null };
  const followed = await followFile(
    file,
    {
      async onChange() {
        calls.push('change');
        if (fault.text !== null) throw new Error(fault.text);
      },
      onError: (error) => calls.push(String(error)),
      onFixed: () => calls.push('fixed'),
    },
    repeat,
  );
  // It checks when the test says so, and at no other time.
  followed.stop();
  return { check: followed.check, calls, fault };
}

test('reports a file that is there, a change, its going and its coming, each once', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, 'a');
  const { check, calls } = await following(file);
  await check();
  expect(calls).toEqual(['change']);
  await writeFile(file, 'ab');
  for (let i = 0; i < 3; i++) await check();
  await rm(file);
  for (let i = 0; i < 3; i++) await check();
  await writeFile(file, 'ab');
  for (let i = 0; i < 3; i++) await check();
  expect(calls).toEqual(['change', 'change', 'change', 'change']);
});

test('a change that fails is tried again, and the same error is reported once', async () => {
  const file = join(await makeFolder(), 'file');
  const { check, calls, fault } = await following(file);
  await writeFile(file, 'a');
  fault.text = 'first';
  for (let i = 0; i < 3; i++) await check();
  fault.text = 'second';
  await check();
  fault.text = null;
  for (let i = 0; i < 3; i++) await check();
  expect(calls.filter((call) => call !== 'change')).toEqual(['Error: first', 'Error: second', 'fixed']);
  expect(calls.filter((call) => call === 'change')).toHaveLength(6);
});

test('a change that leaves size and time as they were is noticed', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, 'a');
  await utimes(file, 1000, 1000);
  const { check, calls } = await following(file);
  const before = (await stat(file)).ctimeMs;
  // Times of files go by ticks of the kernel.
  for (let i = 0; i < 1000 && (await stat(file)).ctimeMs === before; i++) {
    await writeFile(file, 'b');
    await utimes(file, 1000, 1000);
  }
  await check();
  expect(calls).toEqual(['change', 'change']);
});

test('an error is reported again after a while, until it is fixed, be it by what was there before', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, 'a');
  const { check, calls, fault } = await following(file, 0);
  await rename(file, `${file}.good`);
  await writeFile(file, 'bad');
  fault.text = 'bad';
  for (let i = 0; i < 3; i++) await check();
  fault.text = null;
  await rename(`${file}.good`, file);
  for (let i = 0; i < 3; i++) await check();
  expect(calls.filter((call) => call !== 'change')).toEqual([...Array(3).fill('Error: bad'), 'fixed']);
});
