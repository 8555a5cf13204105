import type { S3Client, S3Response } from '../../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../../src/usage-error.ts';
import { type LeasePlace, leaseInterval, maxLeaseAge, parseLease, removeDead, toLease } from '../disk/lease.ts';
import { explainResponse, isPage, notAStore } from './store-responses.ts';

/** Beside the pointer. */
const lockPath = 'api/v1/push.lock';

/**
 * The header fields by one of which a PUT fails where the object is not the one with this tag, null for none: the next
 * is for a store that takes the right tag for a wrong one. The last is null where there may be none.
 */
export type ToConditions = (tag: string | null) => readonly (Record<string, string> | null)[];

export interface StoreLock {
  toConditions: ToConditions;
  /** Throws `UsageError` where somebody else has taken the lock over. */
  check(): void;
  release(): Promise<void>;
}

/**
 * Takes the lock of a store, and finds out meanwhile whether the store obeys conditional requests, which not all do.
 * Null where it does not. A lock whose process is dead is taken over: at once where it ran on this machine, else after
 * a minute. Throws `UsageError` where somebody holds it. `id` is no one else's; `clock` gives seconds.
 */
export async function lockStore(client: S3Client, id: string, clock: () => number): Promise<StoreLock | null> {
  const body = new TextEncoder().encode(toLease(id));
  let written = clock();
  const place = storePlace(client, put);
  let response = await put({ 'If-None-Match': '*' });
  if (isPage(response)) throw notAStore();
  if (await isTaken(response)) {
    await removeDead(place, lockPath);
    written = clock();
    response = await put({ 'If-None-Match': '*' });
  }
  if (await isTaken(response)) throw await heldBy();
  if (isRefused(response)) return null;
  if (response.status >= 300 && !isHeld(response)) throw explainResponse(response, 'Writing to the store');
  // A store that ignores the condition would have let in somebody else as well.
  const again = await put({ 'If-None-Match': '*' });
  if (again.status < 300) {
    await client.send({ method: 'DELETE', path: lockPath });
    return null;
  }
  const obeysMatch = isHeld(await put({ 'If-Match': '"00000000000000000000000000000000"' }));
  return hold();

  /** RFC 9110 has tags in quotation marks. Ceph, and stores made of it, compare those of PUT without: then no tag that it gave is right. */
  function toConditions(tag: string | null): ReturnType<ToConditions> {
    if (tag === null) return [{ 'If-None-Match': '*' }];
    const forms = obeysMatch ? [tag, tag.replaceAll('"', '')] : [];
    return [...forms.map((form) => ({ 'If-Match': form })), null];
  }

  function put(headers: Record<string, string>, path = lockPath): Promise<S3Response> {
    return client.send({ method: 'PUT', path, headers: { 'Content-Type': 'application/json', ...headers }, body });
  }

  function hold(): StoreLock {
    let isLost = false;
    const timer = setInterval(() => void renew().catch(() => {}), leaseInterval).unref();
    return { toConditions, check, release };

    async function renew(): Promise<void> {
      const now = clock();
      if (await isMine()) {
        await put({});
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
      const isFresh = Math.abs(clock() - written) * 1000 < maxLeaseAge / 2;
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

  async function heldBy(): Promise<UsageError> {
    const { text = '', age = 0 } = (await place.read(lockPath)) ?? {};
    const { pid, host } = parseLease(text);
    const left = Math.max(1, Math.ceil((maxLeaseAge - age) / 1000));
    return new UsageError(
      `Another galley command writes to this store (process ${pid} on ${host}), so nothing was changed. Run yours again when that ` +
        `has ended. If it was killed, its lock ends in ${left} seconds.`,
    );
  }
}

function storePlace(
  client: S3Client,
  put: (headers: Record<string, string>, path: string) => Promise<S3Response>,
): LeasePlace {
  return {
    async read(path) {
      const found = await client.send({ method: 'GET', path });
      return found.status === 200 ? { text: new TextDecoder().decode(found.bytes), age: ageOf(found) } : null;
    },
    create: async (path) => (await put({ 'If-None-Match': '*' }, path)).status < 300,
    async remove(path) {
      await client.send({ method: 'DELETE', path });
    },
  };
}

function isHeld({ status }: S3Response): boolean {
  return status === 412 || status === 409;
}

function isRefused({ status }: S3Response): boolean {
  return status === 501 || status === 400;
}

/** By the clock of the store alone. */
function ageOf({ headers }: S3Response): number {
  const [now, written] = ['date', 'last-modified'].map((name) => Date.parse(headers.get(name) ?? ''));
  return (now ?? 0) - (written ?? 0);
}
