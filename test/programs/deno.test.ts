/** @module-tag program */
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { runProgram } from '../conformance/run-program.ts';
import { video } from '../support/adapter-requests.ts';
import { root } from '../support/command.ts';
import { flipped } from '../support/damage.ts';
import { freePort } from '../support/free-port.ts';
import { findRuntime, has, missingRuntime } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const list = '/api/v1/articles';

const deno = findRuntime('deno');

test.skipIf(!has(missingRuntime('deno') ?? 'deno', deno !== null))(
  'galley init deno, as it is written, in Deno itself: serves, streams and activates a new release',
  async () => {
    const { folder, run, write } = await makeSite();
    const port = await freePort();
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules', 'galley'));
    await write({
      'package.json': '{"type":"module","dependencies":{"galley":"*"}}',
      'galley.config.yaml': `site: https://a.example\nport: ${port}\n`,
      'content/a.md': '---\ntitle: A\ndate: 2025-01-01\n---\n\n![A video](video.mp4)\n',
      'content/video.mp4': video.bytes,
    });
    const init = await run('init', 'deno');
    const [, command = ''] = /GALLEY_KEYS=\.\.\. deno (run .*)/.exec(init.out) ?? [];
    expect((await run('build')).code).toBe(0);
    const env = { GALLEY_KEYS: `tests:${sha256(key)}` };
    const program = await runProgram(deno ?? '', command.split(' '), /Listening on \S+/, { cwd: folder, env });
    onTestFinished(program.stop);
    expect((await get(port, `${list}/a`)).status).toBe(200);
    expect((await get(port, `${list}/a`, { headers: { 'X-Api-Key': 'another' } })).status).toBe(401);
    const long = await get(port, `/media/${video.name}`);
    expect([long.body === video.bytes.toString(), long.headers['content-length']]).toEqual([true, '900000']);
    const path = join(folder, 'public', 'media', video.name);
    await writeFile(`${path}.new`, flipped(video.bytes, 700_000));
    await rename(`${path}.new`, path);
    expect((await get(port, `/media/${video.name}`)).status).toBe(503);
    await write({ 'content/b.md': '---\ntitle: B\ndate: 2025-01-02\n---\n\nText\n' });
    expect((await run('build')).code).toBe(0);
    await expect.poll(async () => (await get(port, `${list}/b`)).status).toBe(200);
  },
);
