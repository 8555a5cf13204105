import { FailedRead } from '../core/file-errors.ts';
import type { Reader } from '../core/reader.ts';
import { codeOf, type S3Answer, type S3Client, s3Client } from './s3/s3-client.ts';
import type { S3Options } from './s3/s3-options.ts';
import { StoreFailure } from './s3/store-failure.ts';

export type { Credentials, S3Options } from './s3/s3-options.ts';

/** A reader that also tells how long a file is. */
export interface S3Reader extends Reader {
  /** The bytes of a file; null where there is none. Rejects with `FailedRead`. */
  size(path: string): Promise<number | null>;
}

/**
 * Reads a folder that `galley push` wrote into an object store, by signed requests (AWS Signature Version 4). A request that
 * fails, is answered by 429 or 5xx, breaks off or gives another range than was asked for is sent again, within a time that a reader would
 * wait; then the read rejects with `FailedRead`. Throws `RangeError` where the options name no address.
 */
export function s3Reader(options: S3Options): S3Reader {
  return readerOf(s3Client(options));
}

export function readerOf(client: S3Client): S3Reader {
  return { read, size };

  async function read(path: string, start = 0, end?: number): Promise<Uint8Array | null> {
    if (end !== undefined && start >= end) {
      const found = await size(path);
      return found === null || found < end ? null : new Uint8Array();
    }
    const isWhole = start === 0 && end === undefined;
    const range = `bytes=${start}-${end === undefined ? '' : end - 1}`;
    const answer = await ask(path, { method: 'GET', path, ...(!isWhole && { headers: { Range: range } }), findFault });
    if (answer.status === 416) return end === undefined && (await size(path)) === start ? new Uint8Array() : null;
    if (answer.status === 404) return null;
    // A store may ignore the range.
    const bytes = answer.status === 206 ? answer.bytes : answer.bytes.subarray(start, end);
    return end === undefined ? bytes : bytes.length === end - start ? bytes : null;

    function findFault({ status, headers, bytes }: S3Answer): string | null {
      if (status !== 206) return null;
      const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
      const length = Number(last) + 1 - start;
      const isAsked = Number(first) === start && (end === undefined || Number(last) < end);
      const isToEnd =
        total === '*'
          ? end !== undefined
          : Number(last) + 1 === Math.min(end ?? Number.POSITIVE_INFINITY, Number(total));
      if (isAsked && isToEnd && bytes.length === length) return null;
      return `the store gave ${bytes.length} bytes as ${headers.get('content-range')} for ${range}`;
    }
  }

  async function size(path: string): Promise<number | null> {
    const { status, headers } = await ask(path, { method: 'HEAD', path });
    return status === 404 ? null : Number(headers.get('content-length'));
  }

  /** An answer that is one of a file that is there, or is not. */
  async function ask(path: string, request: Parameters<S3Client['send']>[0]): Promise<S3Answer> {
    const answer = await client.send(request).catch((error) => {
      throw error instanceof StoreFailure ? new FailedRead(path, error.message) : error;
    });
    const code = codeOf(answer);
    const { status } = answer;
    if (status === 200 || status === 206 || status === 416 || (status === 404 && code !== ' NoSuchBucket')) {
      return answer;
    }
    throw new FailedRead(path, `the store answered ${status}${code}${status === 403 ? hint(code) : ''}`);
  }
}

/** Amazon answers 403 for a file that is not there to who may not list the bucket. */
function hint(code: string): string {
  return code === '' || code === ' AccessDenied'
    ? '; where the credentials lack s3:ListBucket, that is its answer for a file that is not there, too'
    : '';
}
