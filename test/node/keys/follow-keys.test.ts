import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followKeys } from '../../../src/node/keys/follow-keys.ts';
import { writeKeysFile } from '../../../src/node/keys/keys-file.ts';
import { sha256 } from '../../../src/node/keys/new-key.ts';
import { makeFolder } from '../../support/server.ts';

const stored = (name: string) => ({ name, digest: sha256(name) });

test('keys of the environment stay whatever happens to the file; those of the file go with it', {
  tags: ['long'],
}, async () => {
  const file = join(await makeFolder(), 'keys.json');
  await writeKeysFile(file, [stored('one')]);
  const faults: unknown[] = [];
  const { current, hasProblem, stop } = await followKeys(`env:${sha256('env')}`, file, (error) => faults.push(error));
  onTestFinished(stop);
  const names = () => current().map(({ name }) => name);
  expect(names()).toEqual(['env', 'one']);
  await writeKeysFile(file, [stored('one'), stored('two')]);
  await expect.poll(names).toEqual(['env', 'one', 'two']);
  await writeFile(file, '{"keys": [');
  await expect.poll(() => faults.length).toBe(1);
  expect([names(), hasProblem()]).toEqual([['env', 'one', 'two'], true]);
  await rm(file);
  await expect.poll(names).toEqual(['env']);
  expect(hasProblem()).toBe(false);
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
  await expect.poll(current).toEqual([stored('two')]);
  expect(hasProblem()).toBe(false);
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
