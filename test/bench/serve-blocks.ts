import type { AddressInfo } from 'node:net';
import { createNodeServer } from '../../src/adapters/node.ts';
import { parseKeysVariable } from '../../src/keys/keys-env.ts';
import { type BlockCache, type BlockStorage, blockCache } from '../../src/storage/block-cache.ts';

// Arguments: the folder of the release, and whether what it reads is checked. Keys come from GALLEY_KEYS.
const [out = '.', kind = 'block-cache'] = process.argv.slice(2);
const keys = parseKeysVariable(process.env.GALLEY_KEYS ?? '');
const unchecked = (storage: BlockStorage): BlockCache => blockCache(storage, undefined, () => true);
const cache = kind === 'unchecked' ? unchecked : blockCache;
const { server } = await createNodeServer({ out, keys: () => keys, cache: (storage) => cache(storage) });
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
