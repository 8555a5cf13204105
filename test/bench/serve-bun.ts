import { createBunFetch } from '../../src/adapters/bun.ts';
import { parseKeysVariable } from '../../src/keys/keys-env.ts';

/** What of Bun is needed here. */
declare const Bun: {
  serve(options: { fetch: Awaited<ReturnType<typeof createBunFetch>>; port: number; hostname: string }): {
    port: number;
  };
};

// Argument: the folder of the release. Keys come from GALLEY_KEYS.
const [out = '.'] = process.argv.slice(2);
const keys = parseKeysVariable(process.env.GALLEY_KEYS ?? '');
const fetch = await createBunFetch({ out, keys: () => keys });
const { port } = Bun.serve({ fetch, port: 0, hostname: '127.0.0.1' });
console.log(`listening on http://127.0.0.1:${port}`);
