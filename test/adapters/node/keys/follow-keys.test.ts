import { execFileSync } from 'node:child_process';
import { readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followKeys } from '../../../../src/adapters/node/keys/follow-keys.ts';
import { writeKeysFile } from '../../../../src/adapters/node/keys/keys-file.ts';
import { sha256 } from '../../../../src/adapters/node/keys/new-key.ts';
import { makeFolder } from '../../../support/server.ts';

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

test.skipIf(process.platform === 'win32').each<[what: string, put: (file: string) => unknown]>([
  ['a FIFO', (file) => execFileSync('mkfifo', [file])],
  ['a device', (file) => symlink('/dev/zero', file)],
  ['a folder', (file) => symlink('/', file)],
])('%s in the place of the file is reported, and does not hide what is revoked after it', async (_, put) => {
  const file = join(await makeFolder(), 'keys.json');
  await writeKeysFile(file, [stored('one')]);
  const faults: unknown[] = [];
  const { current, stop } = await followKeys('', file, (error) => faults.push(error));
  onTestFinished(stop);
  await rename(file, `${file}.old`);
  await put(file);
  await expectSoon(
    () => faults.map(String),
    [`UsageError: The keys file ${file} cannot be read: ${file} is not a regular file.`],
  );
  expect(current()).toEqual([stored('one')]);
  await writeKeysFile(file, [{ ...stored('one'), revoked: true }]);
  await expectSoon(current, [{ ...stored('one'), revoked: true }]);
});

test('keys are written through no link that waits for them', async () => {
  const folder = await makeFolder();
  const [file, other] = [join(folder, 'keys.json'), join(folder, 'other')];
  await writeFile(other, 'mine');
  await symlink(other, `${file}.${process.pid}.tmp`);
  await writeKeysFile(file, [stored('one')]);
  expect(await readFile(other, 'utf8')).toBe('mine');
});

test('who starts while the file cannot be understood goes on with the keys that are handed over', async () => {
  const file = join(await makeFolder(), 'keys.json');
  await writeFile(file, 'garbage');
  const follow = (lastGood?: ReturnType<typeof stored>[]) => followKeys('', file, () => {}, lastGood);
  await expect(follow()).rejects.toThrow(`The keys file ${file} is not valid`);
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

test.each<[problem: string, key: object]>([
  ['keys.0: Expected an expiry', { ...stored('a'), drafts: true }],
  ['keys.0: Expected only together', { ...stored('a'), only: ['one'] }],
  ['keys.0.drafts', { ...stored('a'), drafts: false }],
  ['keys.0: Expected origins and a limit', { ...stored('a'), origins: ['https://a.example'] }],
  ['keys.0: Expected a limit', { ...stored('a'), origins: ['https://a.example'], limit: { requests: 1, seconds: 0 } }],
  ['keys.0.limit: "days" is not known', { ...stored('a'), limit: { requests: 1, seconds: 1, days: 1 } }],
])('a keys file is refused that opens what no key can: %s', async (problem, key) => {
  const file = join(await makeFolder(), 'keys.json');
  await writeFile(file, JSON.stringify({ keys: [key] }));
  await expect(followKeys('', file, () => {})).rejects.toThrow(problem);
});
