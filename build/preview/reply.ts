import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { icon } from '../release/description/page/icon.ts';
import script from './follow.js?raw';
import style from './style.css?raw';

/** The address of the page. */
export const devPath = '/dev/';

/** No other site may embed a response, and nothing is cached. */
const common = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const;

/**
 * Of a page: one script runs, that of this folder, and no text may become HTML in it. Images and videos of articles load
 * from anywhere. `inline` is for HTML that is trusted, which may have styles of its own.
 */
function toPagePolicy(inline: string): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return (
    `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; style-src 'self'${inline}; ` +
    "img-src http: https: data:; media-src http: https:; font-src http: https: data:; base-uri 'none'; " +
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  );
}

const policies = {
  page: toPagePolicy(''),
  trusted: toPagePolicy(" 'unsafe-inline'"),
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

/** A page, which one opened from an article cannot navigate. */
export function htmlPage(status: number, body: string, policy: 'page' | 'trusted' = 'page'): PreviewReply {
  const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' };
  return { status, type: 'text/html; charset=utf-8', body, policy, headers };
}

/** A file that pages load; null where there is none of this name. */
export function findAsset(name: string): PreviewReply | null {
  if (name === 'style.css') return { status: 200, type: 'text/css; charset=utf-8', body: style };
  return name === 'favicon.svg' ? { status: 200, type: 'image/svg+xml', body: icon, policy: 'image' } : null;
}
