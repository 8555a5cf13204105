import type { TableRow } from './format.ts';
import { digest } from './hash.ts';
import { bodySize, type Part, type Reply } from './reply.ts';

/** 200 with the body, or 304 without where the client holds it. `headers` has its `ETag`, and becomes the reply's own. */
export function toReply(body: Part[], headers: Record<string, string>, ifNoneMatch: string | undefined): Reply {
  if (matches(ifNoneMatch, headers.ETag ?? '')) return { status: 304, headers, body: [], keyName: null };
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(bodySize(body));
  return { status: 200, headers, body, keyName: null };
}

/** What tells one representation of rows from another: their content and, where they are left out, their cuts. */
export function digestRows(rows: readonly TableRow[], excludeH1: boolean): string {
  return rows.map(([, , , , , hash, cuts]) => (excludeH1 && cuts.length > 0 ? `${hash}!${cuts}` : hash)).join();
}

/** A strong entity tag (RFC 9110 section 8.8.3) of whatever text decides the body. */
export function toEntityTag(text: string): string {
  return `"${digest(text)}"`;
}

/** The newest change among rows, as an HTTP date no later than `now` (RFC 9110 section 8.8.2.1); null for no rows. */
export function lastModified(rows: readonly TableRow[], now: number): string | null {
  if (rows.length === 0) return null;
  const newest = Math.max(...rows.map((row) => row[2]));
  return new Date(Math.min(newest, now) * 1000).toUTCString();
}

/** Whether `If-None-Match` names the tag, by weak comparison (RFC 9110 section 13.1.2). */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([quoted]) => quoted).includes(tag);
}
