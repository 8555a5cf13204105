import { isKind } from './kinds.ts';
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

/** The longest time of a timer, and of a `Retry-After`. */
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
    checkKey(key);
    const address = `${base}${path}${typeof query === 'string' ? query : toQuery(query)}`;
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      let delay = Math.min(250 * 2 ** attempt * (1 + Math.random()), maxRetryAfter);
      try {
        const { response, text } = await follow(address, signal);
        const ignored = response.headers.get('Galley-Ignored');
        if (ignored !== null) onWarning?.(`${address}: the API ignored ${ignored}.`);
        if (response.ok) return { body: toJson<T>(path, response, text), headers: response.headers };
        const problem = toProblem(response, text);
        const wait = problem.retryAfter === null ? delay : problem.retryAfter * 1000;
        if (!temporary.includes(problem.status) || attempt >= attempts || wait > maxRetryAfter) throw problem;
        delay = wait;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ProblemError) throw error;
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
      const { signal } = controller;
      const init = { ...within, headers: { 'X-Api-Key': key }, signal };
      for (let from = address, redirects = 0; ; redirects++) {
        const response = await send(from, init);
        const { status, headers, type } = response;
        const isHidden = type === 'opaqueredirect';
        const isRedirect = isHidden || [301, 302, 303, 307, 308].includes(status);
        if (!isRedirect) return { response, text: await response.text() };
        // Without the key a browser may follow it anywhere. The API redirects nobody without it: 401.
        const open = isHidden ? await send(from, { signal }).catch(() => null) : null;
        const to = open?.redirected ? open.url : headers.get('Location');
        if (open?.status === 401 && to === null && (await isNamed(init))) {
          init.redirect = 'follow';
          continue;
        }
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

  /** Whether the API has the origin of this client in its links: then its redirects stay there, too. */
  async function isNamed(init: RequestInit): Promise<boolean> {
    const response = await send(`${base}/terms?kind=tag&per_page=1`, init);
    return (await response.text()).includes(`"first":"${base}/`);
  }

  /** Of a link of the API to another origin, what stands behind `/api/v1`, as of those in bodies; null for any other address. */
  function toOwn(address: URL): string | null {
    if (address.origin === origin) return address.href;
    const [, rest] = address.href.split('/api/v1');
    return rest === undefined ? null : `${base}${rest}`;
  }

  function toJson<T>(path: string, { status, url, headers }: Response, text: string): T {
    let body = null;
    try {
      body = JSON.parse(text);
    } catch {}
    if (isKind(path, body)) return body;
    const type = headers.get('Content-Type');
    const found = type?.includes('json') ? 'JSON that is broken, or not of this API' : `${type}, not JSON`;
    throw new ProblemError(status, `${url} responded with ${found}. Check the setting site.`);
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
  let found: { detail?: unknown; errors?: Record<string, string[]> } = {};
  try {
    found = Object(JSON.parse(text));
  } catch {
    // Another server responded, such as a cache.
  }
  const message = typeof found.detail === 'string' ? found.detail : `${url} responded with ${status}.`;
  return new ProblemError(status, `${message}${when}`, Object(found.errors), wait);
}

/** Seconds of `Retry-After` (RFC 9110 section 10.2.3), which has seconds or a date; null where it has neither. */
function retryAfter(value: string | null): number | null {
  const at = value?.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  const wait = /^\d+(?:\.\d*)?$/.test(value ?? '') ? Number(value) : Math.max(0, at - Date.now()) / 1000;
  return Number.isNaN(wait) ? null : Math.min(Math.ceil(wait), maxTimer);
}

/** Throws where no header can have the key. A message may be logged: it has nothing of the key. */
function checkKey(key: unknown): void {
  const isText = typeof key === 'string';
  if (isText && /^[ -~]*$/.test(key.trim())) return;
  throw new TypeError(`The setting key is ${isText ? 'no plain ASCII' : key}. Copy it again.`);
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
