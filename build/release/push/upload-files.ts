import { createHash } from 'node:crypto';
import type { S3Client } from '../../../src/storage/s3/s3-client.ts';
import { inLanes } from '../../package/in-lanes.ts';
import { putObject } from '../store/s3-store.ts';

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
    await putObject(client, path, await read());
    onDone(size);
  }
}

/** The entity tag that most stores give an object of one part. Where the tag is this, so are the bytes. */
export function tagOf(bytes: Uint8Array): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}
