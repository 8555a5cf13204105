import { chooseCoding } from '../core/content-coding.ts';
import { crc32OfBytes } from '../core/crc32.ts';
import { textOfBytes } from '../core/encoding.ts';
import { DamagedFile } from '../core/file-errors.ts';
import { checksumOf, openPath, releaseFolder } from '../core/format.ts';
import { readChecked } from '../core/read-json.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import { unavailable } from '../core/respond.ts';
import { below } from '../core/storage.ts';
import { decompress, isGzipOf } from '../storage/read-stream.ts';
import { checkPreconditions, type Validators } from './conditions.ts';
import type { PublicFilesOptions } from './public-answer.ts';
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

/** A page is read again where the last reading is so many milliseconds old, and the storage cannot tell whether it changed. */
const fresh = 5000;

/** Answers GET and HEAD of what is in `pages`; null for all else, and where the file is not there. */
export type PublicPages = (pathname: string, header: RequestHeader, now: number) => Promise<Reply | null>;

/** A file of the operator's own, as it was read. */
interface Page {
  /** What changes when it does; null where the storage cannot tell. */
  stamp: string | null;
  readAt: number;
  /** Null where there is no such file. */
  identity: Form | null;
  /** Null where there is no compressed form of these bytes. */
  gzip: Form | null;
}

interface Form {
  reply: Reply;
  validators: Validators;
  /** Of the 304. */
  headers: Record<string, string>;
}

/**
 * Reads the pages of a release once, and checks them. Of a page that the release does not name, the file in the folder is the operator's
 * own: nothing says what it should hold, and it is read again when it changes. Without a release nobody knows whose it is: 503.
 */
export function publicPages({ storage, release, sha256 }: Omit<PublicFilesOptions, 'health'>): PublicPages {
  const files = below(storage, releaseFolder);
  const written = new Map<string, { path: string; form: Form }>();
  const known = new Map<string, Page>();
  return async (pathname, header, now) => {
    const [name, type] = Object.hasOwn(pages, pathname) ? (pages[pathname] ?? []) : [];
    if (name === undefined || type === undefined) return null;
    const current = await release(now);
    if (current === null) return (await storage.read(name)) === null ? null : unavailable();
    const hash = current.open.find(([page]) => page === name)?.[1];
    const isGzip = chooseCoding(header('accept-encoding')) === 'gzip';
    const form = hash === undefined ? await findOwn(name, type, isGzip) : await findWritten(name, type, hash, isGzip);
    return form && (checkPreconditions(header, form.validators, form.headers) ?? form.reply);
  };

  async function findWritten(name: string, type: string, hash: string, isGzip: boolean): Promise<Form> {
    const path = `${openPath(name, hash)}${isGzip ? '.gz' : ''}`;
    const key = `${name} ${isGzip}`;
    const before = written.get(key);
    if (before?.path === path) return before.form;
    const bytes = await readChecked(files, path, isGzip ? null : hash);
    const content = isGzip ? await decompress(bytes).catch(() => null) : null;
    if (isGzip && (content === null || crc32OfBytes(content) !== checksumOf(hash))) throw new DamagedFile(path);
    const form = toForm(bytes, type, hash, isGzip);
    written.set(key, { path, form });
    return form;
  }

  async function findOwn(name: string, type: string, isGzip: boolean): Promise<Form | null> {
    const { identity, gzip } = await find(name, type);
    return (isGzip ? gzip : null) ?? identity;
  }

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
    if (storage.stamp === undefined) return null;
    const [plain, zipped] = await Promise.all([storage.stamp(name), storage.stamp(`${name}.gz`)]);
    return `${plain} ${zipped}`;
  }

  async function read(name: string, type: string): Promise<Pick<Page, 'identity' | 'gzip'>> {
    const [bytes, zipped] = await Promise.all([storage.read(name), storage.read(`${name}.gz`)]);
    if (bytes === null) return { identity: null, gzip: null };
    const hash = (await sha256(bytes)).slice(0, 32);
    return {
      identity: toForm(bytes, type, hash, false),
      gzip: zipped !== null && (await isGzipOf(zipped, bytes)) ? toForm(zipped, type, hash, true) : null,
    };
  }
}

/** Without `Last-Modified`: the time of the file is that of a build, which differs between two servers with the same content. */
function toForm(body: Uint8Array, type: string, hash: string, isGzip: boolean): Form {
  const tag = `"${hash}${isGzip ? '-gz' : ''}"`;
  const headers = { ...pageHeaders, ETag: tag };
  const more = isGzip ? { 'Content-Encoding': 'gzip' } : {};
  const own = { 'Content-Type': type, 'Content-Length': String(body.length), ...more };
  const reply = { status: 200, headers: { ...headers, ...own }, body: [textOfBytes(body)] };
  return { reply, validators: { tag, modified: null }, headers };
}
