import { chooseCoding } from '../core/content-coding.ts';
import { MissingFile } from '../core/file-errors.ts';
import { problem } from '../core/problem.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import { unavailable } from '../core/respond.ts';
import type { Storage } from '../core/storage.ts';
import { checkPreconditions, isRangeWanted, selectRange, type Validators } from './conditions.ts';
import { type MediumName, toMediumName } from './medium-name.ts';
import { mediumState } from './medium-state.ts';
import type { PublicAnswer, PublicFilesOptions } from './public-answer.ts';
import { publicHeaders } from './public-headers.ts';
import { verifiedFiles } from './verified-files.ts';

/** Answers GET and HEAD of a path under `/media`; null where there is no such file. */
export type PublicMedia = (
  method: string,
  pathname: string,
  header: RequestHeader,
  now: number,
) => Promise<PublicAnswer | null>;

/** Media are named by their content. An SVG opened by itself may draw and style, and nothing else. */
const mediaHeaders = {
  ...publicHeaders,
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Accept-Ranges': 'bytes',
} as const;

/**
 * Files that articles refer to, whole, or one range of them. Where only scheduled articles refer to one, there is no such file; before
 * there is a release nobody knows, and the answer is 503. Throws `MissingFile` where the file of an article that is due is not there.
 */
export function publicMedia({ storage, release, verify }: PublicFilesOptions): PublicMedia {
  const verified = verifiedFiles(storage);
  return async (method, pathname, header, now) => {
    if (!pathname.startsWith('/media/')) return null;
    const medium = toMediumName(pathname);
    // Asked of every name, so that the time until a 404 does not tell the ones that are there.
    const state = await mediumState(await release(now), medium?.name ?? '', now);
    if (state === null) return { reply: unavailable(), file: null };
    if (state === 'scheduled' || medium === null) return null;
    const found = await find(storage, medium, header);
    if (found !== null) return answer(medium, found, method === 'HEAD', header);
    if (state === 'due') throw new MissingFile(toPath(medium));
    return null;
  };

  async function answer(
    medium: MediumName,
    found: Found,
    isHead: boolean,
    header: RequestHeader,
  ): Promise<PublicAnswer> {
    const { path, size, isGzip } = found;
    const validators: Validators = { tag: `"${medium.hash}${isGzip ? '-gz' : ''}"`, modified: null };
    const headers = toHeaders(medium, validators);
    const range = !isHead && isRangeWanted(header, validators) ? selectRange(header('range'), size) : null;
    const instead = checkPreconditions(header, validators, headers) ?? (range === 'none' ? noRange(size) : null);
    if (instead !== null) return { reply: instead, file: null };
    const stamp = await verified.stampOf(path);
    const isVerified = verified.has(path, stamp);
    const note = (): void => verified.add(path, stamp);
    if (!isVerified && verify !== undefined) await verify(path).then(note);
    const part = range === 'none' ? null : range;
    const { start, end } = part === null ? { start: 0, end: size } : { start: part.start, end: part.end + 1 };
    if (part !== null) headers['Content-Range'] = `bytes ${part.start}-${part.end}/${size}`;
    headers['Content-Type'] = medium.type;
    headers['Content-Length'] = String(end - start);
    if (isGzip) headers['Content-Encoding'] = 'gzip';
    const onVerified = isVerified || verify !== undefined ? null : note;
    return {
      reply: { status: part === null ? 200 : 206, headers, body: [] },
      file: isHead ? null : { ...found, start, end, onVerified },
    };
  }
}

/** A file, and what was read of it to learn its size. */
interface Found {
  path: string;
  size: number;
  isGzip: boolean;
  bytes: Uint8Array | null;
}

/** Compressed where it is there so and wanted so. */
async function find(storage: Storage, medium: MediumName, header: RequestHeader): Promise<Found | null> {
  const path = toPath(medium);
  const wantsGzip = medium.isText && chooseCoding(header('accept-encoding')) === 'gzip';
  return (wantsGzip ? await look(storage, `${path}.gz`, true) : null) ?? look(storage, path, false);
}

async function look(storage: Storage, path: string, isGzip: boolean): Promise<Found | null> {
  const bytes = storage.size === undefined ? await storage.read(path) : null;
  const size = bytes?.length ?? (await storage.size?.(path)) ?? null;
  return size === null ? null : { path, size, isGzip, bytes };
}

function toPath({ name }: MediumName): string {
  return `media/${name}`;
}

function toHeaders({ isText }: MediumName, { tag }: Validators): Record<string, string> {
  const headers: Record<string, string> = { ...mediaHeaders, ETag: tag };
  if (isText) headers.Vary = 'Accept-Encoding';
  return headers;
}

/** RFC 9110 section 15.5.17. */
function noRange(size: number): Reply {
  return problem(416, `There are ${size} bytes; the range has none of them.`, { 'Content-Range': `bytes */${size}` });
}
