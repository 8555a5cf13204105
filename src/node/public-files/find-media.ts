import type { ReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { relative } from 'node:path';
import { Writable } from 'node:stream';
import sirv from 'sirv';

/** A file of the folder, in one coding. */
export interface FoundFile {
  file: string;
  /** Relative to the folder; of the compressed form, without its `.gz`. */
  name: string;
  type: string;
  isGzip: boolean;
}

/** Finds the file at a path, compressed where it is there so and wanted so. */
export type FindMedia = (pathname: string, wantsGzip: boolean) => FoundFile | null;

/**
 * The files that are in a folder when this is called. sirv lists them, finds one by its path, its compressed form and its
 * type. It does not send them, since it reads ranges (`bytes=-5`, `bytes=0-0`), lists of tags and qualities of
 * codings otherwise than RFC 9110.
 */
export function findMedia(directory: string): FindMedia {
  const handle = sirv(directory, { etag: false, gzip: true, extensions: [] });
  return (pathname, wantsGzip) => {
    const stand = new StandIn();
    const request = { url: pathname, headers: { 'accept-encoding': wantsGzip ? 'gzip' : '' } };
    handle(request as IncomingMessage, stand as unknown as ServerResponse, () => {});
    if (stand.file === '') return null;
    const isGzip = stand.headers['Content-Encoding'] === 'gzip';
    const path = relative(directory, stand.file).replaceAll('\\', '/');
    const name = isGzip ? path.slice(0, -'.gz'.length) : path;
    // Under its own name the compressed form would get the media type of the original.
    if (decode(pathname) !== `/${name}`) return null;
    return { file: stand.file, name, type: stand.headers['Content-Type'] ?? '', isGzip };
  };
}

/** Takes what sirv would send, and the file before it is read. */
class StandIn extends Writable {
  file = '';
  headers: Record<string, string> = {};

  constructor() {
    super();
    this.once('pipe', (source: ReadStream) => {
      this.file = String(source.path);
      source.once('error', () => {});
      source.destroy();
    });
  }

  getHeader(): undefined {}

  setHeader(): void {}

  writeHead(_: number, headers: Record<string, string>): void {
    this.headers = headers;
  }
}

function decode(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
