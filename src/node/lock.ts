import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '../usage-error.ts';

/** Between two tries, in milliseconds. */
const pause = 20;

/**
 * Runs `work` while nobody else holds `lock`, a file; throws `UsageError` where somebody does and goes on doing so for
 * `patience` milliseconds. A lock that a killed process left behind is taken over. `what` is what the holder is doing.
 */
export async function withLock<T>(lock: string, what: string, patience: number, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lock), { recursive: true });
  // A link appears whole: nobody reads a lock that is not yet written.
  const folder = await mkdtemp(`${lock}-`);
  const mine = join(folder, 'mine');
  await writeFile(mine, `${process.pid} ${hostname()}\n`);
  try {
    for (let waited = 0; !(await tryLink(mine, lock)); waited += pause) {
      await removeStale(lock, mine);
      if (waited > patience) throw await heldBy(lock, what);
      if (waited > 0) await setTimeout(pause);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLink(mine: string, lock: string): Promise<boolean> {
  try {
    await link(mine, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock. Of several who find it, the one that has claimed it does; nobody can take its place meanwhile. */
async function removeStale(lock: string, mine: string): Promise<void> {
  const holder = await readFile(lock, 'utf8').catch(() => null);
  if (holder === null || isAlive(holder)) return;
  const claim = `${lock}-${holder.trim().replace(/\W+/g, '-')}`;
  if (!(await tryLink(mine, claim))) return;
  try {
    if ((await readFile(lock, 'utf8').catch(() => null)) === holder) await rm(lock, { force: true });
  } finally {
    await rm(claim, { force: true });
  }
}

async function heldBy(lock: string, what: string): Promise<UsageError> {
  const holder = await readFile(lock, 'utf8').catch(() => '');
  return new UsageError(
    `Another process (${holder.trim() || 'unknown'}) is ${what}. ` +
      `Wait for it to end; if there is none, delete ${lock}.`,
  );
}

/** Whether the process that wrote a lock may still run; of another machine's, nobody here can tell. */
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
