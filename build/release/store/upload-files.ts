import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { assetTypeOf } from '../../../src/core/asset-name.ts';
import type { S3Client } from '../../../src/storage/s3/s3-client.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { explainResponse } from './store-responses.ts';

/** A file to be written into a store. */
export interface Upload {
  /** Below the folder that `galley build` wrote. */
  path: string;
  size: number;
  /** Reads it, and throws where it is not what it should be. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** Files that are on their way at the same time, and how many bytes of them, but for one that has more. */
const concurrency = 16;
const maxBytes = 64 * 1024 * 1024;

/** Bytes that a slow line takes in a millisecond. */
const slowest = 100;

/**
 * Writes files into a store, one group after the other. Each is checked: its signature holds the SHA-256 of its bytes.
 * Rejects with the reason of `signal` once that is given.
 */
export async function uploadFiles(
  client: S3Client,
  groups: readonly (readonly Upload[])[],
  signal: AbortSignal,
  onDone: (bytes: number) => void,
): Promise<void> {
  for (const files of groups) {
    const isSmall = ({ size }: Upload): boolean => size <= maxBytes / concurrency;
    await inLanes(concurrency, files.filter(isSmall), upload);
    await inLanes(
      1,
      files.filter((file) => !isSmall(file)),
      upload,
    );
  }

  async function upload({ path, size, read }: Upload): Promise<void> {
    signal.throwIfAborted();
    const body = await read();
    const headers = { 'Content-Type': mediaType(path), 'Cache-Control': 'private, no-cache' };
    const extraTime = Math.ceil(body.length / slowest);
    const response = await client.send({ method: 'PUT', path, headers, body, extraTime });
    if (response.status >= 300) throw explainResponse(response, `Writing ${path}`);
    onDone(size);
  }
}

/** The entity tag that most stores give an object of one part. Where the tag is this, so are the bytes. */
export function tagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

/** Of what a release has beside media. */
const others: ReadonlyMap<string, string> = new Map([
  ['gz', 'application/gzip'],
  ['html', 'text/html;charset=utf-8'],
  ['json', 'application/json'],
  ['md', 'text/markdown;charset=utf-8'],
  ['txt', 'text/plain;charset=utf-8'],
]);

/** For people who read a store: what serves it has types of its own. */
function mediaType(path: string): string {
  return others.get(extname(path).slice(1).toLowerCase()) ?? assetTypeOf(path);
}
