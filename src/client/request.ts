import type { ParameterErrors } from '../core/problem.ts';

export interface ClientOptions {
  /** Where the API is: what stands before `/api/v1`, such as `https://articles.example.com`. */
  site: string;
  /** The API key. It is sent to `site` alone, and to where that redirects, as for a former slug. */
  key: string;
  /** `fetch` of this platform by default. */
  fetch?: typeof fetch;
  /** How often a request is sent before its error is thrown; 5 by default. */
  attempts?: number;
}

export interface CallOptions {
  /** Ends the call, also while it waits to try again. */
  signal?: AbortSignal | undefined;
}

/** Values of parameters; undefined ones are not sent, and lists are sent as one parameter for each item. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** An error that the API responded with (RFC 9457). */
export class ProblemError extends Error {
  override name = 'ProblemError';
  /** The status code, such as 404. */
  status: number;
  /** What is wrong with each parameter, where the status is 422. */
  errors: ParameterErrors;

  constructor(status: number, message: string, errors: ParameterErrors = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** A response: its JSON and its headers. */
export interface JsonResponse<T> {
  body: T;
  headers: Headers;
}

/** Sends requests for a path below `/api/v1`. */
export type Ask = <T>(path: string, query: Query | string, options?: CallOptions) => Promise<JsonResponse<T>>;

/** Responses after which the same request may succeed. */
const temporary = [429, 500, 502, 503, 504];

/**
 * Gives a function that sends requests, and sends them again after 429, 500, 502, 503, 504 and failures of the network: after
 * `Retry-After`, or half a second to a second, twice as long each time. It throws `ProblemError`, what `fetch` throws, and the reason of
 * the signal.
 */
export function createRequests({ site, key, attempts = 5, ...options }: ClientOptions): Ask {
  const base = `${site.endsWith('/') ? site.slice(0, -1) : site}/api/v1`;
  const send = options.fetch ?? fetch;
  return async <T>(path: string, query: Query | string, { signal }: CallOptions = {}): Promise<JsonResponse<T>> => {
    const address = `${base}${path}${typeof query === 'string' ? query : toQuery(query)}`;
    for (let attempt = 1; ; attempt++) {
      let delay = 250 * 2 ** attempt * (1 + Math.random());
      try {
        const response = await send(address, { headers: { 'X-Api-Key': key }, signal: signal ?? null });
        if (response.ok) return { body: (await response.json()) as T, headers: response.headers };
        const problem = await toProblem(response);
        if (!temporary.includes(response.status)) throw problem;
        if (attempt >= attempts) throw problem;
        delay = retryAfter(response.headers.get('Retry-After')) ?? delay;
      } catch (error) {
        if (error instanceof ProblemError || signal?.aborted || attempt >= attempts) throw error;
      }
      signal?.throwIfAborted();
      await sleep(delay, signal);
    }
  };
}

function toQuery(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  return search.size === 0 ? '' : `?${search}`;
}

async function toProblem(response: Response): Promise<ProblemError> {
  const text = await response.text();
  try {
    const { detail, title, errors } = JSON.parse(text);
    return new ProblemError(response.status, detail ?? title ?? text, errors);
  } catch {
    // Another server responded, such as a cache.
    return new ProblemError(response.status, `${response.url} responded with ${response.status}.`);
  }
}

/** Milliseconds of `Retry-After` (RFC 9110 section 10.2.3), which has seconds or a date. */
function retryAfter(value: string | null): number | null {
  if (value === null) return null;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
