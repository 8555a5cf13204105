import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { followKeys } from '../../src/node/follow-keys.ts';
import { writeKeysFile } from '../../src/node/keys-file.ts';
import { sha256 } from '../../src/node/new-key.ts';
import { makeFolder } from '../support/server.ts';

const stored = (name: string) => ({ name, digest: sha256(name) });

test('keys of the environment stay whatever happens to the file; those of the file go with it', async () => {
  const file = join(await makeFolder(), 'keys.json');
  await writeKeysFile(file, [stored('one')]);
  const faults: unknown[] = [];
  const { current, stop } = await followKeys(`env:${sha256('env')}`, file, (error) => faults.push(error));
  onTestFinished(stop);
  const names = () => current().map(({ name }) => name);
  expect(names()).toEqual(['env', 'one']);
  await writeKeysFile(file, [stored('one'), stored('two')]);
  await expect.poll(names, { timeout: 5000 }).toEqual(['env', 'one', 'two']);
  await writeFile(file, '{"keys": [');
  await expect.poll(() => faults.length, { timeout: 5000 }).toBe(1);
  expect(names()).toEqual(['env', 'one', 'two']);
  await rm(file);
  await expect.poll(names, { timeout: 5000 }).toEqual(['env']);
});
