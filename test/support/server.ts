import { once } from 'node:events';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { createNodeServer, type LogEntry, type NodeServerOptions } from '../../src/adapters/node.ts';
import { type TestArticle, writeTestRelease } from './in-memory-release.ts';
import { key, site } from './release.ts';

/** Takes what is to be done once nobody needs it any more. */
export type AtEnd = (end: () => Promise<void>) => void;

/** A temporary folder, removed after the test. */
export async function makeFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-test-'));
  // A process that was killed may have children that still write.
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** To clear all the memory that a server has by default takes longer than most tests. */
export const smallCache = { cacheBytes: 4 * 1024 * 1024 };

export interface TestServer {
  /** The folder that is served. */
  out: string;
  port: number;
  server: Server;
  log: LogEntry[];
  /** Takes up a new release now, and looks whether damaged files are whole. */
  refresh(): Promise<void>;
  /** Serves a release of other articles; links begin with `address`, by default one that is not the server's. */
  publish(articles: readonly TestArticle[], address?: string): Promise<void>;
  close(): Promise<void>;
}

/** A real server on a real socket, over a release of these articles on disk, the first with a picture; none of them for no release at all. */
export async function startServer(
  articles: readonly TestArticle[] | null,
  options: Partial<NodeServerOptions> = {},
  atEnd: AtEnd = onTestFinished,
): Promise<TestServer> {
  const out = await makeFolder(atEnd);
  const pages = {
    'index.html': '<!doctype html><title>Page</title>',
    'index.md': '# Page',
    'llms.txt': '# Page',
    'openapi.json': '{"openapi":"3.1.1"}',
  };
  for (const [name, text] of Object.entries(pages)) {
    await writeFile(join(out, name), text);
    await writeFile(join(out, `${name}.gz`), gzipSync(text));
    // Two servers respond alike, whenever they were started.
    await utimes(join(out, name), 1_780_000_000, 1_780_000_000);
  }
  await writeFile(join(out, 'secret.txt'), 'not for readers');
  await mkdir(join(out, 'media'), { recursive: true });
  const picture = 'picture.900fbe934249ad120004bd249391f7c4.svg';
  await writeFile(join(out, 'media', picture), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const write = (set: readonly TestArticle[], address = site) => {
    const shown = set.map((each, i) => (i === 0 ? { ...each, media: [...(each.media ?? []), picture] } : each));
    return writeTestRelease(join(out, 'api', 'v1'), shown, address);
  };
  if (articles !== null) await write(articles);
  const log: LogEntry[] = [];
  const { refresh, ...others } = await serveNode({ out, log: (entry) => log.push(entry), ...options }, atEnd);
  const publish: TestServer['publish'] = async (set, address) => {
    await write(set, address);
    await refresh();
  };
  return { out, log, refresh, publish, ...others };
}

/** A Node server on a port of its own, with the key of tests, until they are over. */
export async function serveNode(
  options: Partial<NodeServerOptions> & Pick<NodeServerOptions, 'out'>,
  atEnd: AtEnd = onTestFinished,
): Promise<Pick<TestServer, 'port' | 'server' | 'refresh' | 'close'>> {
  const keys = [{ name: 'tests', digest: sha256(key) }];
  const { server, refresh, close } = await createNodeServer({ keys: () => keys, ...smallCache, ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(close);
  return { port: (server.address() as AddressInfo).port, server, refresh, close };
}

export interface Fetched {
  status: number;
  /** The words behind it. */
  reason: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** One request with the target exactly as given: `fetch` would tidy it. */
export function get(
  port: number,
  target: string,
  options: { method?: string; headers?: Record<string, string | string[]> } = {},
): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: target,
        method: options.method ?? 'GET',
        headers: { 'X-Api-Key': key, ...options.headers },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            reason: response.statusMessage ?? '',
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}

/**
 * What comes back, with `now` for the time, until the other side closes. No more is asked, so it does; `isLast` is false
 * where it does anyhow, and is not to know. Pieces are written by themselves.
 */
export async function exchange(port: number, chunks: readonly Buffer[], isLast = true): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let response = '';
  socket.on('error', () => {});
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    socket.write(chunk);
  }
  if (isLast) socket.end();
  for await (const chunk of socket) response += (chunk as Buffer).toString('latin1');
  return response.replace(/\r\nDate: .* GMT/g, '\r\nDate: now');
}

/** Sends bytes as they are and reads until the other side closes, or until `enough` has come. */
export async function talk(port: number, text: string, enough?: RegExp, host = '127.0.0.1'): Promise<string> {
  const socket = connect(port, host);
  let response = '';
  socket.on('error', () => {});
  socket.write(text);
  for await (const chunk of socket) {
    response += chunk;
    if (enough?.test(response)) break;
  }
  socket.destroy();
  return response;
}
