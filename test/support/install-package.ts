import { execFileSync } from 'node:child_process';
import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './command.ts';

/** Installs the files that npm packs in a folder, with the packages of this one. */
export async function installPackage(folder: string): Promise<void> {
  const own = join(folder, 'node_modules', 'galley');
  const pack = ['pack', '--ignore-scripts', '--dry-run', '--json'];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  for (const { path } of packed.files) await cp(join(root, path), join(own, path));
  await symlink(join(root, 'node_modules'), join(own, 'node_modules'));
}
