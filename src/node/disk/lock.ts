import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../../usage-error.ts';

/** Between two tries, in milliseconds. */
const pause = 20;

/**
 * Runs `work` while nobody else holds `lock`, a file; throws `UsageError` where somebody does and goes on doing so for
 * `patience` milliseconds. A lock that a killed process left behind is taken over. `what` is what the holder is doing.
 */
export async function withLock<T>(lock: string, what: string, patience: number, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(lock), { recursive: true });
  // A link appears whole: nobody reads a lock that is not yet written.
  const folder = mkdtempSync(`${lock}-`);
  const mine = join(folder, 'mine');
  writeFileSync(mine, `${process.pid} ${hostname()}\n`);
  try {
    for (let waited = 0; !tryLink(mine, lock); waited += pause) {
      removeStale(lock, mine);
      if (waited > patience) throw heldBy(lock, what);
      if (waited > 0) await setTimeout(pause);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
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
function removeStale(lock: string, mine: string): void {
  const holder = readHolder(lock);
  if (holder === null || isAlive(holder)) return;
  const claim = `${lock}-${holder.trim().replace(/\W+/g, '-')}`;
  if (!tryLink(mine, claim)) return;
  try {
    if (readHolder(lock) === holder) rmSync(lock, { force: true });
  } finally {
    rmSync(claim, { force: true });
  }
}

function heldBy(lock: string, what: string): UsageError {
  const holder = readHolder(lock) ?? '';
  return new UsageError(
    `Another process (${holder.trim() || 'unknown'}) is ${what}. ` +
      `Wait for it to end; if there is none, delete ${lock}.`,
  );
}

/** Whether the process that wrote a lock may still run; that of another machine counts as running. */
function isAlive(holder: string): boolean {
  const [pid, host] = holder.trim().split(' ');
  if (host !== undefined && host !== hostname()) return true;
  // In a container every process may have this number: the one that wrote it is gone.
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What stands in a lock; null where it is gone. */
function readHolder(lock: string): string | null {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return null;
  }
}
