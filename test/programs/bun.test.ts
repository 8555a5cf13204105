/** @module-tag program */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { adapterArticles, adapterRequests, app, withoutTransport } from '../support/adapter-requests.ts';
import { galley, root, startProgram, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { findRuntime, has, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get, makeFolder, startServer } from '../support/server.ts';

const bun = findRuntime('bun') ?? 'bun';

test.skipIf(!has(missingRuntime('bun') ?? 'bun', missingRuntime('bun') === null))(
  'the adapter for Bun responds in Bun itself as the Node adapter does',
  async () => {
    const { out, port } = await startServer(adapterArticles, { cors: [app] });
    const script = join(out, 'serve.mjs');
    const adapter = pathToFileURL(join(root, 'dist', 'src', 'adapters', 'bun.js'));
    await writeFile(
      script,
      `import { createBunFetch } from '${adapter}';
     const keys = [{ name: 'tests', digest: '${sha256(key)}' }];
     const fetch = await createBunFetch({ out: ${JSON.stringify(out)}, keys: () => keys, cors: ['${app}'] });
     console.log(Bun.serve({ port: 0, hostname: '127.0.0.1', fetch }).port);`,
    );
    const running = startProgram(bun, [script], out);
    const ownPort = Number((await running.until(/^(\d+)\n/))[1]);
    for (const [, target, options] of adapterRequests) {
      const [theirs, ours] = [await get(ownPort, target, options), await get(port, target, options)];
      expect([theirs.status, theirs.body]).toEqual([ours.status, ours.body]);
      expect(withoutTransport(Object.entries(theirs.headers))).toEqual(withoutTransport(Object.entries(ours.headers)));
    }
  },
);

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
