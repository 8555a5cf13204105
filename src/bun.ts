import { join } from 'node:path';
import { type Answer, answer, failure, type Service, toAnyone, unavailable } from './core/answer.ts';
import { type Awaitable, whenReady } from './core/awaitable.ts';
import type { StoredKey } from './core/keys.ts';
import { MissingFile } from './core/read-json.ts';
import { followRelease } from './node/follow-release.ts';
import { sha256 } from './node/new-key.ts';
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
  /** Octets of memory in which blocks of page files are kept; 24 MiB unless given. */
  cacheBytes?: number;
}

/** The door for Bun, for what lies under `/api`: `Bun.serve({ fetch: await createBunFetch(…) })`. */
export async function createBunFetch(options: BunServerOptions): Promise<(request: Request) => Awaitable<Response>> {
  const onFault = options.onFault ?? (() => {});
  const directory = join(options.out, 'api', 'v1');
  const disk = diskReader(directory);
  const cache = blockCache(disk, options.cacheBytes);
  const release = await followRelease(directory, disk, () => {}, onFault);

  return (request) => {
    try {
      const sent = whenReady(ask(request), send);
      return sent instanceof Promise ? sent.catch(fail) : sent;
    } catch (error) {
      return fail(error);
    }
  };

  function ask({ method, url, headers }: Request): Awaitable<Answer> {
    const service: Service = { release: release.current(), keys: options.keys(), sha256 };
    const header = (name: string): string | undefined => headers.get(name) ?? undefined;
    return answer({ method, target: toTarget(url), header, now: Math.floor(Date.now() / 1000) }, service);
  }

  function send({ reply: { status, headers, body } }: Answer): Awaitable<Response> {
    return whenReady(readBody(body, cache), ({ pieces, release: letGo }) => {
      const octets = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece));
      const copy = Buffer.concat(octets);
      letGo();
      return new Response(octets.length === 0 ? null : copy, { status, headers });
    });
  }

  function fail(error: unknown): Awaitable<Response> {
    onFault(error);
    return send(toAnyone(error instanceof MissingFile ? unavailable() : failure()));
  }
}

/** The path and query of an absolute address. */
function toTarget(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}
