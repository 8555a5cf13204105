import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBunFetch } from '../../../src/adapters/bun.ts';
import { createDenoFetch } from '../../../src/adapters/deno.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { adapterArticles, app } from '../../support/adapter-requests.ts';
import { key } from '../../support/release.ts';
import { startServer } from '../../support/server.ts';

const list = '/api/v1/articles';
const keys = () => [{ name: 'tests', digest: sha256(key) }];

test.each([
  ['Bun', createBunFetch, '.', list],
  ['Deno', createDenoFetch, 'lookup', `${list}/1`],
])('%s: a file that is gone is 503, and the error is reported', async (_, create, gone, target) => {
  const { out } = await startServer(adapterArticles.slice(0, 3));
  const errors: unknown[] = [];
  const fetch = await create({ out, keys, cors: [app], onError: (error) => errors.push(error) });
  await rm(join(out, 'api', 'v1', gone), { recursive: true });
  const response = await fetch(new Request(`http://a${target}`, { headers: { 'X-Api-Key': key, Origin: app } }));
  expect([response.status, response.headers.get('access-control-allow-origin'), errors.length]).toEqual([503, app, 1]);
});

test('without keys Deno does not start', async () => {
  const { out } = await startServer([]);
  await expect(createDenoFetch({ out })).rejects.toThrow(/^GALLEY_KEYS: found no key\./);
});
