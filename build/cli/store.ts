import { FailedRead } from '../../src/core/file-errors.ts';
import { pointerPath, releaseFolder } from '../../src/core/format.ts';
import { below, type Storage } from '../../src/core/storage.ts';
import {
  codeOf,
  type S3Client,
  type S3Request,
  type S3Response,
  StoreFailure,
  s3Client,
} from '../../src/storage/s3/s3-client.ts';
import { readerOf, type S3Options } from '../../src/storage/s3.ts';
import { UsageError } from '../../src/usage-error.ts';
import { isEmpty, type OpenLedger, openLedger } from '../release/ledger/open-ledger.ts';
import type { FileStore } from '../release/store/file-store.ts';
import type { Holder } from '../release/store/lease.ts';
import { holdLock } from '../release/store/lock.ts';
import {
  type Conditions,
  learnConditions,
  lockPath,
  NoConditions,
  openS3Store,
  s3Store,
} from '../release/store/s3-store.ts';
import { explainResponse, isPage, notAStore } from '../release/store/store-responses.ts';
import { findCredentials, readProfile } from './credentials.ts';
import { clock } from './figures.ts';
import { withInterrupt } from './signals.ts';

/** Nobody waits for a page here: milliseconds for one request, and for all its tries. */
const timeouts = { attemptTimeout: 20_000, timeout: 90_000, attempts: 6 };

/**
 * Where an address `s3://BUCKET/PREFIX` leads, with region, endpoint and credentials from where all tools for S3 have
 * them. Rejects with `UsageError` where one is missing or wrong.
 */
