import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../../../src/usage-error.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { type Holder, isDead, maxLeaseAge, parseLease, toLease } from './lease.ts';

export interface LockOptions {
  /** Milliseconds for which it waits for others. */
  timeout: number;
  /** What is said where somebody holds it; `left` is in how many seconds it ends unless its process lives. */
  toMessage(holder: Holder, left: number): string;
  /**
   * In seconds, where each look is a request: then the lock is removed without one if it was written so lately that
   * nobody takes it over.
   */
  clock?(): number;
}

export interface Lock {
  /** What is in the file. */
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether somebody else has taken the lock over. */
  isLost(): boolean;
}

/** Between two tries, in milliseconds. */
const pause = 20;

/** How often a holder writes its lease again, in milliseconds. */
const interval = 10_000;

/**
 * Runs `work` while nobody else holds the lock, the file `path`; throws `UsageError` where somebody does and goes on
 * doing so. A lock that a killed process left behind is taken over: at once where it ran on this machine, else after a
 * minute.
 */
export async function holdLock<T>(
  store: FileStore,
  path: string,
  { timeout, toMessage, clock }: LockOptions,
  work: (lock: Lock) => Promise<T>,
): Promise<T> {
  const bytes = new TextEncoder().encode(toLease(randomBytes(9).toString('base64url')));
  let written = clock?.();
  let own = await store.write(path, bytes, null);
  for (let waited = 0; own === null; waited += pause) {
    await removeDead(store, path, bytes);
    if (waited > timeout) {
      const { holder, age } = (await readLease(store, path)) ?? { holder: parseLease(''), age: 0 };
      throw new UsageError(toMessage(holder, Math.max(1, Math.ceil(maxLeaseAge - age) || maxLeaseAge)));
    }
    if (waited > 0) await setTimeout(pause);
    written = clock?.();
    own = await store.write(path, bytes, null);
  }
  const timer = setInterval(() => void renew().catch(() => {}), interval).unref();
  try {
    return await work({ bytes, isLost: () => own === null });
  } finally {
    clearInterval(timer);
    await release().catch(() => {});
  }

  async function renew(): Promise<void> {
    if (own === null) return;
    const now = clock?.();
    own = await store.write(path, bytes, own);
    written = now;
  }

  async function release(): Promise<void> {
    const isFresh = clock !== undefined && Math.abs(clock() - (written ?? 0)) < maxLeaseAge / 2;
    if (own !== null) await store.remove([path], isFresh ? undefined : own);
  }
}

/** How many claims may be dead, each of the one before: others were written by none of us. */
const maxDepth = 8;

/**
 * Removes a lease whose process is dead. Of several who find it, the one that can write a claim beside `lock` does; a
 * dead claim is removed as a lease is.
 */
async function removeDead(
  store: FileStore,
  lock: string,
  bytes: Uint8Array<ArrayBuffer>,
  path: string = lock,
  depth = 0,
): Promise<void> {
  const found = await readLease(store, path);
  if (found === null || !isDead(found.holder, found.age)) return;
  const claim = `${lock}-${found.holder.id.replace(/[^\w-]/g, '-')}`;
  if ((await store.write(claim, bytes, null)) === null) {
    if (depth < maxDepth) await removeDead(store, lock, bytes, claim, depth + 1);
    if ((await store.write(claim, bytes, null)) === null) return;
  }
  try {
    await store.remove([path], found.file);
  } finally {
    await store.remove([claim]);
  }
}

/** Null where there is none, or it cannot be read. */
async function readLease(
  store: FileStore,
  path: string,
): Promise<{ file: StoredFile; holder: Holder; age: number } | null> {
  try {
    const file = await store.find(path);
    if (file === null) return null;
    const holder = parseLease(new TextDecoder().decode(file.bytes));
    return { file, holder, age: (await store.time()) - file.written };
  } catch {
    return null;
  }
}
