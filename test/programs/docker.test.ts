/** @module-tag program */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { galley, writeFiles } from '../support/command.ts';
import { buildahIn, makeBaseImage, packWhole, storageIn } from '../support/container.ts';
import { freePort } from '../support/free-port.ts';
import { has, hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const isHere = hasCommand('buildah') && has('the user root, for buildah', process.getuid?.() === 0);

test.skipIf(!isHere)(
  'galley init docker: the image is built, serves as another user, and ends in good order',
  { timeout: 120_000 },
  async () => {
    const folder = await makeFolder();
    const repository = join(folder, 'site');
    const port = await freePort();
    const packed = packWhole(folder);
    await writeFiles(repository, {
      'content/a.md': '---\npublish_at: 2026-01-01\n---\nText.\n',
      'galley.config.yaml': `site: https://articles.example.com\nport: ${port}\n`,
      'package.json': JSON.stringify({ private: true, dependencies: { galley: `file:${packed}` } }),
      '.env': 'SECRET=1\n',
      '.git/config': '',
    });
    const npm = ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', npm, { cwd: repository, stdio: 'ignore' });
    await writeFiles(repository, { 'node_modules/of-this-machine/package.json': '{}' });
    const { out: key, err } = await galley(repository, ['key', 'new', 'web']);
    const [, keys = ''] = /GALLEY_KEYS: (\S+)/.exec(err) ?? [];
    expect((await galley(repository, ['init', 'docker'])).code).toBe(0);

    const buildah = buildahIn(folder);
    const dockerfile = await readFile(join(repository, 'Dockerfile'), 'utf8');
    makeBaseImage(
      buildah,
      Array.from(dockerfile.matchAll(/^FROM (\S+)/gm), ([, name]) => name ?? ''),
    );
    const here = ['--isolation', 'chroot', '--pull-never', '--volume', `${dirname(packed)}:${dirname(packed)}`];
    buildah('build', ...here, '--format', 'docker', '--quiet', '--tag', 'site', repository);
    const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'site'));
    const { User, Entrypoint, Cmd, Healthcheck } = Docker.config;
    expect(User).toBe('node');
    const container = buildah('from', '--pull-never', 'site');
    const mount = buildah('mount', container);
    onTestFinished(() => void buildah('umount', container));
    expect((await readdir(join(mount, 'app'))).sort()).toEqual(['galley.config.yaml', 'public', 'server.mjs']);

    const run = ['run', '--isolation', 'chroot', '--env', `GALLEY_KEYS=${keys}`, container, '--'];
    const child = spawn('buildah', [...storageIn(folder), ...run, ...Entrypoint, ...Cmd], { stdio: 'ignore' });
    onTestFinished(async () => {
      child.kill('SIGKILL');
      for (const pid of await servers(port)) process.kill(Number(pid), 'SIGKILL');
    });
    const ended = once(child, 'close');
    const list = `http://127.0.0.1:${port}/api/v1/articles`;
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      fetch(list, { headers }).then(
        ({ status }) => status,
        () => 0,
      );
    await vi.waitUntil(async () => (await statusOf({})) === 401, { timeout: 25_000, interval: 20 });
    expect(await statusOf({ 'X-Api-Key': key.trim() })).toBe(200);
    buildah(...run, ...Healthcheck.Test.slice(1));
    // Nothing but the folder for events is its user's.
    // By its exit code: buildah may lose what a short program prints.
    const tries =
      "try { require('fs').writeFileSync('/app/a', ''); } catch ({ code }) { process.exit(code === 'EACCES' ? 42 : 1); }";
    expect(() => buildah(...run, 'node', '--eval', tries)).toThrow(expect.objectContaining({ status: 42 }));

    const [pid] = await servers(port);
    expect(pid).toBeDefined();
    process.kill(Number(pid), 'SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(() => buildah(...run, ...Healthcheck.Test.slice(1))).toThrow();

    const { services } = parse(await readFile(join(repository, 'compose.yaml'), 'utf8'));
    expect(services.galley).toMatchObject({ read_only: true, cap_drop: ['ALL'], ports: [`127.0.0.1:${port}:${port}`] });
  },
);

/** Processes of Node that serve at a port. */
async function servers(port: number): Promise<string[]> {
  const isOne = (pid: string): boolean => {
    try {
      const [command = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return basename(command) === 'node' && args.includes('serve') && args.includes(String(port));
    } catch {
      return false;
    }
  };
  return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).filter(isOne);
}
