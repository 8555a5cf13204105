import { join } from 'node:path';
import { createFetchHandler } from './fetch.ts';
import { type FolderOptions, serveFolder } from './node/serve-folder.ts';

export type BunServerOptions = FolderOptions;

/** What is used of Bun; it sends a file by itself. */
declare const Bun: { file(path: string): Blob };

/**
 * The adapter for Bun: `Bun.serve({ fetch: await createBunFetch({ out: 'public' }) })`. `out` is the folder that
 * `galley build` wrote; a new release in it is seen within half a second. Throws `UsageError` where there are no keys.
 */
export async function createBunFetch(options: FolderOptions): Promise<(request: Request) => Promise<Response>> {
  const handle = createFetchHandler({
    ...(await serveFolder(options)),
    // Bun sends a stream without Content-Length.
    streamAbove: Number.POSITIVE_INFINITY,
    ...('Bun' in globalThis && {
      sendFile: (path, start, end) => Bun.file(join(options.out, path)).slice(start, end),
    }),
  });
  return async (request) => {
    const response = await handle(request);
    // What follows a wish for another protocol is no request; Bun would read it as one.
    if (request.headers.has('upgrade')) response.headers.set('Connection', 'close');
    return response;
  };
}
