import { failure } from '../core/problem.ts';
import type { RateLimit } from '../core/rate-limit.ts';
import { UsageError } from '../usage-error.ts';
import { type Environment, keysOf, limiterOf, readerOf } from './cloudflare/bindings.ts';
import { headerOf } from './cloudflare/header-of.ts';
import { respond } from './cloudflare/respond.ts';
import { createFetchHandler } from './fetch.ts';

export interface WorkerOptions {
  /** The binding of the static assets, which are the folder that `galley build` wrote; `ASSETS` unless given. */
  assets?: string;
  /** The binding of an R2 bucket that holds that folder instead. */
  bucket?: string;
  /** Where in the bucket it lies, such as `articles/`; at its top unless given. */
  prefix?: string;
  /** What the binding `RATE_LIMITER` is set to, which does not say so itself; each is refused without the other. */
  rateLimit?: RateLimit;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
}

/** What Cloudflare calls for each request. */
export interface Worker {
  fetch(request: Request, environment: Environment): Promise<Response>;
}

/**
 * The door for Cloudflare Workers: `export default createWorker()`. Its keys are those of the secrets `GALLEY_KEYS`, `GALLEY_KEYS_2`
 * and so on. Where they, or a binding, are not what they must be, every answer is 500, and the log says why.
 */
export function createWorker(options: WorkerOptions = {}): Worker {
  let opened: { environment: Environment; answer: Worker['fetch'] } | null = null;
  return {
    fetch(request, environment) {
      if (opened?.environment !== environment) opened = { environment, answer: open(environment, options) };
      return opened.answer(request, environment);
    },
  };
}

function open(environment: Environment, options: WorkerOptions): Worker['fetch'] {
  const { cors = [] } = options;
  try {
    const keys = keysOf(environment);
    return createFetchHandler({
      storage: readerOf(environment, options),
      limiter: limiterOf(environment, options.rateLimit, console.error),
      keys: () => keys,
      cors,
      onFault: console.error,
      toHeader: headerOf,
      toResponse: respond,
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return async ({ method }) => {
      console.error(error.message);
      const { status, headers, body } = failure();
      return respond(method === 'HEAD' ? null : body.join(''), { status, statusText: '', headers });
    };
  }
}
