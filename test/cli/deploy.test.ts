import { expect, test } from 'vitest';
import { makeSite } from '../support/site.ts';

test('galley deploy keys cloudflare prints active keys as secrets, and refuses if there is none', async () => {
  const { run } = await makeSite();
  expect(await run('deploy', 'keys', 'cloudflare')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no active key in .*\. Make one with galley key new NAME\.\n$/),
  });
  await run('key', 'new', 'web');
  expect(JSON.parse((await run('deploy', 'keys', 'cloudflare')).out)).toEqual({
    GALLEY_KEYS: expect.stringMatching(/^web:[0-9a-f]{64}$/),
  });
});
