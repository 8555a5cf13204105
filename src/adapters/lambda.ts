import { join, resolve } from 'node:path';
import type { StoredKey } from '../core/keys.ts';
import type { RateLimit } from '../core/rate-limit.ts';
import type { Storage } from '../core/storage.ts';
import { keysOfEnvironment } from '../keys/keys-env.ts';
import { blockCache } from '../storage/block-cache.ts';
import { diskStorage } from '../storage/disk.ts';
import { UsageError } from '../usage-error.ts';
import { answerRequests } from './fetch/answer-requests.ts';
import type { AnswerRequest } from './fetch/door-answer.ts';
import { sendStream } from './lambda/send-stream.ts';
import { type LambdaEvent, toFacts } from './lambda/to-facts.ts';
import { type LambdaResult, toResult } from './lambda/to-result.ts';
import { toRuntime } from './lambda/to-runtime.ts';
import { sha256 } from './node/keys/new-key.ts';

export type { LambdaEvent } from './lambda/to-facts.ts';
export type { LambdaResult } from './lambda/to-result.ts';

export interface LambdaOptions {
  /** The folder that `galley build` wrote, in the package of the function; relative to where its code lies. */
  out?: string;
  /** Reads that folder instead, such as an `s3Storage`. One of the two is expected. */
  storage?: Storage;
  /** The keys that are accepted at this moment; those of `GALLEY_KEYS` unless given. */
  keys?: () => readonly StoredKey[];
  /** Called with every fault of the server itself; unless given, it goes to the log of the function. */
  onFault?: (error: unknown) => void;
  /** Bytes of memory in which blocks of page files of `out` are kept; 24 MiB unless given. */
  cacheBytes?: number;
  /** How often each key may ask this instance, of which there may be many; as often as it likes unless given. */
  rateLimit?: RateLimit;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
}

/**
 * The door for AWS Lambda, for events of a function URL or of an HTTP API (payload format 2.0):
 * `export const handler = await createLambdaHandler({ out: 'public' })`. Bodies are sent in base64.
 *
 * A result has 6 MB at most, so a body about 4.7 MB: a longer one is 500, and `onFault` is told what to do; it is never sent shorter.
 * `createLambdaStream` has no such bound. Throws `UsageError` where there are neither `out` nor `storage`, both, or no keys.
 */
export async function createLambdaHandler(
  options: LambdaOptions,
): Promise<(event: LambdaEvent) => Promise<LambdaResult>> {
  const { answer, onFault } = await prepare(options);
  return async (event) => {
    const { method, target, header } = toFacts(event);
    return toResult(await answer(method, target, header), onFault);
  };
}

/**
 * The same for a function URL whose invoke mode is `RESPONSE_STREAM`, and for answers of any size that Lambda sends (200 MB):
 * `export const handler = await createLambdaStream({ out: 'public' })`. Where the rest of an answer that was begun cannot be read, it
 * breaks off. Throws `UsageError` as `createLambdaHandler` does, and outside of Lambda's Node.js runtime.
 */
export async function createLambdaStream(options: LambdaOptions): Promise<unknown> {
  const { answer } = await prepare(options);
  return toRuntime().streamifyResponse(async (event, stream) => {
    const { method, target, header } = toFacts(event);
    await sendStream(await answer(method, target, header), stream);
  });
}

async function prepare({ out, storage, keys, rateLimit, cacheBytes, ...options }: LambdaOptions): Promise<Prepared> {
  if ((out === undefined) === (storage === undefined)) {
    throw new UsageError(
      `out, storage: found ${out === undefined ? 'neither' : 'both'}. Expected out, the folder that galley build wrote, or storage.`,
    );
  }
  const { onFault = console.error } = options;
  const folder = resolve(process.env.LAMBDA_TASK_ROOT ?? '.', out ?? '.');
  const limiter = rateLimit && (await import('./node/workers/rate-limiter.ts')).rateLimiter(rateLimit, false, onFault);
  const answer = answerRequests({
    ...options,
    ...{ onFault, limiter, sha256 },
    keys: keys ?? keysOfEnvironment(process.env.GALLEY_KEYS),
    storage: storage ?? diskStorage(folder),
    ...(storage === undefined && { cache: blockCache(diskStorage(join(folder, 'api', 'v1')), cacheBytes) }),
  });
  return { answer, onFault };
}

interface Prepared {
  answer: AnswerRequest;
  onFault: (error: unknown) => void;
}
