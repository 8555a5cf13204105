import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** How often a holder writes its lease again, and how old one of another machine is when it counts as dead, in milliseconds. */
export const leaseInterval = 10_000;
export const maxLeaseAge = 60_000;

/** Where leases are: a folder, or an object store. */
export interface LeasePlace {
  /** What stands there, and how old it is by the clock of the place, in milliseconds; null for nothing. */
  read(path: string): Promise<{ text: string; age: number } | null>;
  /** Writes a lease if nothing is there; whether it did. */
  create(path: string): Promise<boolean>;
  remove(path: string): Promise<void>;
}

interface Holder {
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

/** How many claims may be dead, each of the one before: others were written by none of us. */
const maxDepth = 8;

/**
 * Removes a lease whose process is dead: at once if it ran on this machine, else after a minute. Of several who find
 * it, the one that can write a claim beside `lease` does; a dead claim is removed as a lease is.
 */
export async function removeDead(place: LeasePlace, lease: string, path: string = lease, depth = 0): Promise<void> {
  const found = await place.read(path);
  if (found === null || !isDead(found)) return;
  const claim = `${lease}-${parseLease(found.text).id.replace(/[^\w-]/g, '-')}`;
  if (!(await place.create(claim))) {
    if (depth < maxDepth) await removeDead(place, lease, claim, depth + 1);
    if (!(await place.create(claim))) return;
  }
  try {
    if ((await place.read(path))?.text === found.text) await place.remove(path);
  } finally {
    await place.remove(claim);
  }
}

function isDead({ text, age }: { text: string; age: number }): boolean {
  const { pid, host, machine: its } = parseLease(text);
  if (host !== hostname() || its !== machine()) return age > maxLeaseAge;
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
