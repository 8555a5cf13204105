import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { galley } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

test('galley deploy check cloudflare: refuses, is mended, and says so', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'content'));
  await writeFile(join(folder, 'content/a.md'), '---\ntitle: A\npublish_at: 2026-01-01\n---\nText\n');
  const run = async (...args: string[]) => galley(folder, args);
  await run('init', 'cloudflare');
  expect((await run('deploy', 'check', 'cloudflare')).out).toContain('public error Found no release.');
  await run('build');
  const local = await run('deploy', 'check', 'cloudflare', '--json');
  expect(local.code).toBe(1);
  expect(JSON.parse(local.out)).toContainEqual({
    ...{ file: 'public', line: null, column: null, severity: 'error' },
    message: expect.stringContaining('links begin with http://127.0.0.1:8787'),
  });
  await run('build', '--site', 'https://a.example');
  await run('key', 'new', 'web');
  const right = await run('deploy', 'check', 'cloudflare');
  expect([right.code, right.out]).toEqual([0, 'wrangler.jsonc and the release can be deployed.\n']);
  expect(JSON.parse((await run('deploy', 'keys', 'cloudflare')).out)).toEqual({
    GALLEY_KEYS: expect.stringMatching(/^web:[0-9a-f]{64}$/),
  });
  await rm(join(folder, 'public/api/v1/pages'), { recursive: true });
  expect((await run('deploy', 'check', 'cloudflare')).out).toContain('public error Found a damaged release.');
  expect(await run('deploy', 'check', 'cloudflare', '--config', 'none.jsonc')).toMatchObject({
    code: 2,
    err: 'There is no none.jsonc. Run galley init cloudflare, or name another file with --config.\n',
  });
});
