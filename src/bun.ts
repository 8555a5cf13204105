import { join } from 'node:path';
import { createFetchHandler } from './fetch.ts';
import { type FolderOptions, serveFolder } from './node/serve-folder.ts';

/** What is used of Bun; it sends a file by itself. */
declare const Bun: { file(path: string): Blob };

export type BunServerOptions = FolderOptions;

/** The door for Bun: `Bun.serve({ fetch: await createBunFetch(…) })`. */
export async function createBunFetch(options: BunServerOptions): Promise<(request: Request) => Promise<Response>> {
  return createFetchHandler({
    ...(await serveFolder(options)),
    // Bun sends a stream without Content-Length.
    streamAbove: Number.POSITIVE_INFINITY,
    ...('Bun' in globalThis && {
      sendFile: (path, start, end) => Bun.file(join(options.out, path)).slice(start, end),
    }),
  });
}
