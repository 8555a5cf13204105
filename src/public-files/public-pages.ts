import type { Awaitable } from '../core/awaitable.ts';
import { chooseCoding } from '../core/content-coding.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { textOfBytes } from '../core/encoding.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checksumOf, openPath, releaseFolder } from '../core/format.ts';
import { serviceDescription, unavailable } from '../core/problem.ts';
import { readChecked } from '../core/read-json.ts';
import type { Release } from '../core/release.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import { below, type Storage } from '../core/storage.ts';
import { crcOfGzip } from '../storage/read-stream.ts';
import { checkPreconditions } from './conditions.ts';

/** Headers of everything that needs no key and comes from a file. */
export const publicHeaders = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' } as const;

/** Pages and descriptions: what `galley build` wrote, by name, and the media type. */
export const pages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'index.html': 'text/html',
    'index.md': 'text/markdown',
    'llms.txt': 'text/plain',
    'openapi.json': 'application/json',
    'favicon.svg': 'image/svg+xml',
    'client.js': 'text/javascript',
    'client.d.ts': 'text/plain',
    'client.tgz': 'application/gzip',
    'feed.js': 'text/javascript',
    'feed.d.ts': 'text/plain',
  }),
);

/**
 * The script of the page at `/` that this version writes. That of a page of another version does not run, and the page
 * is readable without.
 */
const scriptHash = 'sha256-0TOtQ78wyicbft17yIv10TpYFTFOap6B97hiX/8qHhE=';

/** A page of ours: its own styles, images and script, which asks this server alone. */
const pageHeaders = {
  ...publicHeaders,
  'Cache-Control': 'no-cache',
  'Content-Security-Policy':
    `default-src 'none'; script-src '${scriptHash}'; connect-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  Vary: 'Accept-Encoding',
} as const;

/** Milliseconds after which a page is read again where the storage has no stamps. */
const maxAge = 5000;

export interface PublicFilesOptions {
  /** Reads the folder that `galley build` wrote. */
  storage: Storage;
  /** Seconds since 1970-01-01T00:00:00Z, whole. */
  now(): number;
  /** The release that is served at `now` (seconds), or null before there is one. */
  release(now: number): Awaitable<Release | null>;
  /** Lower-case hexadecimal SHA-256 of bytes. */
  sha256(bytes: Uint8Array): Awaitable<string>;
  /**
   * Checks an asset before its first bytes are sent: throws `DamagedFile` or `MissingFile`. By default it is checked as
   * it is sent.
   */
  verify?(path: string): Promise<void>;
  /** Sentences for `/healthz` that say what is wrong; nothing secret. */
  health(): readonly string[];
  /** Whether the server is about to end, so that load balancers send it no more requests. */
  isClosing?(): boolean;
}

/** Responds to GET and HEAD of what is in `pages`; null for all else, and where the file is not there. */
export type PublicPages = (pathname: string, header: RequestHeader, now: number) => Promise<Reply | null>;

/** A file of the operator's own, as it was read. */
interface OwnPage {
  /** Null where the storage has no stamps. */
  stamp: string | null;
  readAt: number;
  /** Null where there is no such file. */
  identity: Form | null;
  /** Null where there is no compressed form of these bytes. */
  gzip: Form | null;
}

interface Form {
  reply: Reply;
  /** Of the 304. */
  headers: Record<string, string> & { ETag: string };
}

/**
 * Reads the pages of a release once, and checks them. Of a page that the release does not name, the file in the folder
 * is the operator's own: nothing says what it should hold, and it is read again when it changes. Without a release
 * nobody knows whose it is: 503.
 */
export function publicPages({ storage, release, sha256 }: PublicFilesOptions): PublicPages {
  const files = below(storage, releaseFolder);
  const written = new Map<string, { path: string; form: Form }>();
  const own = new Map<string, OwnPage>();
  return async (pathname, header, now) => {
    const name = pathname.slice(1) || 'index.html';
    const type = pathname === '/index.html' ? undefined : pages.get(name);
    if (type === undefined) return null;
    const current = await release(now);
    if (current === null) return (await storage.read(name)) === null ? null : unavailable();
    const hash = current.open.find(([page]) => page === name)?.[1];
    const isGzip = type !== 'application/gzip' && chooseCoding(header('accept-encoding')) === 'gzip';
    const form = hash === undefined ? await findOwn(name, type, isGzip) : await findWritten(name, type, hash, isGzip);
    return form && (checkPreconditions(header, form.headers) ?? form.reply);
  };

  async function findWritten(name: string, type: string, hash: string, isGzip: boolean): Promise<Form> {
    const path = `${openPath(name, hash)}${isGzip ? '.gz' : ''}`;
    const key = `${name} ${isGzip}`;
    const before = written.get(key);
    if (before?.path === path) return before.form;
    const bytes = await readChecked(files, path, isGzip ? null : hash);
    if (isGzip && (await crcOfGzip(bytes)) !== checksumOf(hash)) throw new DamagedFile(path);
    const form = toForm(bytes, type, hash, isGzip);
    written.set(key, { path, form });
    return form;
  }

  async function findOwn(name: string, type: string, isGzip: boolean): Promise<Form | null> {
    const stamp = await stampOf(name);
    const now = Date.now();
    let page = own.get(name);
    // Also read again where the clock was set back.
    const isFresh = page?.stamp === stamp && (stamp !== null || Math.abs(now - page.readAt) < maxAge);
    if (page === undefined || !isFresh) {
      page = { stamp, readAt: now, ...(await readOwn(name, type)) };
      own.set(name, page);
    }
    return (isGzip ? page.gzip : null) ?? page.identity;
  }

  async function stampOf(name: string): Promise<string | null> {
    if (storage.stamp === undefined) return null;
    return (await Promise.all([storage.stamp(name), storage.stamp(`${name}.gz`)])).join(' ');
  }

  async function readOwn(name: string, type: string): Promise<Pick<OwnPage, 'identity' | 'gzip'>> {
    const [bytes, zipped] = await Promise.all([storage.read(name), storage.read(`${name}.gz`)]);
    if (bytes === null) return { identity: null, gzip: null };
    const hash = (await sha256(bytes)).slice(0, 32);
    return {
      identity: toForm(bytes, type, hash, false),
      gzip:
        zipped && (await crcOfGzip(zipped, bytes.length)) === crc32OfBytes(bytes)
          ? toForm(zipped, type, hash, true)
          : null,
    };
  }
}

/**
 * Without `Last-Modified`: the time of the file is that of a build, which differs between two servers with the same
 * content.
 */
function toForm(body: Uint8Array, type: string, hash: string, isGzip: boolean): Form {
  const headers = {
    ...pageHeaders,
    ...(type.endsWith('html') && { Link: `${serviceDescription}, </.well-known/api-catalog>; rel="api-catalog"` }),
    ETag: `"${hash}${isGzip ? '-gz' : ''}"`,
  };
  const more = {
    'Content-Type': type.startsWith('text/') ? `${type};charset=utf-8` : type,
    'Content-Length': String(body.length),
    ...(isGzip && { 'Content-Encoding': 'gzip' }),
  };
  return { reply: { status: 200, headers: { ...headers, ...more }, body: [textOfBytes(body)] }, headers };
}
