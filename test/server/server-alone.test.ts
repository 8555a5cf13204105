import { copyFile, cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { firstOf } from '../support/amount.ts';
import { type Running, root, startProgram, writeFiles } from '../support/command.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';
import { makeArticles } from '../support/site.ts';
import { toVariables } from '../support/test-store.ts';

const key = newKey();
const own = (name: string, key: string) => ({ name, digest: sha256(key) });

/** A folder that holds `dist/server.js` and nothing else, as in an image. */
async function makeImage(): Promise<string> {
  const folder = await makeFolder();
  await copyFile(join(root, 'dist', 'server.js'), join(folder, 'server.mjs'));
  return folder;
}

function startAlone(folder: string, args: string[], env: Record<string, string> = {}): Running {
  return startProgram(process.execPath, ['server.mjs', ...args], folder, env);
}

const statusOf = async (at: string, key: string): Promise<number> =>
  (await fetch(`${at}/api/v1/articles/pictured`, { headers: { 'X-Api-Key': key } })).status;

test('the server alone serves a release with two processes, follows its keys, and is measured', {
  tags: ['long'],
}, async () => {
  const folder = await makeImage();
  await cp(join((await makeArticles(0)).folder, 'public'), join(folder, 'public'), { recursive: true });
  await writeFiles(folder, {
    'galley.config.yaml': 'keys: keys.json\nrateLimit: {requests: 1000, seconds: 60}\ndialects: {hugo: false}\n',
    'keys.json': JSON.stringify({ keys: [own('web', key)] }),
  });
  const running = startAlone(folder, ['serve', '--port', '0', '--workers', '2', '--metrics', '127.0.0.1:0', '--json']);
  const [, at = ''] = await running.until(/"address":"(http:[^"]+)"/);
  expect(await statusOf(at, key)).toBe(200);
  const [, metrics = ''] = /metrics on (\S+)/.exec(running.text.err) ?? [];
  expect(await (await fetch(metrics)).text()).toContain('galley_requests_total{route="article",status="200"} 1');
  expect(await statusOf(at, 'next')).toBe(401);
  await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: [own('next', 'next')] }));
  await expect.poll(() => statusOf(at, 'next'), { interval: 20 }).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  expect((await readdir(folder)).sort()).toEqual(['galley.config.yaml', 'keys.json', 'public', 'server.mjs']);
});

test('the server alone serves from a store', { tags: ['long'] }, async () => {
  const store = await startObjectStore();
  const env = { ...toVariables(store), GALLEY_KEYS: `web:${sha256(key)}` };
  expect((await (await makeArticles(0, env)).run('push', 's3://articles')).code).toBe(0);
  const running = startAlone(await makeImage(), ['serve', '--port', '0', '--from', 's3://articles'], env);
  const [, at = ''] = await running.until(/listening on (\S+)/);
  expect(await statusOf(at, key)).toBe(200);
});

test.each(
  firstOf(1, [
    ['a misspelt setting', ['serve'], 'prot: 80\n', 'Did you mean port?'],
    ['an unknown dialect', ['serve'], 'dialects: {hugoo: false}\n', 'Did you mean hugo?'],
    ['a command that only the whole package has', ['build'], '', "unknown command 'build'"],
  ]),
)('the server alone refuses %s', { tags: ['scaled'] }, async (_, args, config, expected) => {
  const folder = await makeImage();
  await writeFile(join(folder, 'galley.config.yaml'), config);
  const { ended, text } = startAlone(folder, args);
  expect([await ended, text.err]).toEqual([2, expect.stringContaining(expected)]);
});
