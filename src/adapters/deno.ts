import { keysOfEnvironment } from '../keys/keys-env.ts';
import { createFetchHandler } from './fetch.ts';
import { type FolderOptions, serveFolder } from './node/serve-folder.ts';

export interface DenoServerOptions extends Omit<FolderOptions, 'keys'>, Partial<Pick<FolderOptions, 'keys'>> {}

/**
 * The door for Deno, on a machine or on Deno Deploy: `Deno.serve(await createDenoFetch({ out: 'public' }))`. Needs
 * `--allow-net --allow-read --allow-env`. `out` is the folder that `galley build` wrote; a new release in it is seen within half a second.
 * For a release in an object store, give an `s3Storage` to `createFetchHandler` of `galley/fetch` instead.
 *
 * `keys` are those of `GALLEY_KEYS` unless given; throws `UsageError` where that holds none. Faults go to the console unless
 * `onFault` is given. What cannot be read is 503, never a shorter 200: an answer that was begun breaks off.
 */
export async function createDenoFetch(options: DenoServerOptions): Promise<(request: Request) => Promise<Response>> {
  const { keys = keysOfEnvironment(process.env.GALLEY_KEYS), onFault = console.error, ...others } = options;
  return createFetchHandler(await serveFolder({ keys, onFault, ...others }));
}
