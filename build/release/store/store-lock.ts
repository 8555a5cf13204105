import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { S3Client, S3Response } from '../../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { explainResponse } from './store-responses.ts';

/** Beside the pointer. */
const lockPath = 'api/v1/push.lock';

/** How often a holder writes its lock again, and how old it is when it counts as dead, in milliseconds. */
const interval = 10_000;
const maxAge = 60_000;

/**
 * The header field by which a PUT fails where the object is not the one with this tag, null for none; null where the store has no such
 * condition.
 */
export type ToCondition = (tag: string | null) => Record<string, string> | null;

export interface StoreLock {
  toCondition: ToCondition;
  /** Throws `UsageError` where somebody else has taken the lock over. */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes the lock of a store, and finds out meanwhile whether the store obeys conditional requests, which not all do. Null where it
 * does not. A lock whose process is dead is taken over: at once where it ran on this machine, else after a minute. Throws `UsageError`
 * where somebody holds it. `id` is no one else's.
 */
export async function lockStore(client: S3Client, id: string): Promise<StoreLock | null> {
  const body = encode({ id, pid: process.pid, host: hostname(), machine: machine() });
  let response = await put(body, { 'If-None-Match': '*' });
  if (await isTaken(response)) {
    await removeDead();
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
  return hold(await findCondition(response.headers.get('etag')));

  /** RFC 9110 has tags in quotation marks. Ceph, and stores made of it, compare those of PUT without: then no tag that it gave is right. */
  async function findCondition(tag: string | null): Promise<ToCondition> {
    const forms = [(text: string) => text, (text: string) => text.replaceAll('"', '')];
    for (const form of tag === null ? [] : forms) {
      const toMatch = (text: string) => ({ 'If-Match': form(text) });
      const right = await put(body, toMatch(tag ?? ''));
      if (right.status >= 300) continue;
      const wrong = await put(body, toMatch('"00000000000000000000000000000000"'));
      if (isHeld(wrong)) return (text) => (text === null ? { 'If-None-Match': '*' } : toMatch(text));
    }
    return (text) => (text === null ? { 'If-None-Match': '*' } : null);
  }

  function put(bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string>, path = lockPath): Promise<S3Response> {
    return client.send({
      method: 'PUT',
      path,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: bytes,
    });
  }

  function hold(toCondition: ToCondition): StoreLock {
    let isLost = false;
    const timer = setInterval(() => void renew().catch(() => {}), interval).unref();
    return { toCondition, check, release };

    async function renew(): Promise<void> {
      if (await isMine()) await put(body, {});
      else isLost = true;
    }

    function check(): void {
      if (!isLost) return;
      throw new UsageError(
        'Another push took the lock, since this one did not respond for a minute. Run galley push again.',
      );
    }

    async function release(): Promise<void> {
      clearInterval(timer);
      if (await isMine()) await client.send({ method: 'DELETE', path: lockPath, isLast: true });
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

  /** Of several who find a dead lock, the one that can write a claim removes it; a claim that is dead itself goes, too. */
  async function removeDead(): Promise<void> {
    const found = await client.send({ method: 'GET', path: lockPath });
    if (found.status !== 200 || !isDead(found)) return;
    const claim = `${lockPath}-${parse(found).id}`;
    const claimed = await put(body, { 'If-None-Match': '*' }, claim);
    if (claimed.status >= 300) {
      const other = await client.send({ method: 'GET', path: claim });
      if (other.status === 200 && ageOf(other) > maxAge) await client.send({ method: 'DELETE', path: claim });
      return;
    }
    const still = await client.send({ method: 'GET', path: lockPath });
    if (still.status === 200 && parse(still).id === parse(found).id)
      await client.send({ method: 'DELETE', path: lockPath });
    await client.send({ method: 'DELETE', path: claim });
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
