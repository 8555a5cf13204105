/** @module-tag program */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { galley, root, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { findRuntime, has, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get, makeFolder } from '../support/server.ts';

const bun = findRuntime('bun') ?? 'bun';

test.skipIf(!has(missingRuntime('bun') ?? 'bun', missingRuntime('bun') === null))(
  'galley init bun, as it is written, serves the release on the host of the configuration alone',
  async () => {
    const folder = await makeFolder();
    const port = await freePort();
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules', 'galley'));
    await writeFiles(folder, {
      'package.json': '{"type":"module","dependencies":{"galley":"*"}}',
      'galley.config.yaml': `site: https://a.example\nport: ${port}\n`,
      'content/a.md': '---\ntitle: A\ndate: 2025-01-01\n---\n\nText\n',
    });
    const { out } = await galley(folder, ['init', 'bun']);
    const [, script = ''] = /GALLEY_KEYS=\.\.\. bun (\S+)/.exec(out) ?? [];
    expect((await galley(folder, ['build'])).code).toBe(0);
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
