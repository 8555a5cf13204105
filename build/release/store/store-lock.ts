import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { S3Client, S3Response } from '../../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { explainResponse, isPage, notAStore } from './store-responses.ts';

/** Beside the pointer. */
const lockPath = 'api/v1/push.lock';

/** How often a holder writes its lock again, and how old it is when it counts as dead, in milliseconds. */
const interval = 10_000;
const maxAge = 60_000;

/** How many claims may be dead, each of the one before: others were written by none of us. */
const maxDepth = 8;

/**
 * The header fields by one of which a PUT fails where the object is not the one with this tag, null for none: the next is for a store
 * that takes the right tag for a wrong one. The last is null where there may be none.
 */
export type ToConditions = (tag: string | null) => readonly (Record<string, string> | null)[];

export interface StoreLock {
  toConditions: ToConditions;
  /** Throws `UsageError` where somebody else has taken the lock over. */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes the lock of a store, and finds out meanwhile whether the store obeys conditional requests, which not all do. Null where it
 * does not. A lock whose process is dead is taken over: at once where it ran on this machine, else after a minute. Throws `UsageError`
 * where somebody holds it. `id` is no one else's; `clock` gives seconds.
 */
export async function lockStore(client: S3Client, id: string, clock: () => number): Promise<StoreLock | null> {
  const body = encode({ id, pid: process.pid, host: hostname(), machine: machine() });
  let written = clock();
  let response = await put(body, { 'If-None-Match': '*' });
  if (isPage(response)) throw notAStore();
  if (await isTaken(response)) {
    await removeDead(lockPath);
    written = clock();
    response = await put(body, { 'If-None-Match': '*' });
  }
  if (await isTaken(response)) throw await heldBy();
  if (isRefused(response)) return null;
  if (response.status >= 300 && !isHeld(response)) throw explainResponse(response, 'Writing to the store');
  // A store that ignores the condition would have let in somebody else as well.
  const again = await put(body, { 'If-None-Match': '*' });
  if (again.status < 300) {
    await client.send({ method: 'DELETE', path: lockPath });
    return null;
  }
  const obeysMatch = isHeld(await put(body, { 'If-Match': '"00000000000000000000000000000000"' }));
  return hold();

  /** RFC 9110 has tags in quotation marks. Ceph, and stores made of it, compare those of PUT without: then no tag that it gave is right. */
  function toConditions(tag: string | null): ReturnType<ToConditions> {
    if (tag === null) return [{ 'If-None-Match': '*' }];
    const forms = obeysMatch ? [tag, tag.replaceAll('"', '')] : [];
    return [...forms.map((form) => ({ 'If-Match': form })), null];
  }

  function put(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>, path = lockPath): Promise<S3Response> {
    return client.send({
      method: 'PUT',
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: bytes,
    });
  }

  function hold(): StoreLock {
    let isLost = false;
    const timer = setInterval(() => void renew().catch(() => {}), interval).unref();
    return { toConditions, check, release };

    async function renew(): Promise<void> {
      const now = clock();
      if (await isMine()) {
        await put(body, {});
        written = now;
      } else isLost = true;
    }

    function check(): void {
      if (!isLost) return;
      throw new UsageError('This push did nothing for a minute, so another one took the lock. Run galley push again.');
    }

    async function release(): Promise<void> {
      clearInterval(timer);
      // Nobody takes over one that was written so lately.
      const isFresh = Math.abs(clock() - written) * 1000 < maxAge / 2;
      if (!isLost && (isFresh || (await isMine())))
        await client.send({ method: 'DELETE', path: lockPath, isLast: true });
    }
  }

  /** Where a response was lost, the second try finds what the first one wrote. */
  async function isTaken(response: S3Response): Promise<boolean> {
    return isHeld(response) && !(await isMine());
  }

  async function isMine(): Promise<boolean> {
    const { status, bytes } = await client.send({ method: 'GET', path: lockPath, isLast: true });
    return status === 200 && Buffer.from(bytes).equals(Buffer.from(body));
  }

  /** Removes a lock that is dead. Of several who find it, the one that can write a claim does; a dead claim is removed as a lock is. */
  async function removeDead(path: string, depth = 0): Promise<void> {
    const found = await client.send({ method: 'GET', path });
    if (found.status !== 200 || !isDead(found)) return;
    const claim = `${lockPath}-${parse(found).id}`;
    if (!(await canClaim(claim))) {
      if (depth < maxDepth) await removeDead(claim, depth + 1);
      if (!(await canClaim(claim))) return;
    }
    const still = await client.send({ method: 'GET', path });
    if (still.status === 200 && parse(still).id === parse(found).id) await client.send({ method: 'DELETE', path });
    await client.send({ method: 'DELETE', path: claim });
  }

  async function canClaim(claim: string): Promise<boolean> {
    return (await put(body, { 'If-None-Match': '*' }, claim)).status < 300;
  }

  async function heldBy(): Promise<UsageError> {
    const found = await client.send({ method: 'GET', path: lockPath });
    const { pid, host } = parse(found);
    const left = Math.max(1, Math.ceil((maxAge - ageOf(found)) / 1000));
    return new UsageError(
      `Another galley command writes to this store (process ${pid} on ${host}), so nothing was changed. Run yours again when that ` +
        `has ended. If it was killed, its lock ends in ${left} seconds.`,
    );
  }
}

function isHeld({ status }: S3Response): boolean {
  return status === 412 || status === 409;
}

function isRefused({ status }: S3Response): boolean {
  return status === 501 || status === 400;
}

/** A holder that lives writes its lock again; one that had our number was another process, since the lock is not ours. */
function isDead(found: S3Response): boolean {
  if (ageOf(found) > maxAge) return true;
  const { pid, host, machine: its } = parse(found);
  if (host !== hostname() || its !== machine()) return false;
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

/** By the clock of the store alone. */
function ageOf({ headers }: S3Response): number {
  const [now, written] = ['date', 'last-modified'].map((name) => Date.parse(headers.get(name) ?? ''));
  return (now ?? 0) - (written ?? 0);
}

interface Holder {
  id: string;
  pid: number;
  host: string;
  machine: string;
}

function encode(holder: Holder): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${JSON.stringify(holder)}\n`);
}

/** Somebody may have put something else there. */
function parse({ bytes }: S3Response): Holder {
  try {
    const { id, pid, host, machine } = JSON.parse(new TextDecoder().decode(bytes));
    return { id: `${id}`, pid: Number(pid), host: `${host}`, machine: `${machine}` };
  } catch {
    return { id: 'unknown', pid: 0, host: 'unknown', machine: 'unknown' };
  }
}