export async function storeOptions(address: string, env: NodeJS.ProcessEnv = process.env): Promise<S3Options> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?$/.exec(address) ?? [];
  if (bucket === undefined)
    throw new UsageError(
      `Found ${address}. Expected the address of an object store: s3://BUCKET, or s3://BUCKET/PREFIX.` +
        (/^https?:/i.test(address)
          ? ' The server of the store goes into AWS_ENDPOINT_URL_S3; for Amazon S3 its region goes into AWS_REGION.'
          : ''),
    );
  // Somebody may have put a secret there, which is not printed.
  if (bucket.includes('@')) {
    throw new UsageError(
      'The address of the store: found text before an @. Expected s3://BUCKET/PREFIX, and the credentials in ' +
        'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    );
  }
  const read = (...names: string[]): string | undefined => names.map((name) => env[name]?.trim()).find(Boolean);
  const endpoint = read('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  // Most other stores ignore it; R2 has its own name for it.
  const byDefault = endpoint === undefined ? undefined : 'us-east-1';
  const region = read('AWS_REGION', 'AWS_DEFAULT_REGION') ?? (await readProfile(env)).region ?? byDefault;
  if (region === undefined) {
    throw new UsageError(
      `${address}: found no region. Expected AWS_REGION, such as eu-central-1, or AWS_ENDPOINT_URL_S3 for a store that is not Amazon S3.`,
    );
  }
  const credentials = findCredentials(env);
  // What is configured wrongly is reported before anything is sent.
  await credentials().catch((error) => explain(error, address));
  return { bucket, prefix, region, credentials, ...(endpoint !== undefined && { endpoint }) };
}

/**
 * The store of an address, and the prefix of its keys: '' or with a slash at its end. Errors of it become `UsageError`.
 * SIGINT and SIGTERM stop what is in progress, with a `UsageError` that says what readers get.
 */
export async function withObjectStore<T>(
  address: string,
  work: (client: S3Client, prefix: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = await storeOptions(address);
  const prefix = (options.prefix ?? '').split('/').filter(Boolean).join('/');
  let isPublishing = false;
  const toReason = (): UsageError =>
    new UsageError(
      isPublishing
        ? `Stopped while a release was made current. galley releases --store ${address} shows which one is current now.`
        : 'Stopped. Nothing was changed for readers. Run this again: it continues from here.',
    );
  try {
    return await withInterrupt(toReason, (signal) => {
      const client = s3Client({ ...options, ...timeouts }, signal);
      const send: S3Client['send'] = (request) => {
        isPublishing ||= request.method === 'PUT' && request.path === releaseFolder + pointerPath;
        return client.send(request);
      };
      return work({ send }, prefix === '' ? '' : `${prefix}/`, signal);
    });
  } catch (error) {
    return explain(error, address);
  }
}

function explain(error: unknown, address: string): never {
  if (error instanceof RangeError) throw new UsageError(error.message);
  if (error instanceof StoreFailure) throw new UsageError(`${address}: ${error.message}. Run this again.`);
  if (error instanceof FailedRead) throw new UsageError(`${address}: ${error.message}`);
  throw error;
}

/** Runs `work` with the folder of the releases in a store. Throws `UsageError` as `withObjectStore` does. */
export function withRelease<T>(address: string, work: (storage: Storage) => Promise<T>): Promise<T> {
  return withObjectStore(address, async (client) => {
    await checkStore(client, 'Reading the store');
    return work(below(readerOf(client), releaseFolder));
  });
}

/** Reads the pointer, to see whether a store can be read. Throws where it refuses, or cannot be reached. */
export async function checkStore(client: S3Client, what: string): Promise<void> {
  const response = await client.send({ method: 'GET', path: releaseFolder + pointerPath });
  if (isPage(response)) throw notAStore();
  if (response.status === 200 || (response.status === 404 && codeOf(response) !== ' NoSuchBucket')) return;
  throw explainResponse(response, what);
}

/**
 * Runs `work` while no other command writes to the store. Without `isLocked` it runs without a lock, and sends no
 * conditional request; else this throws `UsageError` where the store does not obey them.
 */
export async function withStoreLock<T>(
  client: S3Client,
  isLocked: boolean,
  work: (client: S3Client, conditions: Conditions) => Promise<T>,
): Promise<T> {
  if (!isLocked) {
    await checkStore(client, 'Reading the store');
    return work(client, 'none');
  }
  // Also after a signal, so that the lock ends with the command.
  const last: S3Client = { send: (request) => client.send({ ...request, isLast: true }) };
  try {
    return await holdLock(s3Store(last, 'absent'), lockPath, { timeout: 0, toMessage, clock }, async (lock) => {
      const conditions = await learnConditions(client, lockPath, lock.bytes);
      return work({ send }, conditions);

      async function send(request: S3Request): Promise<S3Response> {
        if (request.method !== 'GET' && lock.isLost())
          throw new UsageError(
            'This push did nothing for a minute, so another one took the lock. Run galley push again.',
          );
        return client.send(request);
      }
    });
  } catch (error) {
    // Some stores refuse a condition before they check the signature; this request has none.
    if (error instanceof NoConditions) await checkStore(client, 'Reading the store');
    throw error;
  }
}

function toMessage({ pid, host }: Holder, left: number): string {
  return (
    `Another galley command writes to this store (process ${pid} on ${host}), so nothing was changed. Run yours again when that ` +
    `has ended. If it was killed, its lock ends in ${left} seconds.`
  );
}

/** The releases of an object store, `s3://BUCKET/PREFIX`: a `ReleaseTarget`. */
export function storeTarget(address: string, isLocked: boolean) {
  const publish = `galley push ${address}`;
  return {
    name: address,
    publish,
    isLocal: false,
    open: (): Promise<{ store: FileStore; ledger: OpenLedger }> =>
      withObjectStore(address, async (client, prefix) => {
        const store = await openS3Store(client, prefix, 'none', false);
        return { store, ledger: await openLedger(store) };
      }),
    change: <T>(work: (store: FileStore, ledger: OpenLedger) => Promise<T>): Promise<T> =>
      withObjectStore(address, (client, prefix) =>
        withStoreLock(client, isLocked, async (client, conditions) => {
          const store = await openS3Store(client, prefix, conditions, false);
          const ledger = await openLedger(store);
          if (isEmpty(ledger)) throw new UsageError(`${address} has no release. Run ${publish}.`);
          return work(store, ledger);
        }),
      ),
  };
}
