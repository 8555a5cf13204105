import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { makeFolder } from '../support/server.ts';

test('the guide builds without a problem', async () => {
  const folder = await makeFolder();
  const site = 'https://articles.example.com';
  const { problems, written } = await buildOnce({
    content: join(packageFolder(), 'content'),
    out: join(folder, 'public'),
    cache: join(folder, 'cache'),
    site,
    articleUrl: `${site}/{slug}`,
    trustedHtml: false,
    now: Math.floor(Date.now() / 1000),
    write: 'quick',
  });
  expect(problems).toEqual([]);
  expect(written).not.toBeNull();
});
