import { join } from 'node:path';
import { type Answer, answer, failure, type RequestFacts, type Service, toAnyone, unavailable } from './core/answer.ts';
import { type Awaitable, whenReady } from './core/awaitable.ts';
import { crossOrigin } from './core/cross-origin.ts';
import { isHost } from './core/host.ts';
import type { StoredKey } from './core/keys.ts';
import { problem, toReason } from './core/problem.ts';
import type { RateLimit } from './core/rate-limit.ts';
import { MissingFile } from './core/read-json.ts';
import { isMethod, refuseMethod } from './core/refuse-method.ts';
import { followRelease } from './node/follow-release.ts';
import { sha256 } from './node/keys/new-key.ts';
import { blockCache } from './readers/block-cache.ts';
import { diskReader } from './readers/disk.ts';
import { readBody } from './readers/read-body.ts';

export interface BunServerOptions {
  /** The folder that `galley build` wrote. */
  out: string;
  /** The keys that are accepted at this moment; asked on every request. */
  keys: () => readonly StoredKey[];
  /** Called with every fault of the server itself. */
  onFault?: (error: unknown) => void;
  /** Bytes of memory in which blocks of page files are kept; 24 MiB unless given. */
  cacheBytes?: number;
  /** How often each key may ask this process; as often as it likes unless given. */
  rateLimit?: RateLimit;
  /** Origins whose pages may read the API, as browsers send them, or `*` for all; none unless given. */
  cors?: readonly string[];
}

/** The door for Bun, for what lies under `/api`: `Bun.serve({ fetch: await createBunFetch(…) })`. */
export async function createBunFetch(options: BunServerOptions): Promise<(request: Request) => Awaitable<Response>> {
  const onFault = options.onFault ?? (() => {});
  const directory = join(options.out, 'api', 'v1');
  const disk = diskReader(directory);
  const cache = blockCache(disk, options.cacheBytes);
  const release = await followRelease(directory, disk, () => {}, onFault);
  const shared = crossOrigin(options.cors ?? []);
  const { rateLimit } = options;
  const limiter = rateLimit && (await import('./node/workers/rate-limiter.ts')).rateLimiter(rateLimit, false, onFault);

  return (request) => {
    const failed = (error: unknown): Awaitable<Response> => fail(error, request);
    try {
      const sent = whenReady(ask(request), (answer) => send(answer, request.method === 'HEAD'));
      return sent instanceof Promise ? sent.catch(failed) : sent;
    } catch (error) {
      return failed(error);
    }
  };

  function ask({ method, url, headers }: Request): Awaitable<Answer> {
    const header = toHeader(headers);
    // A comma joins two Host fields; no host holds one.
    if (!isHost(header('host') ?? 'a'))
      return toAnyone(problem(400, 'The Host field must be a host, and a port where there is one.'));
    if (!isMethod(method)) return toAnyone(refuseMethod(method));
    const service: Service = {
      release: release.current(),
      keys: options.keys(),
      sha256,
      limiter,
      crossOrigin: shared,
    };
    return answer({ method, target: toTarget(url), header, now: Math.floor(Date.now() / 1000) }, service);
  }

  function send({ reply: { status, headers, body }, fields }: Answer, isHead = false): Awaitable<Response> {
    return whenReady(readBody(isHead ? [] : body, cache), ({ pieces, release: letGo }) => {
      const bytes = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece));
      const copy = Buffer.concat(bytes);
      letGo();
      return new Response(bytes.length === 0 ? null : copy, {
        status,
        statusText: toReason(status),
        headers: { ...headers, ...fields },
      });
    });
  }

  function fail(error: unknown, { method, headers }: Request): Awaitable<Response> {
    onFault(error);
    const reply = error instanceof MissingFile ? unavailable() : failure();
    return send(toAnyone(shared === undefined ? reply : shared.share(reply, method, toHeader(headers))));
  }
}

function toHeader(headers: Headers): RequestFacts['header'] {
  return (name) => headers.get(name) ?? undefined;
}

/** The path and query of an absolute address. */
function toTarget(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
