import { existsSync, type ReadStream, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv, { type RequestHandler } from 'sirv';

/** Is told how many octets an answer has, before the first one leaves. */
type OnSize = (size: number) => void;

/** Serves what needs no key, by GET and HEAD. Answers false where there is nothing under that path. */
export interface OpenFiles {
  serve(request: IncomingMessage, response: ServerResponse, pathname: string, onSize: OnSize): Promise<boolean>;
  /** Takes up media that a new release brought. */
  refresh(): void;
}

const pages = new Set(['/', '/openapi.json', '/favicon.svg']);

const common = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' } as const;

/** A page of ours: its own styles and pictures, no script. */
const pageHeaders = {
  ...common,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

/** Media are named by their content. An SVG opened by itself may draw and style, and nothing else. */
const mediaHeaders = {
  ...common,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/**
 * The open part of `out`. Only the names in `pages`, and files that were in `media` at the last refresh, are served.
 */
export function openFiles(out: string): OpenFiles {
  const listeners = new WeakMap<ServerResponse, OnSize>();
  // `dev` looks at the disk on each request; it sees only the fixed names above, never text from a request.
  const page = sirv(out, { dev: true, etag: false, setHeaders: prepare(pageHeaders) });
  let media: RequestHandler | null = null;
  refresh();
  return { serve, refresh };

  function refresh(): void {
    const directory = join(out, 'media');
    media = existsSync(directory) ? sirv(directory, { etag: false, setHeaders: prepare(mediaHeaders) }) : null;
  }

  function prepare(headers: Record<string, string>): (response: ServerResponse, path: string, stats: Stats) => void {
    return (response, _, { size }) => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      listeners.get(response)?.(size);
    };
  }

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    onSize: OnSize,
  ): Promise<boolean> {
    listeners.set(response, onSize);
    if (pages.has(pathname)) return run(page, request, response, pathname);
    if (media === null || !pathname.startsWith('/media/')) return false;
    return run(media, request, response, pathname.slice('/media'.length));
  }
}

/** Resolves to false where sirv has no such file, to true once the answer is finished or broken off. */
function run(
  handler: RequestHandler,
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
): Promise<boolean> {
  request.url = url;
  // Ranges are ignored, as in the API.
  delete request.headers.range;
  // sirv pipes a file and forgets it: a fault of the file would end the process, a client that leaves keep it open.
  response.once('pipe', (file: ReadStream) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
  return new Promise((resolve) => {
    response.once('close', () => resolve(true));
    handler(request, response, () => resolve(false));
  });
}
