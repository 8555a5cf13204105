import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs `buildah` with its storage in `folder`, and gives what it printed. No image is fetched from anywhere. */
export function buildahIn(folder: string): (...args: string[]) => string {
  return (...args) =>
    execFileSync('buildah', [...storageIn(folder), ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
}

export function storageIn(folder: string): string[] {
  return ['--root', join(folder, 'images'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
}

/** An image of these names that holds what this machine has: Node, npm, a shell and their libraries, and a user `node`. */
export function makeBaseImage(buildah: (...args: string[]) => string, names: readonly string[]): void {
  const container = buildah('from', 'scratch');
  const mount = buildah('mount', container);
  for (const name of [
    'bin',
    'etc',
    'home/node',
    'lib64',
    'proc',
    'root',
    'run',
    'sys',
    'dev',
    'tmp',
    'usr/bin',
    'usr/lib',
  ])
    mkdirSync(join(mount, name), { recursive: true });
  chmodSync(join(mount, 'tmp'), 0o1777);
  chownSync(join(mount, 'home', 'node'), 1000, 1000);
  copyProgram(process.execPath, join(mount, 'usr/bin/node'), mount);
  for (const path of ['/bin/sh', '/usr/bin/env', '/bin/cp', '/usr/bin/install'])
    copyProgram(path, join(mount, path), mount);
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  cpSync(join(modules, 'npm'), join(mount, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(mount, 'usr/bin/npm'));
  writeFileSync(join(mount, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n');
  writeFileSync(join(mount, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  buildah('umount', container);
  buildah('config', '--env', 'PATH=/usr/bin:/bin', container);
  const [first = '', ...others] = names;
  buildah('commit', '--quiet', container, first);
  if (others.length > 0) buildah('tag', first, ...others);
  buildah('rm', container);
}

function copyProgram(path: string, to: string, mount: string): void {
  cpSync(path, to, { dereference: true });
  for (const [library] of execFileSync('ldd', [path], { encoding: 'utf8' }).matchAll(/\/\S+\.so\S*/g)) {
    mkdirSync(dirname(join(mount, library)), { recursive: true });
    cpSync(library, join(mount, library), { dereference: true });
  }
}
