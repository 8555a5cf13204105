import { randomUUID } from 'node:crypto';
import { FailedRead } from '../../src/core/file-errors.ts';
import { pointerPath, releaseFolder } from '../../src/core/format.ts';
import { codeOf, type S3Client, StoreFailure, s3Client } from '../../src/storage/s3/s3-client.ts';
import { UsageError } from '../../src/usage-error.ts';
import { lockStore, type StoreLock } from '../release/store/store-lock.ts';
import { explainAnswer } from '../release/store/store-responses.ts';
import { storeOptions } from './store-options.ts';
import { untilInterrupt } from './until-interrupt.ts';

/** Nobody waits for a page here: milliseconds for one request, and for all its tries. */
const patience = { attemptTimeout: 20_000, timeout: 90_000, attempts: 6 };

/**
 * The store of an address, and the prefix of its keys: '' or with a slash at its end. Errors of it become `UsageError`. SIGINT and
 * SIGTERM stop what is under way, with a `UsageError` that says what readers get.
 */
export async function withStore<T>(
  address: string,
  work: (client: S3Client, prefix: string, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const options = storeOptions(address);
  const prefix = (options.prefix ?? '').split('/').filter(Boolean).join('/');
  let isPublishing = false;
  const toReason = (): UsageError =>
    new UsageError(
      isPublishing
        ? `Stopped while a release was made current: galley releases --store ${address} lists which one is.`
        : 'Stopped. What readers get was not changed. Run this again: it goes on from here.',
    );
  try {
    return await untilInterrupt(toReason, (signal) => {
      const client = s3Client({ ...options, ...patience }, signal);
      const send: S3Client['send'] = (request) => {
        isPublishing ||= request.method === 'PUT' && request.path === releaseFolder + pointerPath;
        return client.send(request);
      };
      return work({ send }, prefix === '' ? '' : `${prefix}/`, signal);
    });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    if (error instanceof StoreFailure) throw new UsageError(`${address}: ${error.message}. Run this again.`);
    if (error instanceof FailedRead) throw new UsageError(`${address}: ${error.message}`);
    throw error;
  }
}

/**
 * Runs `work` while no other command writes to the store. Where the store heeds no conditional requests, it runs without a lock
 * if `isAlone` says that no other command does; else this throws `UsageError`.
 */
export async function withStoreLock<T>(
  client: S3Client,
  isAlone: boolean,
  work: (lock: StoreLock | null) => Promise<T>,
): Promise<T> {
  // Some stores refuse a condition before they look at the signature.
  const answer = await client.send({ method: 'GET', path: `${releaseFolder}${pointerPath}` });
  if (answer.status !== 200 && (answer.status !== 404 || codeOf(answer) === ' NoSuchBucket')) {
    throw explainAnswer(answer, 'Reading the store');
  }
  const lock = await lockStore(client, randomUUID());
  if (lock === null && !isAlone) {
    throw new UsageError(
      'This store heeds no conditional requests (If-None-Match, If-Match), by which two commands that write at once notice each other. ' +
        'See to it that no other galley push, rollback or prune runs meanwhile, and add --alone. Nothing was changed.',
    );
  }
  try {
    return await work(lock);
  } finally {
    await lock?.release().catch(() => {});
  }
}
