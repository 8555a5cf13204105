import type { Awaitable } from '../core/awaitable.ts';
import { chooseCoding } from '../core/content-coding.ts';
import type { Reader } from '../core/reader.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import { textOfBytes } from '../core/text-of-bytes.ts';
import { checkPreconditions, type Validators } from './check-preconditions.ts';
import { isGzipOf } from './is-gzip-of.ts';
import { publicHeaders } from './public-headers.ts';

/** Pages and descriptions: by path, the name below what `galley build` wrote, and the media type. */
export const pages: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '/': ['index.html', 'text/html;charset=utf-8'],
  '/index.md': ['index.md', 'text/markdown;charset=utf-8'],
  '/llms.txt': ['llms.txt', 'text/plain;charset=utf-8'],
  '/openapi.json': ['openapi.json', 'application/json'],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
};

/** A page of ours: its own styles and pictures, no script. */
const pageHeaders = {
  ...publicHeaders,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  Vary: 'Accept-Encoding',
} as const;

/** A page is read again where the last reading is so many milliseconds old, and the reader cannot tell whether it changed. */
const fresh = 5000;

/** Answers GET and HEAD of what is in `pages`; null for all else, and where the file is not there. */
export type PublicPages = (pathname: string, header: RequestHeader) => Promise<Reply | null>;

/** A file as it was read. */
interface Page {
  /** What changes when it does; null where the reader cannot tell. */
  stamp: string | null;
  readAt: number;
  /** Null where there is no such file. */
  identity: Form | null;
  /** Null where the build wrote no compressed form of these bytes: somebody put a page of their own there since. */
  gzip: Form | null;
}

interface Form {
  reply: Reply;
  validators: Validators;
  /** Of the 304. */
  headers: Record<string, string>;
}

/** Reads each page once, and again when it changes. */
export function publicPages(reader: Reader, sha256: (bytes: Uint8Array) => Awaitable<string>): PublicPages {
  const known = new Map<string, Page>();
  return async (pathname, header) => {
    const [name, type] = Object.hasOwn(pages, pathname) ? (pages[pathname] ?? []) : [];
    if (name === undefined || type === undefined) return null;
    const { identity, gzip } = await find(name, type);
    if (identity === null) return null;
    const form = (chooseCoding(header('accept-encoding')) === 'gzip' ? gzip : null) ?? identity;
    return checkPreconditions(header, form.validators, form.headers) ?? form.reply;
  };

  async function find(name: string, type: string): Promise<Page> {
    const stamp = await stampOf(name);
    const readAt = Date.now();
    const before = known.get(name);
    if (before !== undefined && before.stamp === stamp) {
      // Also read again where the clock was set back.
      if (stamp !== null || (readAt >= before.readAt && readAt < before.readAt + fresh)) return before;
    }
    const page = { stamp, readAt, ...(await read(name, type)) };
    known.set(name, page);
    return page;
  }

  async function stampOf(name: string): Promise<string | null> {
    if (reader.stamp === undefined) return null;
    const [plain, zipped] = await Promise.all([reader.stamp(name), reader.stamp(`${name}.gz`)]);
    return `${plain} ${zipped}`;
  }

  async function read(name: string, type: string): Promise<Pick<Page, 'identity' | 'gzip'>> {
    const [bytes, zipped] = await Promise.all([reader.read(name), reader.read(`${name}.gz`)]);
    if (bytes === null) return { identity: null, gzip: null };
    const hash = (await sha256(bytes)).slice(0, 32);
    return {
      identity: toForm(bytes, type, `"${hash}"`, {}),
      gzip:
        zipped !== null && (await isGzipOf(zipped, bytes))
          ? toForm(zipped, type, `"${hash}-gz"`, { 'Content-Encoding': 'gzip' })
          : null,
    };
  }
}

/** Without `Last-Modified`: the time of the file is that of a build, which differs between two servers with the same content. */
function toForm(body: Uint8Array, type: string, tag: string, more: Record<string, string>): Form {
  const headers = { ...pageHeaders, ETag: tag };
  const own = { 'Content-Type': type, 'Content-Length': String(body.length), ...more };
  const reply = { status: 200, headers: { ...headers, ...own }, body: [textOfBytes(body)] };
  return { reply, validators: { tag, modified: null }, headers };
}
