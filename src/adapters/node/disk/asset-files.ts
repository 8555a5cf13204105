import { type ReadStream, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';

/** The files of a folder, as sirv lists and serves them. */
export interface AssetFiles {
  has(name: string): boolean;
  /** Lists the folder again. */
  refresh(): void;
  /**
   * Streams the bytes of a file from `start` up to but not including `end` into `response`, whose `writeHead` is called
   * once the file is open. Resolves when the response is closed. Rejects where the system cannot open or read the file;
   * then `response` may be used for another response unless its header is sent.
   */
  serve(name: string, range: { start: number; end: number; size: number }, response: ServerResponse): Promise<void>;
}

/** Serves a folder; lists it again where a name is not there and the folder has changed since. */
export function assetFiles(folder: string): AssetFiles {
  let files = nothing;
  let listed: number | null = null;
  refresh();
  return { has, refresh, serve };

  function has(name: string): boolean {
    if (files.sizeOf(name) === null && listed !== changeOf(folder)) refresh();
    return files.sizeOf(name) !== null;
  }

  function refresh(): void {
    // Before it is listed, so that a change in between is seen.
    listed = changeOf(folder);
    files = listed === null ? nothing : listFolder(folder);
  }

  function serve(
    name: string,
    { start, end, size }: { start: number; end: number; size: number },
    response: ServerResponse,
  ): Promise<void> {
    // Written again since it was listed.
    if (files.sizeOf(name) !== size) refresh();
    return new Promise((resolve, reject) => {
      response.once('pipe', (source: ReadStream) => {
        source.once('error', reject);
        // A pipe leaves its source open where the client goes.
        response.once('close', () => {
          source.destroy();
          resolve();
        });
      });
      // sirv reads ranges with a first and a last byte as RFC 9110 does, and others (`bytes=-5`) in a way of its own.
      const range = start === 0 && end === size ? null : `bytes=${start}-${end - 1}`;
      files.serve(name, range, response, () => reject(Object.assign(new Error('It is gone.'), { code: 'ENOENT' })));
    });
  }
}

/** When a name came into the folder or left it; null where there is no folder. */
function changeOf(folder: string): number | null {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** What sirv found when it listed a folder. */
interface Listed {
  /** Bytes; null where there is no such file. */
  sizeOf(name: string): number | null;
  serve(name: string, range: string | null, response: ServerResponse, onMissing: () => void): void;
}

const nothing: Listed = { sizeOf: () => null, serve: (_name, _range, _response, onMissing) => onMissing() };

/** Thrown where only the size of a file was wanted. */
class Size extends Error {
  readonly size: number;

  constructor(size: number) {
    super('sirv has found a file.');
    this.size = size;
  }
}

function listFolder(folder: string): Listed {
  let isAsking = false;
  const handle = sirv(folder, {
    etag: false,
    extensions: [],
    // Called before a file is sent.
    setHeaders: (_response, _path, { size }) => {
      if (isAsking) throw new Size(size);
    },
  });
  return { sizeOf, serve };

  function serve(name: string, range: string | null, response: ServerResponse, onMissing: () => void): void {
    const request = { url: `/${encodeURIComponent(name)}`, headers: range === null ? {} : { range } };
    handle(request as IncomingMessage, response, onMissing);
  }

  function sizeOf(name: string): number | null {
    isAsking = true;
    try {
      serve(name, null, {} as ServerResponse, () => {});
      return null;
    } catch (error) {
      if (error instanceof Size) return error.size;
      throw error;
    } finally {
      isAsking = false;
    }
  }
}
