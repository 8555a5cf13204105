import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followKeys } from '../../../src/node/keys/follow-keys.ts';
import { writeKeysFile } from '../../../src/node/keys/keys-file.ts';
import { sha256 } from '../../../src/node/keys/new-key.ts';
import { makeFolder } from '../../support/server.ts';

const stored = (name: string) => ({ name, digest: sha256(name) });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }));
afterEach(() => void vi.useRealTimers());

/** After the next look at the file. */
async function expectSoon(find: () => unknown, expected: unknown): Promise<void> {
  vi.advanceTimersByTime(500);
  await expect.poll(find, { interval: 5 }).toEqual(expected);
}

test('keys of the environment stay whatever happens to the file; those of the file go with it', async () => {
  const file = join(await makeFolder(), 'keys.json');
  await writeKeysFile(file, [stored('one')]);
  const faults: unknown[] = [];
  const { current, hasProblem, stop } = await followKeys(`env:${sha256('env')}`, file, (error) => faults.push(error));
  onTestFinished(stop);
  const names = () => current().map(({ name }) => name);
  expect(names()).toEqual(['env', 'one']);
  await writeKeysFile(file, [stored('one'), stored('two')]);
  await expectSoon(names, ['env', 'one', 'two']);
  await writeFile(file, '{"keys": [');
  await expectSoon(() => faults.length, 1);
  expect([names(), hasProblem()]).toEqual([['env', 'one', 'two'], true]);
  await rm(file);
  await expectSoon(() => [names(), hasProblem()], [['env'], false]);
});

test('who starts while the file cannot be understood goes on with the keys that are handed over', async () => {
  const file = join(await makeFolder(), 'keys.json');
  await writeFile(file, 'garbage');
  const follow = (lastGood?: ReturnType<typeof stored>[]) => followKeys('', file, () => {}, lastGood);
  await expect(follow()).rejects.toThrow(`The keys file ${file} does not hold keys`);
  const { current, ofFile, hasProblem, stop } = await follow([stored('one')]);
  onTestFinished(stop);
  expect([current(), ofFile(), hasProblem()]).toEqual([[stored('one')], [stored('one')], true]);
  await writeKeysFile(file, [stored('two')]);
  await expectSoon(() => [current(), hasProblem()], [[stored('two')], false]);
});

test.each([
  [{ keys: [], key: [] }, 'the file: "key" is not known'],
  [{ keys: [{ ...stored('a'), expire: 1 }] }, 'keys.0: "expire" is not known'],
  [{ keys: [{ ...stored('a'), Revoked: true, note: '' }] }, 'keys.0: "Revoked", "note" is not known'],
])('a member that is not known is refused by its name: %j', async (content, fault) => {
  const file = join(await makeFolder(), 'keys.json');
  await writeFile(file, JSON.stringify(content));
  await expect(followKeys('', file, () => {})).rejects.toThrow(fault);
});
