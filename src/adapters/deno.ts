import { createFetchHandler } from './fetch.ts';
import { type FolderOptions, serveFolder } from './node/serve-folder.ts';

export type DenoServerOptions = FolderOptions;

/**
 * The adapter for Deno, on a machine or on Deno Deploy: `Deno.serve(await createDenoFetch({ out: 'public' }))`. Needs
 * `--allow-net --allow-read --allow-env`. `out` is the folder that `galley build` wrote; a new release in it is seen
 * within half a second. For a release in an object store, give an `s3Storage` to `createFetchHandler` of `galley/fetch`
 * instead.
 *
 * Throws `UsageError` where there are no keys. What cannot be read is 503, never a shorter 200: a response that was
 * begun breaks off.
 */
export async function createDenoFetch(options: FolderOptions): Promise<(request: Request) => Promise<Response>> {
  return createFetchHandler(await serveFolder(options));
}
