import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chooseCoding } from '../../core/content-coding.ts';
import type { Reply, RequestHeader } from '../../core/reply.ts';
import { unlessAbsent } from '../disk/unless-absent.ts';
import { sha256 } from '../keys/new-key.ts';
import { checkPreconditions, type Validators } from './check-preconditions.ts';
import { publicHeaders } from './public-headers.ts';

/** Pages and descriptions: by path, the name in `out` and the media type. */
const pages: Readonly<Record<string, readonly [name: string, type: string]>> = {
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

/** Answers GET and HEAD of what is in `pages`; null for all else, and where the file is not there. */
export type PublicPages = (pathname: string, header: RequestHeader) => Promise<Reply | null>;

/** A file as it was read, in both codings. */
interface Page {
  /** Of the file on disk. */
  state: string;
  identity: Form;
  gzip: Form;
}

interface Form {
  reply: Reply;
  validators: Validators;
  /** Of the 304. */
  headers: Record<string, string>;
}

/** Reads each page once, and again when it changes. */
export function publicPages(out: string): PublicPages {
  const known = new Map<string, Page>();
  return async (pathname, header) => {
    const [name, type] = Object.hasOwn(pages, pathname) ? (pages[pathname] ?? []) : [];
    if (name === undefined || type === undefined) return null;
    const page = await read(name, type);
    if (page === null) return null;
    const form = chooseCoding(header('accept-encoding')) === 'gzip' ? page.gzip : page.identity;
    return checkPreconditions(header, form.validators, form.headers) ?? form.reply;
  };

  async function read(name: string, type: string): Promise<Page | null> {
    const file = join(out, name);
    const found = await unlessAbsent(stat(file));
    if (found === null || !found.isFile()) return null;
    const state = `${found.mtimeMs} ${found.size} ${found.ino}`;
    const before = known.get(name);
    if (before?.state === state) return before;
    const bytes = await unlessAbsent(readFile(file));
    if (bytes === null) return null;
    const page = toPage(bytes, state, type);
    known.set(name, page);
    return page;
  }
}

/** Without `Last-Modified`: the time of the file is that of a build, which differs between two servers with the same content. */
function toPage(bytes: Buffer, state: string, type: string): Page {
  const hash = sha256(bytes).slice(0, 32);
  const toForm = (body: Buffer, tag: string, more: Record<string, string>): Form => {
    const headers = { ...pageHeaders, ETag: tag };
    const own = { 'Content-Type': type, 'Content-Length': String(body.length), ...more };
    const reply = { status: 200, headers: { ...headers, ...own }, body: [body.toString('latin1')] };
    return { reply, validators: { tag, modified: null }, headers };
  };
  const zipped = gzipSync(bytes, { level: 9 });
  return {
    state,
    identity: toForm(bytes, `"${hash}"`, {}),
    gzip: toForm(zipped, `"${hash}-gz"`, { 'Content-Encoding': 'gzip' }),
  };
}
