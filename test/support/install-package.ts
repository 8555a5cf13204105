import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './command.ts';

/** Installs the files that npm packs in a folder: no other package. Gives their paths. */
export async function installPackage(folder: string): Promise<string[]> {
  const own = join(folder, 'node_modules', 'galley');
  const pack = ['pack', '--ignore-scripts', '--dry-run', '--json'];
  const [packed] = JSON.parse(execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: 'pipe' }));
  const paths: string[] = packed.files.map(({ path }: { path: string }) => path);
  for (const path of paths) await cp(join(root, path), join(own, path));
  return paths;
}
