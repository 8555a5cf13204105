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
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../../../src/usage-error.ts';

/** Between two tries, in milliseconds. */
const pause = 20;

/** How often a holder writes its lock again, and how old that may be on another machine before it counts as dead; in milliseconds. */
const interval = 10_000;
const minute = 60_000;

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
  try {
    try {
      signFile(descriptor, mine);
      const began = lstatSync(mine).mtimeMs;
      removeLeftOver(lock, began);
      for (let waited = 0; !tryLink(mine, lock); waited += pause) {
        removeStale(lock, mine, began);
        if (waited > timeoutMs) throw heldBy(lock, what);
        if (waited > 0) await setTimeout(pause);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return await holdWhile(lock, descriptor, work);
  } finally {
    closeSync(descriptor);
  }
}

async function holdWhile<T>(lock: string, descriptor: number, work: () => Promise<T>): Promise<T> {
  const { ino } = lstatSync(lock);
  const timer = setInterval(() => {
    try {
      sign(descriptor);
    } catch {
      // The disk is full.
    }
  }, interval).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // Not one that somebody took over because this process seemed dead.
    if (lstatSync(lock, { throwIfNoEntry: false })?.ino === ino) rmSync(lock, { force: true });
  }
}

/** Writes who holds the lock. That also sets its time by the clock of the disk, which may be on another machine. */
function sign(descriptor: number): void {
  writeSync(descriptor, `${process.pid} ${hostname()}\n`, 0);
}

/** On a full disk there is room for a short link, though not for a file: what frees it has to take the lock. */
function signFile(descriptor: number, file: string): void {
  try {
    sign(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    rmSync(file);
    symlinkSync(`${process.pid} ${hostname()}`, file);
  }
}

function tryLink(mine: string, lock: string): boolean {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock. Of several who find it, the one that has claimed it does; nobody can take its place meanwhile. */
function removeStale(lock: string, mine: string, now: number): void {
  const holder = readHolder(lock);
  if (holder === null || isAlive(holder, () => isOld(lock, now))) return;
  const claim = `${lock}-${holder.trim().replace(/\W+/g, '-')}`;
  if (!tryLink(mine, claim)) return;
  try {
    if (readHolder(lock) === holder) rmSync(lock, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

/** Removes what processes left that were killed while they waited for the lock or took it over. */
function removeLeftOver(lock: string, now: number): void {
  for (const name of readdirSync(dirname(lock))) {
    const file = join(dirname(lock), name);
    if (name.startsWith(`${basename(lock)}-`) && isOld(file, now)) rmSync(file, { recursive: true, force: true });
  }
}

function heldBy(lock: string, what: string): UsageError {
  const holder = readHolder(lock) ?? '';
  return new UsageError(
    `Another process (${holder.trim() || 'unknown'}) is ${what}. ` +
      `Wait for it to end. If there is none, try again in a minute, or delete ${lock}.`,
  );
}

/** Whether the process that wrote a lock may still run. */
function isAlive(holder: string, isOldLock: () => boolean): boolean {
  const [pid, host] = holder.trim().split(' ');
  if (host !== undefined && host !== hostname()) return !isOldLock();
  // In a container every process may have this number: the one that wrote it is gone.
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a file was last written more than a minute before `now`, by the clock of the disk. */
function isOld(file: string, now: number): boolean {
  const { mtimeMs = now } = lstatSync(file, { throwIfNoEntry: false }) ?? {};
  return now - mtimeMs > minute;
}

/** What stands in a lock; null where it is gone. */
function readHolder(lock: string): string | null {
  try {
    return lstatSync(lock).isSymbolicLink() ? readlinkSync(lock) : readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}
