import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBunFetch } from '../../../src/adapters/bun.ts';
import { sha256 } from '../../../src/adapters/node/keys/new-key.ts';
import { adapterArticles } from '../../support/adapter-requests.ts';
import { key } from '../../support/release.ts';
import { startServer } from '../../support/server.ts';

const list = '/api/v1/articles';

test('a file that is gone: 503, and the error is reported', async () => {
  const { out } = await startServer(adapterArticles);
  const errors: unknown[] = [];
  const options = {
    out,
    keys: () => [{ name: 'tests', digest: sha256(key) }],
    onError: (error: unknown) => errors.push(error),
  };
  const fetch = await createBunFetch(options);
  await rm(join(out, 'api'), { recursive: true });
  const response = await fetch(new Request(`http://a${list}`, { headers: { 'X-Api-Key': key } }));
  expect([response.status, errors.length]).toEqual([503, 1]);
});
