import type { AddressInfo } from 'node:net';
import { parseKeysVariable } from '../../src/node/keys/keys-env.ts';
import { createNodeServer } from '../../src/node.ts';
import { blockCache } from '../../src/readers/block-cache.ts';
import { lruBlocks } from './lru-blocks.ts';

// Arguments: the folder of the release, and what keeps blocks of page files. Keys come from GALLEY_KEYS.
const [out = '.', kind = 'block-cache'] = process.argv.slice(2);
const keys = parseKeysVariable(process.env.GALLEY_KEYS ?? '');
const cache = kind === 'lru' ? lruBlocks : blockCache;
const { server } = await createNodeServer({ out, keys: () => keys, cache: (reader) => cache(reader) });
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
