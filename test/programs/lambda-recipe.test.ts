/** @module-tag program */
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { esbuild, lambda, runFunction } from '../conformance/targets/lambda.ts';
import { galley, root, writeFiles } from '../support/command.ts';
import { has } from '../support/needs.ts';
import { key } from '../support/release.ts';
import { get, makeFolder } from '../support/server.ts';

const list = '/api/v1/articles';

test.skipIf(!has(lambda.missing() ?? 'aws-lambda-ric', lambda.missing() === null))(
  'galley init lambda, as it is written, bundled: serves in AWS’s runtime client',
  async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'node_modules'));
    await symlink(root, join(folder, 'node_modules', 'galley'));
    await writeFiles(folder, {
      'package.json': '{"type":"module","dependencies":{"galley":"*"}}',
      'galley.config.yaml': 'site: https://a.example\n',
      'content/a.md': '---\ntitle: A\ndate: 2025-01-01\n---\n\nText\n',
    });
    const { out } = await galley(folder, ['init', 'lambda']);
    const [, build = ''] = /npx galley (build .*)/.exec(out) ?? [];
    const [, bundle = ''] = /npx esbuild (.*)/.exec(out) ?? [];
    expect((await galley(folder, build.split(' '))).code).toBe(0);
    execFileSync(process.execPath, [esbuild, ...bundle.split(' '), '--log-level=error'], { cwd: folder });
    const { address, stop } = await runFunction(join(folder, 'lambda', 'build'), `tests:${sha256(key)}`);
    onTestFinished(stop);
    const port = Number(new URL(address).port);
    const response = await get(port, `${list}/a`);
    expect([response.status, JSON.parse(response.body).title]).toEqual([200, 'A']);
    expect((await get(port, `${list}/a`, { headers: { 'X-Api-Key': '' } })).status).toBe(401);
    expect((await get(port, '/')).headers['content-type']).toBe('text/html;charset=utf-8');
    const text = await readFile(join(folder, 'lambda', 'build', 'index.mjs'));
    expect(gzipSync(text).length).toBeLessThan(100_000);
    const template = await readFile(join(folder, 'lambda', 'template.yaml'), 'utf8');
    const { Resources } = parse(template, { logLevel: 'silent' });
    expect(Resources.Galley.Properties).toMatchObject({
      CodeUri: 'build',
      Handler: 'index.handler',
      FunctionUrlConfig: { AuthType: 'NONE', InvokeMode: 'RESPONSE_STREAM' },
    });
  },
);
