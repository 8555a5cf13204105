import type { ServerResponse } from 'node:http';

const fields = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Accept-Ranges, Content-Range',
} as const;

const preflightFields = {
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-Match, If-Modified-Since, If-None-Match, If-Range, If-Unmodified-Since, Range',
  'Access-Control-Max-Age': '7200',
} as const;

/** Lets pages of every origin read the description and media, which are open without a key. */
export function allowEveryOrigin(response: ServerResponse, method: string, pathname: string): void {
  if (pathname !== '/openapi.json' && !pathname.startsWith('/media/')) return;
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
  if (method !== 'OPTIONS') return;
  for (const [name, value] of Object.entries(preflightFields)) response.setHeader(name, value);
}
