import { spawnSync } from 'node:child_process';
import { familyOf } from './memory.ts';

/** Keeps a process, and what it has started, with all their threads on the first core. False where the system cannot. */
export function onOneCore(pid: number): boolean {
  return familyOf(pid).every((each) => spawnSync('taskset', ['-a', '-c', '-p', '0', String(each)]).status === 0);
}
