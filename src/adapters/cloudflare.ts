import { failure } from '../core/problem.ts';
import type { ServiceOptions } from '../service.ts';
import { UsageError } from '../usage-error.ts';
import { draftsOf, type Environment, keysOf, limiterOf, storageOf } from './cloudflare/bindings.ts';
import { toRequestHeader, toResponse } from './cloudflare/workerd.ts';
import { createFetchHandler } from './fetch.ts';

export interface WorkerOptions
  extends Pick<ServiceOptions, 'rateLimit' | 'cors' | 'health' | 'onError' | 'compressedBytes'> {
  /** The binding of the static assets, which are the folder that `galley build` wrote; `ASSETS` by default. */
  assets?: string;
  /** The binding of an R2 bucket that holds that folder instead. */
  bucket?: string;
  /** Where in the bucket it lies, such as `articles/`; at its top by default. */
  prefix?: string;
  /** Where in it lies the release of drafts, such as `articles-drafts/`; keys of drafts read nothing by default. */
  drafts?: string;
}

/** An isolate has 128 MB of memory for everything. */
const compressedBytes = 16 * 1024 * 1024;

/** What Cloudflare calls for each request. */
export interface Worker {
  fetch(request: Request, environment: Environment): Promise<Response>;
}

/**
 * The adapter for Cloudflare Workers: `export default createWorker()`. Its keys are those of the secrets `GALLEY_KEYS`,
 * `GALLEY_KEYS_2` and so on. Where they, or a binding, are not what they must be, every response is 500, and the log
 * says why. Errors go to the log by default.
 */
export function createWorker(options: WorkerOptions = {}): Worker {
  let opened: { environment: Environment; handle: Worker['fetch'] } | null = null;
  return {
    fetch(request, environment) {
      if (opened?.environment !== environment) opened = { environment, handle: open(environment, options) };
      return opened.handle(request, environment);
    },
  };
}

function open(environment: Environment, options: WorkerOptions): Worker['fetch'] {
  const { onError = console.error } = options;
  try {
    const keys = keysOf(environment);
    const storage = storageOf(environment, options);
    return createFetchHandler({
      compressedBytes,
      ...options,
      storage,
      drafts: draftsOf(environment, options),
      limiter: limiterOf(environment, onError),
      keys: () => keys,
      onError,
      toHeader: toRequestHeader,
      toResponse,
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return async ({ method }) => {
      onError(error.message);
      const { status, headers, body } = failure();
      return toResponse(method === 'HEAD' ? null : body.join(''), { status, statusText: '', headers });
    };
  }
}
