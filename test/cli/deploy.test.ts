import { expect, test } from 'vitest';
import { galley } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

test('galley deploy keys cloudflare prints active keys as secrets, and refuses if there is none', async () => {
  const folder = await makeFolder();
  const run = async (...args: string[]) => galley(folder, args);
  expect(await run('deploy', 'keys', 'cloudflare')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no active key in .*\. Make one with galley key new NAME\.\n$/),
  });
  await run('key', 'new', 'web');
  expect(JSON.parse((await run('deploy', 'keys', 'cloudflare')).out)).toEqual({
    GALLEY_KEYS: expect.stringMatching(/^web:[0-9a-f]{64}$/),
  });
});
