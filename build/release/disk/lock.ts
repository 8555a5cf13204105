import {
  closeSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../../../src/usage-error.ts';
import { type LeasePlace, leaseInterval, maxLeaseAge, parseLease, removeDead, toLease } from './lease.ts';

/** Between two tries, in milliseconds. */
const pause = 20;

/**
 * Runs `work` while nobody else holds `lock`, a file; throws `UsageError` where somebody does and goes on doing so for
 * `timeoutMs`. A lock that a killed process left behind is taken over: at once where it ran on this machine, else
 * after a minute. `what` is what the holder is doing.
 */
export async function withLock<T>(lock: string, what: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(lock), { recursive: true });
  // A link appears whole: nobody reads a lock that is not yet written.
  const folder = mkdtempSync(`${lock}-`);
  const mine = join(folder, 'mine');
  const descriptor = openSync(mine, 'wx');
  const text = toLease(basename(folder));
  try {
    try {
      signFile(descriptor, mine, text);
      const began = lstatSync(mine).mtimeMs;
      removeLeftOver(lock, began);
      const place = diskPlace(mine, began);
      for (let waited = 0; !(await place.create(lock)); waited += pause) {
        await removeDead(place, lock);
        if (waited > timeoutMs) throw await heldBy(place, lock, what);
        if (waited > 0) await setTimeout(pause);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return await holdWhile(lock, descriptor, text, work);
  } finally {
    closeSync(descriptor);
  }
}

async function holdWhile<T>(lock: string, descriptor: number, text: string, work: () => Promise<T>): Promise<T> {
  const { ino } = lstatSync(lock);
  const timer = setInterval(() => {
    try {
      writeSync(descriptor, text, 0);
    } catch {
      // The disk is full.
    }
  }, leaseInterval).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // Not one that somebody took over because this process seemed dead.
    if (lstatSync(lock, { throwIfNoEntry: false })?.ino === ino) rmSync(lock, { force: true });
  }
}

/**
 * Writes who holds the lock. That also sets its time by the clock of the disk, which may be on another machine. On a
 * full disk there is room for a short link, though not for a file: what frees it has to take the lock.
 */
function signFile(descriptor: number, file: string, text: string): void {
  try {
    writeSync(descriptor, text, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    rmSync(file);
    symlinkSync(text, file);
  }
}

/** `mine` holds this process's lease, `now` is the time by the clock of the disk. */
function diskPlace(mine: string, now: number): LeasePlace {
  return {
    async read(path) {
      try {
        const found = lstatSync(path);
        const text = found.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'utf8');
        return { text, age: now - found.mtimeMs };
      } catch {
        return null;
      }
    },
    async create(path) {
      try {
        linkSync(mine, path);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    remove: async (path) => rmSync(path, { force: true }),
  };
}

/** Removes what processes left that were killed while they waited for the lock or took it over. */
function removeLeftOver(lock: string, now: number): void {
  for (const name of readdirSync(dirname(lock))) {
    const file = join(dirname(lock), name);
    const { mtimeMs = now } = lstatSync(file, { throwIfNoEntry: false }) ?? {};
    const isLeft = name.startsWith(`${basename(lock)}-`) && now - mtimeMs > maxLeaseAge;
    if (isLeft) rmSync(file, { recursive: true, force: true });
  }
}

async function heldBy(place: LeasePlace, lock: string, what: string): Promise<UsageError> {
  const { pid, host } = parseLease((await place.read(lock))?.text ?? '');
  // It may have ended since.
  const holder = pid === 0 ? 'unknown' : `${pid} on ${host}`;
  return new UsageError(
    `Another process (${holder}) is ${what}. ` +
      `Wait for it to end. If there is none, try again in a minute, or delete ${lock}.`,
  );
}
