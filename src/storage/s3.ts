import { FailedRead } from '../core/file-errors.ts';
import type { Storage } from '../core/storage.ts';
import { codeOf, type S3Client, type S3Request, type S3Response, StoreFailure, s3Client } from './s3/s3-client.ts';
import type { S3Options } from './s3/s3-options.ts';
import { storeClock } from './store-clock.ts';

export type { Credentials, S3Options } from './s3/s3-options.ts';

/** A storage that also knows how long a file is. */
export interface S3Storage extends Storage {
  /** The bytes of a file; null where there is none. Rejects with `FailedRead`. */
  size(path: string): Promise<number | null>;
}

/**
 * Reads a folder that `galley push` wrote into an object store, by signed requests (AWS Signature Version 4). A request
 * that fails, gets 429 or 5xx, breaks off or gives another range than was asked for is sent again, within a time that a
 * reader would wait; then the read rejects with `FailedRead`. Throws `RangeError` where the options name no address.
 */
export function s3Storage(options: S3Options): S3Storage {
  const { fetch, ...clock } = storeClock(options.fetch);
  return { ...readerOf(s3Client({ ...options, fetch })), clock };
}

/** Reads of a block as well, which may end with the file. */
export interface BlocksStorage extends S3Storage {
  read(path: string, start?: number, end?: number): Promise<Uint8Array | null>;
  /** The bytes from `start` up to `end`, fewer where the file ends before; null where there is none. Rejects with `FailedRead`. */
  readUpTo(path: string, start: number, end: number): Promise<Uint8Array | null>;
}

export function readerOf(client: S3Client): BlocksStorage {
  return { read, readUpTo, size };

  async function read(path: string, start = 0, end?: number): Promise<Uint8Array | null> {
    if (end !== undefined && start >= end) {
      const found = await size(path);
      return found === null || found < end ? null : new Uint8Array();
    }
    const response = await askRange(path, start, end);
    if (response.status === 416) return end === undefined && (await size(path)) === start ? new Uint8Array() : null;
    const bytes = toBytes(response, start, end);
    return end === undefined || bytes?.length === end - start ? bytes : null;
  }

  async function readUpTo(path: string, start: number, end: number): Promise<Uint8Array | null> {
    const response = await askRange(path, start, end);
    return response.status === 416 ? new Uint8Array() : toBytes(response, start, end);
  }

  function askRange(path: string, start: number, end: number | undefined): Promise<S3Response> {
    const isWhole = start === 0 && end === undefined;
    const range = `bytes=${start}-${end === undefined ? '' : end - 1}`;
    return ask(path, { method: 'GET', path, ...(!isWhole && { headers: { Range: range } }), findError });

    function findError({ status, headers, bytes }: S3Response): string | null {
      if (status !== 206) return null;
      const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
      const length = Number(last) + 1 - start;
      const isAsked = Number(first) === start && (end === undefined || Number(last) < end);
      const toEnd = Math.min(end ?? Number.POSITIVE_INFINITY, Number(total));
      const isToEnd = total === '*' ? end !== undefined : Number(last) + 1 === toEnd;
      if (isAsked && isToEnd && bytes.length === length) return null;
      return `the store gave ${bytes.length} bytes as ${headers.get('content-range')} for ${range}`;
    }
  }

  async function size(path: string): Promise<number | null> {
    const { status, headers } = await ask(path, { method: 'HEAD', path });
    if (status === 404) return null;
    const length = headers.get('content-length');
    if (length === null) throw new FailedRead(path, 'the store gave no Content-Length');
    return Number(length);
  }

  /** The response for a file, whether it is there or not. */
  async function ask(path: string, request: S3Request): Promise<S3Response> {
    const response = await client.send(request).catch((error) => {
      throw toFailedRead(path, error);
    });
    const { status } = response;
    const isAbsent = status === 404 && codeOf(response) !== ' NoSuchBucket';
    if (status === 200 || status === 206 || status === 416 || isAbsent) return response;
    throw toFailedRead(path, response);
  }
}

/** A store may ignore the range. */
function toBytes({ status, bytes }: S3Response, start: number, end: number | undefined): Uint8Array | null {
  if (status === 404) return null;
  return status === 206 ? bytes : bytes.subarray(start, end);
}

/** The error for a file that could not be read: of a `StoreFailure` or a response; other errors as they are. */
export function toFailedRead(path: string, reason: unknown): unknown {
  if (reason instanceof StoreFailure) return new FailedRead(path, reason.message);
  if (reason instanceof Error) return reason;
  const response = reason as S3Response;
  const code = codeOf(response);
  const hint = response.status === 403 && (code === '' || code === ' AccessDenied') ? denied : '';
  return new FailedRead(path, `the store gave status ${response.status}${code}${hint}`);
}

/** Amazon sends 403 for a file that is not there if the credentials may not list the bucket. */
const denied = '; if the credentials lack s3:ListBucket, the store gives this for a missing file, too';
