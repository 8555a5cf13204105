import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../build/package.ts';
import { parseKeysVariable } from '../../src/node/keys-env.ts';

/** What `Bun.serve` takes and gives, as far as it is needed here. */
interface BunServer {
  fetch(request: Request): Response | Promise<Response>;
}
declare const Bun: { serve(options: BunServer & { port: number; hostname: string }): { port: number } };

// Argument: the folder of the release. Keys come from GALLEY_KEYS.
const [out = '.'] = process.argv.slice(2);
const keys = parseKeysVariable(process.env.GALLEY_KEYS ?? '');
// By its address, since Node cannot take it in.
const module = await import(pathToFileURL(join(packageFolder(), 'dist', 'src', 'bun.js')).href);
const { createBunServer } = module as {
  createBunServer(options: { out: string; keys: () => typeof keys }): BunServer | Promise<BunServer>;
};
const { fetch } = await createBunServer({ out, keys: () => keys });
const { port } = Bun.serve({ fetch, port: 0, hostname: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${port}`);
