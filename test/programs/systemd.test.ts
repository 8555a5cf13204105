/** @module-tag program */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cli, galley, start, writeFiles } from '../support/command.ts';
import { freePort } from '../support/free-port.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const isHere = hasCommand('systemd-analyze');

async function makeUnit(): Promise<{ folder: string; unit: string; text: string }> {
  const folder = await makeFolder();
  expect((await galley(folder, ['init', 'systemd'])).code).toBe(0);
  const unit = join(folder, 'systemd', 'galley@.service');
  return { folder, unit, text: await readFile(unit, 'utf8') };
}

test.skipIf(!isHere)('systemd finds nothing wrong with the unit, and next to nothing that it could do', async () => {
  const { folder, unit } = await makeUnit();
  const verified = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  expect([verified.status, verified.stderr]).toEqual([0, '']);
  // It takes no template.
  const instance = join(folder, 'galley.service');
  await copyFile(unit, instance);
  // 1.5 of 10, on its scale of exposure.
  const options = ['--offline=true', '--threshold=15'];
  const secured = spawnSync('systemd-analyze', ['security', ...options, instance], { encoding: 'utf8' });
  expect([secured.status, secured.stdout]).toEqual([0, expect.stringMatching(/exposure level for galley.service: 1/)]);
});

test.skipIf(!isHere)('a setting that is misspelt would be found', async () => {
  const { unit, text } = await makeUnit();
  await writeFile(unit, text.replace('DynamicUser=', 'DynamicUsers='));
  expect(spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' }).stderr).toContain('DynamicUsers');
});

test('its commands serve with the keys that it is given, and wait until the server responds', async () => {
  const { folder, text } = await makeUnit();
  await writeFiles(folder, { 'content/a.md': '---\npublish_at: 2026-01-01\n---\nText.\n' });
  expect((await galley(folder, ['build'])).code).toBe(0);
  const { out: key } = await galley(folder, ['key', 'new', 'web']);
  await mkdir(join(folder, 'credentials'));
  await rename(join(folder, 'galley.keys.json'), join(folder, 'credentials', 'galley.keys.json'));
  await mkdir(join(folder, 'node_modules', '.bin'), { recursive: true });
  await symlink(cli, join(folder, 'node_modules', '.bin', 'galley'));
  const port = await freePort();
  const commandOf = (name: string): string => {
    const [, command = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(text) ?? [];
    return command.replaceAll('%i', String(port)).replaceAll('%d', join(folder, 'credentials'));
  };
  const waiting = spawn('/bin/sh', ['-c', commandOf('ExecStartPost')], { stdio: 'ignore' });
  onTestFinished(() => void waiting.kill());
  const ready = once(waiting, 'close');
  const [command = '', ...args] = commandOf('ExecStart').split(' ');
  expect(command).toBe('/usr/bin/env');
  const server = start(folder, args.slice(2));
  expect((await ready)[0]).toBe(0);
  const list = `http://127.0.0.1:${port}/api/v1/articles`;
  expect((await fetch(list)).status).toBe(401);
  expect((await fetch(list, { headers: { 'X-Api-Key': key.trim() } })).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
