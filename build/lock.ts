import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../src/usage-error.ts';

/**
 * Runs `work` while no other build writes to `directory`; throws `UsageError` where one does. A lock that a killed build
 * left behind is taken over.
 */
export async function withLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true });
  const file = join(directory, '.lock');
  const mine = `${process.pid} ${hostname()}\n`;
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(file, mine, { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = await readFile(file, 'utf8').catch(() => '');
      if (attempt > 0 || isAlive(holder)) {
        throw new UsageError(
          `Another build (process ${holder.trim() || 'unknown'}) is writing to ${directory}. ` +
            `Wait for it to end; if there is none, delete ${file}.`,
        );
      }
      await rm(file, { force: true });
    }
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

/** Whether the process that wrote a lock may still run; of another machine's, nobody here can tell. */
function isAlive(holder: string): boolean {
  const [pid, host] = holder.trim().split(' ');
  if (host !== undefined && host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) > 0;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
