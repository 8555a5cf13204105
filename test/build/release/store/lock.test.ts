import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { diskStore } from '../../../../build/release/store/disk-store.ts';
import type { FileStore } from '../../../../build/release/store/file-store.ts';
import { machine } from '../../../../build/release/store/lease.ts';
import { holdLock, type Lock } from '../../../../build/release/store/lock.ts';
import { lockPath, s3Store } from '../../../../build/release/store/s3-store.ts';
import { s3Client } from '../../../../src/storage/s3/s3-client.ts';
import { startObjectStore } from '../../../support/object-store.ts';
import { makeFolder } from '../../../support/server.ts';

// Of no process, and of another one that lives.
const [dead, living] = [2 ** 22 + 1, process.ppid];

interface Place {
  store: FileStore;
  put(path: string, text: string): Promise<unknown>;
  read(path: string): Promise<string | null>;
}

async function makePlace(store: FileStore): Promise<Place> {
  const read = async (path: string) => {
    const found = await store.find(path);
    return found && Buffer.from(found.bytes).toString();
  };
  return { store, read, put: (path, text) => store.write(path, new TextEncoder().encode(text)) };
}

/** The same store, by whose clock so many seconds have passed since all was written. */
const later = (store: FileStore, seconds: number): FileStore => ({
  ...store,
  time: async () => (await store.time()) + seconds,
});

const toHolder = (id: string, pid: number, on: string) =>
  JSON.stringify({ id, pid, host: hostname(), machine: on === 'this' ? machine() : on });

function hold<T>(store: FileStore, work: (lock: Lock) => Promise<T>): Promise<T> {
  const toMessage = ({ pid, host }: { pid: number; host: string }, left: number) => `${pid} on ${host}, ${left} s`;
  return holdLock(store, lockPath, { timeout: 0, toMessage }, work);
}

describe.each<[string, () => Promise<Place>]>([
  [
    'a folder',
    async () => {
      const folder = await makeFolder();
      await mkdir(folder, { recursive: true });
      return makePlace(diskStore(folder, folder, false));
    },
  ],
  ['an object store', async () => makePlace(s3Store(s3Client(await startObjectStore()), 'absent'))],
])('a lock in %s', (_, make) => {
  test('is there while the work goes on, keeps others away, and is gone after it', async () => {
    const { store, read } = await make();
    await hold(store, async ({ bytes, isLost }) => {
      expect([await read(lockPath), isLost()]).toEqual([Buffer.from(bytes).toString(), false]);
    });
    expect(await read(lockPath)).toBeNull();
    await expect(hold(store, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await read(lockPath)).toBeNull();
  });

  test.each([
    ['of a process that is not there', dead, 'this', 0, true],
    ['of one under way', living, 'this', 0, false],
    ['of one that stands still', living, 'this', 61, false],
    ['of another machine by the same name', dead, 'another', 30, false],
    ['of another machine, left behind', dead, 'another', 62, true],
  ])('%s', async (_, pid, on, age, isTaken) => {
    const { store, put, read } = await make();
    await put(lockPath, toHolder('x', pid, on));
    const held = hold(later(store, age), async () => 'taken');
    if (isTaken) expect(await held).toBe('taken');
    else await expect(held).rejects.toThrow(new RegExp(`^${pid} on ${hostname()}, \\d+ s$`));
    expect(await read(lockPath)).toBe(isTaken ? null : toHolder('x', pid, on));
  });

  test.each([
    ['of this machine, twice over', [dead, dead, dead], 'this', true],
    ['of another machine', [dead, dead], 'another', false],
    ['that is claimed by a process under way', [dead, living], 'this', false],
    ['whose claims lead to each other', [dead, dead, dead, 'x'], 'this', false],
  ])('a dead one %s', async (_, holders, on, isTaken) => {
    const { store, put, read } = await make();
    // Who was killed while it took over what the one before left.
    const paths = holders.map((_, i) => (i === 0 ? lockPath : `${lockPath}-id${i - 1}`));
    for (const [i, pid] of holders.entries()) {
      const id = pid === 'x' ? 'id0' : `id${i}`;
      await put(paths[i] ?? '', toHolder(id, pid === 'x' ? dead : Number(pid), i === 0 ? 'this' : on));
    }
    const held = hold(store, async () => 'taken');
    if (isTaken) expect(await held).toBe('taken');
    else await expect(held).rejects.toThrow(` on ${hostname()}, `);
    const left = await Promise.all(paths.map(read));
    expect(left.filter((each) => each !== null)).toHaveLength(isTaken ? 0 : paths.length);
  });

  test('that somebody else took over is lost, and stays with them', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, put, read } = await make();
    await hold(store, async ({ isLost }) => {
      await put(lockPath, 'theirs');
      vi.advanceTimersByTime(10_000);
      await vi.waitFor(() => expect(isLost()).toBe(true));
    });
    expect(await read(lockPath)).toBe('theirs');
    expect(vi.getTimerCount()).toBe(0);
  });
});
