import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withLock } from '../../../../build/release/disk/with-lock.ts';
import { machine } from '../../../../build/release/store/lease.ts';
import { UsageError } from '../../../../src/usage-error.ts';
import { amount, firstOf } from '../../../support/amount.ts';
import { bundleSource } from '../../../support/bundle-source.ts';
import { makeFolder } from '../../../support/server.ts';

const dead = spawnSync(process.execPath, ['-e', '']).pid;
const holderOf = (pid: unknown, host = hostname(), id = 'x') =>
  `${JSON.stringify({ id, pid, host, machine: machine() })}\n`;
const own = expect.stringContaining(`"pid":${process.pid},"host":"${hostname()}"`);
const makeLock = async (): Promise<string> => join(await makeFolder(), '.lock');
const hold = <T>(lock: string, work: () => Promise<T>, patience = 0) => withLock(lock, 'testing', patience, work);

test('a folder that is not there yet is made', async () => {
  expect(await hold(join(await makeFolder(), 'public', 'api', '.lock'), async () => 1)).toBe(1);
});

const longAgo = new Date(Date.now() - 120_000);

test('that a power cut left empty is taken over where it is more than a minute old', async () => {
  const lock = await makeLock();
  await writeFile(lock, '');
  await utimes(lock, longAgo, longAgo);
  expect(await hold(lock, async () => 1)).toBe(1);
});

test('shows that it is alive as long as the work goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const lock = await makeLock();
  await hold(lock, async () => {
    await utimes(lock, longAgo, longAgo);
    vi.advanceTimersByTime(10_000);
    expect((await stat(lock)).mtimeMs).toBeGreaterThan(longAgo.getTime());
    expect(await readFile(lock, 'utf8')).toEqual(own);
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('what processes left that were killed beside it is removed where it is old, and its own claim does not keep a dead lock', async () => {
  const lock = await makeLock();
  await writeFile(lock, holderOf(dead));
  await writeFile(`${lock}-x`, '');
  await mkdir(`${lock}-waited`);
  await mkdir(`${lock}-waits`);
  for (const name of await readdir(join(lock, '..'))) {
    if (name !== '.lock-waits') await utimes(join(lock, '..', name), longAgo, longAgo);
  }
  expect(await hold(lock, async () => 1)).toBe(1);
  expect(await readdir(join(lock, '..'))).toEqual(['.lock-waits']);
});

test.each([
  ['a process under way', () => holderOf(startOther())],
  ['a process of another user', () => holderOf(1)],
  ['a process on another machine', () => holderOf(dead, `${hostname()}-other`)],
])('of %s is respected, and the fix is named', async (_, makeHolder) => {
  const lock = await makeLock();
  const holder = makeHolder();
  await writeFile(lock, holder);
  const refused = hold(lock, async () => expect.unreachable());
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(
    `Another process (${JSON.parse(holder).pid} on ${JSON.parse(holder).host}) is testing.`,
  );
  await expect(refused).rejects.toThrow(`delete ${lock}`);
  expect(await readFile(lock, 'utf8')).toBe(holder);
});

const held: [string, string | null][] = [
  ['one that a killed process left', holderOf(dead)],
  ['a free lock', null],
];
test.each(firstOf(1, held))(
  'with a timeout, many take turns with %s',
  { tags: ['long', 'scaled'] },
  async (_, holder) => {
    const lock = await makeLock();
    if (holder !== null) await writeFile(lock, holder);
    const file = join(lock, '..', 'count');
    await writeFile(file, '0');
    const script = `
    import { readFile, writeFile } from 'node:fs/promises';
    import { withLock } from ${JSON.stringify(await bundleSource('build/release/disk/with-lock.ts'))};
    await withLock(${JSON.stringify(lock)}, 'testing', 20000, async () => {
      const count = Number(await readFile(${JSON.stringify(file)}, 'utf8'));
      await writeFile(${JSON.stringify(file)}, String(count + 1));
    });`;
    const ended = Array.from({ length: amount({ test: 4, all: 12, soak: 12 }) }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
      return new Promise((resolve) => child.on('close', resolve));
    });
    expect(await Promise.all(ended)).toEqual(ended.map(() => 0));
    expect(await readFile(file, 'utf8')).toBe(String(ended.length));
  },
);

function startOther(): number | undefined {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void child.kill());
  return child.pid;
}
