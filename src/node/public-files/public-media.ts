import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { unavailable } from '../../core/answer.ts';
import type { Awaitable } from '../../core/awaitable.ts';
import { chooseCoding } from '../../core/content-coding.ts';
import { MissingFile } from '../../core/file-errors.ts';
import { problem, toReason } from '../../core/problem.ts';
import type { Reply, RequestHeader } from '../../core/reply.ts';
import { toHttpDate } from '../../core/representation.ts';
import { unlessAbsent } from '../disk/unless-absent.ts';
import { checkPreconditions, isRangeWanted, type Validators } from './check-preconditions.ts';
import { type FindMedia, type FoundFile, findMedia } from './find-media.ts';
import type { MediumState } from './medium-state.ts';
import { publicHeaders } from './public-headers.ts';
import { type ByteRange, selectRange } from './select-range.ts';
import { mediaFolder, verifyMedium } from './verify-medium.ts';

/** Files that articles refer to, under `/media`, by GET and HEAD; whole, or one range of them. */
export interface PublicMedia {
  /** A reply; 'sent' where it sent one itself; null where there is no such file. `onSize` gets the bytes of a body. */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    onSize: (size: number) => void,
  ): Promise<Reply | 'sent' | null>;
  /** Takes up media that a new release brought. */
  refresh(): void;
}

/** Media are named by their content. An SVG opened by itself may draw and style, and nothing else. */
const mediaHeaders = {
  ...publicHeaders,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
} as const;

/** The folder is looked through for a missing file no more often, in milliseconds. */
const pause = 1000;

/**
 * `stateOf` says what a name is. Where only scheduled articles refer to it there is no such file; where null says that nobody
 * knows, the answer is 503. Throws `MissingFile` where the file of an article that is due is not there.
 */
export function publicMedia(out: string, stateOf: (name: string) => Awaitable<MediumState | null>): PublicMedia {
  const directory = join(out, 'media');
  let find: FindMedia = () => null;
  let listed = 0;
  /** Of files that were read and found right. */
  const right = new Map<string, string>();
  refresh();
  return { answer, refresh };

  function refresh(): void {
    if (existsSync(directory)) find = findMedia(directory);
    listed = performance.now();
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    onSize: (size: number) => void,
  ): Promise<Reply | 'sent' | null> {
    if (!pathname.startsWith('/media/')) return null;
    // Asked of every name, so that the time until a 404 does not tell the ones that are there.
    const name = toName(pathname);
    const state = await stateOf(name);
    if (state === null) return unavailable();
    if (state === 'scheduled') return null;
    const header: RequestHeader = (name) => request.headers[name]?.toString();
    const wantsGzip = chooseCoding(header('accept-encoding')) === 'gzip';
    const look = (): FoundFile | null => find(pathname.slice('/media'.length), wantsGzip);
    // A build may have put it back.
    if (look() === null && state === 'due' && performance.now() - listed > pause) refresh();
    const found = look();
    const file = found && (await unlessAbsent(open(found.file)));
    if (found === null || file === null) {
      if (state === 'due') throw new MissingFile(pathOf(found ?? { name, isGzip: false }));
      return null;
    }
    try {
      const { size, mtimeMs, ctimeMs, ino } = await file.stat();
      const validators = toValidators(found, size, mtimeMs);
      const headers = toHeaders(found, validators);
      const isHead = request.method === 'HEAD';
      const range = !isHead && isRangeWanted(header, validators) ? selectRange(header('range'), size) : null;
      const instead = checkPreconditions(header, validators, headers) ?? (range === 'none' ? noRange(size) : null);
      if (instead !== null) return instead;
      await check(found, `${size} ${mtimeMs} ${ctimeMs} ${ino}`);
      const part = range === 'none' ? null : range;
      const length = part === null ? size : part.end - part.start + 1;
      onSize(isHead ? 0 : length);
      if (part !== null) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${size}`;
      response.writeHead(part === null ? 200 : 206, toReason(part === null ? 200 : 206), {
        ...headers,
        'Content-Type': found.type,
        'Content-Length': String(length),
        ...(found.isGzip && { 'Content-Encoding': 'gzip' }),
      });
      if (isHead || size === 0) await end(response);
      else await pipe(file, part, response);
      return 'sent';
    } finally {
      await file.close().catch(() => {});
    }
  }

  /** Once for each state of a file. Throws `DamagedFile`. */
  async function check({ file, name, isGzip }: FoundFile, state: string): Promise<void> {
    if (right.get(file) === state) return;
    await verifyMedium(file, pathOf({ name, isGzip }));
    right.set(file, state);
  }
}

function pathOf({ name, isGzip }: Pick<FoundFile, 'name' | 'isGzip'>): string {
  return `${mediaFolder}${name}${isGzip ? '.gz' : ''}`;
}

function toName(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice('/media/'.length));
  } catch {
    return '';
  }
}

/** A file that the build copied has its content in its name, and the time of the copy says nothing; any other has only its time. */
function toValidators({ name, isGzip }: FoundFile, size: number, mtimeMs: number): Validators {
  const hash = /\.([0-9a-f]{32})\.[^./]+$/.exec(name)?.[1];
  if (hash !== undefined) return { tag: `"${hash}${isGzip ? '-gz' : ''}"`, modified: null };
  const modified = Math.floor(Math.min(mtimeMs, Date.now()) / 1000);
  return { tag: `W/"${size}-${Math.trunc(mtimeMs)}"`, modified };
}

function toHeaders({ name }: FoundFile, { tag, modified }: Validators): Record<string, string> {
  const headers: Record<string, string> = { ...mediaHeaders, ETag: tag };
  if (modified !== null) headers['Last-Modified'] = toHttpDate(modified);
  if (isText(name)) headers.Vary = 'Accept-Encoding';
  return headers;
}

/** Whether the build writes a compressed form of it, too. */
function isText(name: string): boolean {
  return /\.(?:svg|vtt)$/.test(name);
}

/** RFC 9110 section 15.5.17. */
function noRange(size: number): Reply {
  return problem(416, `There are ${size} bytes; the range has none of them.`, { 'Content-Range': `bytes */${size}` });
}

function end(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', resolve).end());
}

/** Resolves once the answer is finished or broken off. */
function pipe(file: FileHandle, range: ByteRange | null, response: ServerResponse): Promise<void> {
  const source = file.createReadStream({ ...range, autoClose: false });
  source.once('error', () => response.destroy());
  source.pipe(response);
  return new Promise((resolve) =>
    response.once('close', () => {
      source.destroy();
      resolve();
    }),
  );
}
