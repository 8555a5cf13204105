/** @module-tag program */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { root, startProgram } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { findRuntime, has, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const bun = findRuntime('bun') ?? 'bun';

test.skipIf(!has(missingRuntime('bun') ?? 'bun', missingRuntime('bun') === null))(
  'galley init bun, as it is written, serves the release on the host of the configuration alone',
  async () => {
    const { folder, run, write } = await makeSite();
    const port = await freePort();
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules', 'galley'));
    await write({
      'package.json': '{"type":"module","dependencies":{"galley":"*"}}',
      'galley.config.yaml': `site: https://a.example\nport: ${port}\n`,
      'content/a.md': '---\ntitle: A\ndate: 2025-01-01\n---\n\nText\n',
    });
    const { out } = await run('init', 'bun');
    const [, script = ''] = /GALLEY_KEYS=\.\.\. bun (\S+)/.exec(out) ?? [];
    expect((await run('build')).code).toBe(0);
    startProgram(bun, [script], folder, { GALLEY_KEYS: `tests:${sha256(key)}` });
    const statusOf = (): Promise<number> =>
      get(port, '/api/v1/articles/a').then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(statusOf).toBe(200);
    expect((await get(port, '/api/v1/articles/a', { headers: { 'X-Api-Key': 'another' } })).status).toBe(401);
  },
);
