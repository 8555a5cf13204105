import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** How old a lease of another machine is when it counts as dead, in seconds. */
export const maxLeaseAge = 60;

export interface Holder {
  /** No one else's. */
  id: string;
  pid: number;
  host: string;
  machine: string;
}

/** The text of a lease of this process. */
export function toLease(id: string): string {
  const holder: Holder = { id, pid: process.pid, host: hostname(), machine: machine() };
  return `${JSON.stringify(holder)}\n`;
}

/** Who wrote a lease. Somebody may have put something else there. */
export function parseLease(text: string): Holder {
  try {
    const { id, pid, host, machine = '' } = JSON.parse(text);
    return { id: `${id}`, pid: Number(pid), host: `${host}`, machine: `${machine}` };
  } catch {
    return { id: 'unknown', pid: 0, host: 'unknown', machine: 'unknown' };
  }
}

/** Whether its process is: at once if it ran on this machine, else after a minute. `age` is in seconds. */
export function isDead({ pid, host, machine: other }: Holder, age: number): boolean {
  if (host !== hostname() || other !== machine()) return age > maxLeaseAge;
  // In a container every process may have this number: the one that wrote it is gone.
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** What distinguishes this machine, and this container in it, from others by the same name; '' where the system has no word for it. */
export function machine(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
