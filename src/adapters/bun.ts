import { join } from 'node:path';
import { keysOfEnvironment } from '../keys/keys-env.ts';
import { createFetchHandler } from './fetch.ts';
import { type FolderOptions, serveFolder } from './node/serve-folder.ts';

/** What is used of Bun; it sends a file by itself. */
declare const Bun: { file(path: string): Blob };

export interface BunServerOptions extends Omit<FolderOptions, 'keys'>, Partial<Pick<FolderOptions, 'keys'>> {}

/**
 * The door for Bun: `Bun.serve({ fetch: await createBunFetch({ out: 'public' }) })`. `out` is the folder that `galley build` wrote; a new
 * release in it is seen within half a second. `keys` are those of `GALLEY_KEYS` unless given; throws `UsageError` where that holds none.
 * Faults go to the console unless `onFault` is given.
 */
export async function createBunFetch(options: BunServerOptions): Promise<(request: Request) => Promise<Response>> {
  const { keys = keysOfEnvironment(process.env.GALLEY_KEYS), onFault = console.error, ...others } = options;
  const handle = createFetchHandler({
    ...(await serveFolder({ keys, onFault, ...others })),
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
