import { join, resolve } from 'node:path';
import type { Storage } from '../core/storage.ts';
import { keysOfEnvironment } from '../keys/keys-env.ts';
import type { ServiceOptions } from '../service.ts';
import { blockCache } from '../storage/block-cache.ts';
import { diskStorage } from '../storage/disk.ts';
import { UsageError } from '../usage-error.ts';
import { type HandleRequest, handleRequests } from './fetch/handle-requests.ts';
import { type LambdaEvent, type LambdaResult, toFacts, toLambdaResult } from './lambda/event.ts';
import { sendStream, toRuntime } from './lambda/stream.ts';
import { sha256 } from './node/keys/new-key.ts';
import { nodeGzip } from './node/node-gzip.ts';

export type { LambdaEvent, LambdaResult } from './lambda/event.ts';

/** `keys` are those of `GALLEY_KEYS` by default; errors go to the log of the function by default. */
export interface LambdaOptions extends Partial<ServiceOptions> {
  /** The folder that `galley build` wrote, in the package of the function; relative to where its code lies. */
  out?: string;
  /** That of `galley build --drafts`, or what reads it; keys of drafts read nothing by default. */
  drafts?: string | Storage;
  /** Reads that folder instead, such as an `s3Storage`. One of the two is expected. */
  storage?: Storage;
  /** Bytes of memory in which blocks of page files of `out` are kept; 24 MiB by default. */
  cacheBytes?: number;
}

/**
 * The adapter for AWS Lambda, for events of a function URL or of an HTTP API (payload format 2.0):
 * `export const handler = await createLambdaHandler({ out: 'public' })`. Bodies are sent in base64.
 *
 * A result has 6 MB at most, so a body about 4.7 MB: a longer one is 500, and `onError` is called with what to do; it
 * is never sent shorter. `createLambdaStream` has no such bound. Throws `UsageError` where there are neither `out` nor
 * `storage`, both, or no keys.
 */
export async function createLambdaHandler(
  options: LambdaOptions,
): Promise<(event: LambdaEvent) => Promise<LambdaResult>> {
  const { onError = console.error } = options;
  const handle = await prepare(options, onError);
  return async (event) => {
    const { method, target, header } = toFacts(event);
    return toLambdaResult(await handle(method, target, header), onError);
  };
}

/**
 * The same for a function URL whose invoke mode is `RESPONSE_STREAM`, and for responses of any size that Lambda sends
 * (200 MB): `export const handler = await createLambdaStream({ out: 'public' })`. Where the rest of a response that was
 * begun cannot be read, it breaks off. Throws `UsageError` as `createLambdaHandler` does, and outside of Lambda's
 * Node.js runtime.
 */
export async function createLambdaStream(options: LambdaOptions): Promise<unknown> {
  const handle = await prepare(options, options.onError ?? console.error);
  return toRuntime().streamifyResponse(async (event, stream) => {
    const { method, target, header } = toFacts(event);
    await sendStream(await handle(method, target, header), stream);
  });
}

async function prepare(options: LambdaOptions, onError: (error: unknown) => void): Promise<HandleRequest> {
  const { out, storage, drafts, keys, cacheBytes } = options;
  if ((out === undefined) === (storage === undefined)) {
    throw new UsageError(
      `out, storage: found ${out === undefined ? 'neither' : 'both'}. Expected out, the folder that galley build wrote, or storage.`,
    );
  }
  const locate = (path: string): string => resolve(process.env.LAMBDA_TASK_ROOT ?? '.', path);
  const folder = locate(out ?? '.');
  return handleRequests({
    ...options,
    onError,
    sha256,
    gzip: nodeGzip,
    keys: keys ?? keysOfEnvironment(process.env.GALLEY_KEYS),
    storage: storage ?? diskStorage(folder),
    drafts: typeof drafts === 'string' ? diskStorage(locate(drafts)) : drafts,
    ...(storage === undefined && { cache: blockCache(diskStorage(join(folder, 'api', 'v1')), cacheBytes) }),
  });
}
