import { ProblemError } from './problem-error.ts';
import type { CallOptions, ClientOptions } from './types.ts';

/** Values of parameters; undefined ones are not sent, and lists are sent as one parameter for each item. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** A response: its JSON and its headers. */
export interface JsonResponse<T> {
  body: T;
  headers: Headers;
}

/** Sends requests for a path below `/api/v1`. */
export type Ask = <T>(path: string, query: Query | string, options?: CallOptions) => Promise<JsonResponse<T>>;

/** Responses after which the same request may succeed. */
const temporary = [429, 500, 502, 503, 504];

/** Redirects of one attempt. */
const maxRedirects = 5;

/** The longest time of a timer. */
const maxTimer = 2 ** 31 - 1;

/**
 * Gives a function that sends requests, and sends them again after 429, 500, 502, 503, 504 and failures of the network: after
 * `Retry-After`, or half a second to a second, twice as long each time. It throws `ProblemError`, what `fetch` throws, and the reason of
 * the signal.
 */
export function createRequests(options: ClientOptions): Ask {
  const { site, key, attempts = 5, timeout = 30_000, maxRetryAfter = 60_000, onWarning, fetch: send = fetch } = options;
  const base = `${site.replace(/\/$/, '')}/api/v1`;
  const { origin } = new URL(base);
  /** The origin of the page, in a browser. */
  const page = (globalThis as { location?: { origin: string } }).location?.origin;
  // A browser does not say where a redirect leads, but follows it within one origin alone, if asked to.
  const within: RequestInit = page === origin ? { mode: 'same-origin' } : { redirect: 'manual' };
  return async <T>(path: string, query: Query | string, { signal }: CallOptions = {}): Promise<JsonResponse<T>> => {
    const address = `${base}${path}${typeof query === 'string' ? query : toQuery(query)}`;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      let delay = Math.min(250 * 2 ** attempt * (1 + Math.random()), maxRetryAfter);
      try {
        const { response, text } = await follow(address, signal);
        const ignored = response.headers.get('Galley-Ignored');
        if (ignored !== null) onWarning?.(`${address}: the API ignored ${ignored}.`);
        if (response.ok) return { body: toJson(response, text), headers: response.headers };
        const problem = toProblem(response, text);
        const wait = problem.retryAfter === null ? delay : problem.retryAfter * 1000;
        if (!temporary.includes(problem.status) || attempt >= attempts || wait > maxRetryAfter) throw problem;
        delay = wait;
      } catch (error) {
        if (error instanceof ProblemError || signal?.aborted) throw error;
        if (attempt >= attempts) throw page === undefined || page === origin ? error : refused(error);
      }
      await sleep(delay, signal);
    }
  };

  /** The response of one attempt, read. Redirects are followed by hand: the key goes to the origin of the API alone. */
  async function follow(address: string, signal?: AbortSignal): Promise<{ response: Response; text: string }> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(signal?.reason);
    const late = new Error(`${address} sent no whole response within ${timeout} ms.`);
    const timer = setTimeout(() => controller.abort(late), timeout);
    signal?.addEventListener('abort', abort);
    try {
      for (let from = address, redirects = 0; ; redirects++) {
        const init = { ...within, headers: { 'X-Api-Key': key }, signal: controller.signal };
        const response = await send(from, init);
        const { status, headers } = response;
        const isRedirect = response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status);
        if (!isRedirect) return { response, text: await response.text() };
        const to = headers.get('Location');
        const next = to && toOwn(new URL(to, from));
        if (!next || next === from || redirects === maxRedirects) {
          const where = to ?? 'an address that this browser does not give';
          throw new ProblemError(
            status,
            `${from} leads to ${where}. The key goes to ${origin} alone: check the setting site.`,
          );
        }
        from = next;
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Of a link of the API to another origin, what stands behind `/api/v1`, as of those in bodies; null for any other address. */
  function toOwn(address: URL): string | null {
    if (address.origin === origin) return address.href;
    const [, rest] = address.href.split('/api/v1');
    return rest === undefined ? null : `${base}${rest}`;
  }

  function toJson<T>({ status, url, headers }: Response, text: string): T {
    const type = headers.get('Content-Type');
    if (type?.includes('json')) return JSON.parse(text);
    throw new ProblemError(status, `${url} responded with ${type}, not JSON. Check the setting site.`);
  }

  function refused(cause: unknown): TypeError {
    return new TypeError(`${origin} cannot be reached, or its setting cors does not list ${page}.`, { cause });
  }
}

/** A query with its `?`; '' without parameters. */
export function toQuery(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined) search.append(name, String(each));
    }
  }
  return search.size === 0 ? '' : `?${search}`;
}

function toProblem({ status, url, headers }: Response, text: string): ProblemError {
  const wait = retryAfter(headers.get('Retry-After'));
  const when = wait === null ? '' : ` Try again in ${wait} s.`;
  try {
    const { detail, title, errors } = JSON.parse(text);
    return new ProblemError(status, `${detail ?? title}${when}`, errors, wait);
  } catch {
    // Another server responded, such as a cache.
    return new ProblemError(status, `${url} responded with ${status}.${when}`, {}, wait);
  }
}

/** Seconds of `Retry-After` (RFC 9110 section 10.2.3), which has seconds or a date. */
function retryAfter(value: string | null): number | null {
  if (value === null) return null;
  const wait = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(milliseconds, maxTimer),
    );
    signal?.addEventListener('abort', abort, { once: true });
  });
}
