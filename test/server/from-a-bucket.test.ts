/** @module-tag long */
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { galley, root, writeFiles } from '../support/command.ts';
import { fillStore } from '../support/fill-store.ts';
import { readGuideFile } from '../support/guide.ts';
import { type FakeStore, startObjectStore } from '../support/object-store.ts';
import { key } from '../support/release.ts';
import { makeFolder } from '../support/server.ts';

const address = 'https://a.example/api/v1/articles/a';

/** What the platform is, and how it asks. */
const platforms = {
  lambda: {
    file: 'lambda/index.mjs',
    before:
      'globalThis.awslambda = { streamifyResponse: (run) => run, HttpResponseStream: { from: (stream) => stream } };\n',
    after: `
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
const stream = new PassThrough();
const http = { method: 'GET', path: '/api/v1/articles/a' };
const event = { version: '2.0', rawPath: http.path, rawQueryString: '', headers: { 'x-api-key': process.env.KEY }, requestContext: { http } };
await Promise.all([handler(event, stream), text(stream).then(console.log)]);\n`,
  },
  deno: {
    file: 'deno/main.mjs',
    before:
      'globalThis.Deno = { env: { get: (name) => process.env[name] }, serve: (handle) => { globalThis.handle = handle; } };\n',
    after: `
const response = await globalThis.handle(new Request('${address}', { headers: { 'X-Api-Key': process.env.KEY } }));
console.log(await response.text());\n`,
  },
};

let store: FakeStore;
beforeAll(async () => {
  const folder = await makeFolder(afterAll);
  await writeFiles(folder, { 'content/a.md': '---\ntitle: From a bucket\ndate: 2026-01-01\n---\nText.\n' });
  expect((await galley(folder, ['build'])).code).toBe(0);
  store = await startObjectStore(undefined, afterAll);
  await fillStore(store, join(folder, 'public'), 'live/');
});

// As long as the code may wait for the store.
const timeout = 120_000;

test.each(Object.entries(platforms))(
  'the code of content/%s.md that reads a bucket',
  { timeout },
  async (page, platform) => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'node_modules'), { recursive: true });
    await symlink(root, join(folder, 'node_modules', 'galley'));
    const code = await readGuideFile(page, platform.file);
    // A busy machine may take longer than a reader would wait.
    const timeouts = `attemptTimeout: 60_000, timeout: ${timeout}`;
    const bucket = `bucket: '${store.bucket}', endpoint: '${store.endpoint}', ${timeouts}`;
    const here = code.replace("bucket: 'my-articles'", bucket);
    expect(here).not.toBe(code);
    const [, imports = '', rest = ''] = /^([\s\S]*\nimport [^\n]*\n)([\s\S]*)$/.exec(here) ?? [];
    await writeFile(join(folder, 'main.mjs'), imports + platform.before + rest + platform.after);
    const env = {
      ...process.env,
      ...{ KEY: key, DIGEST: sha256(key), GALLEY_KEYS: `web:${sha256(key)}` },
      ...{ AWS_REGION: store.region, AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' },
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder, env });
    expect(stdout).toContain('"title":"From a bucket"');
  },
);
