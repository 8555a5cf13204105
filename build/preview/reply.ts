import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { packageFolder } from '../package/package.ts';

/** The address of the page. */
export const devPath = '/dev/';

/** No other site may embed a response, and nothing is cached. */
const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

const policies = {
  /** The page: its own files alone, and no plainText may become HTML in it. */
  page:
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  /**
   * An article, in the frame or opened by itself: images and videos load from anywhere, and no script runs. The frame
   * keeps its origin, so that the page can restore its scroll position.
   */
  article:
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src http: https: data:; media-src http: https:; " +
    "font-src http: https: data:; base-uri 'self'; form-action 'none'; frame-ancestors 'self'; " +
    'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  /** The same as for images of a release. */
  image: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  nothing: "default-src 'none'; frame-ancestors 'none'",
} as const;

export interface PreviewReply {
  status: number;
  type: string;
  body: string | Uint8Array;
  policy?: keyof typeof policies;
  headers?: Record<string, string>;
}

export function sendReply(response: ServerResponse, reply: PreviewReply, isHead: boolean): void {
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, {
    ...common,
    'Content-Security-Policy': policies[reply.policy ?? 'nothing'],
    'Content-Type': reply.type,
    'Content-Length': body.length,
    ...reply.headers,
  });
  response.end(isHead ? undefined : body);
}

export function plainText(status: number, body: string, headers: Record<string, string> = {}): PreviewReply {
  return { status, type: 'text/plain; charset=utf-8', body, headers };
}

export function json(body: string | Uint8Array): PreviewReply {
  return { status: 200, type: 'application/json', body };
}

/** Begins a stream of events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function beginEvents(response: ServerResponse): void {
  response.writeHead(200, {
    ...common,
    'Content-Security-Policy': policies.nothing,
    'Content-Type': 'text/event-stream',
  });
  // Milliseconds that a browser waits before it connects again.
  response.write('retry: 400\n\n');
}

/** The files of the page, copied into the package when it is compiled. */
const assetTypes: ReadonlyMap<string, string> = new Map([
  ['index.html', 'text/html; charset=utf-8'],
  ['page.css', 'text/css; charset=utf-8'],
  ['article.css', 'text/css; charset=utf-8'],
  ['favicon.svg', 'image/svg+xml'],
  ['page.js', 'text/javascript; charset=utf-8'],
]);

export function readPageAsset(name: string): PreviewReply | null {
  const type = assetTypes.get(name);
  if (type === undefined) return null;
  const body = readFileSync(join(packageFolder(), 'dist', 'build', 'page', name));
  // A page opened from an article cannot navigate this page.
  return { status: 200, type, body, policy: 'page', headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } };
}
