import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../package/package.ts';

/** What a cache is for: this code, these packages, this Node, which brings its zlib, and settings that show in articles. */
export function storeKey(settings: readonly unknown[]): string {
  const hash = createHash('sha256');
  // All that workers run, and so all that makes an article.
  const code = join(packageFolder(), 'dist', 'build');
  for (const name of readdirSync(code).sort()) {
    if (/^(?:worker|part-.*)\.js$/.test(name)) hash.update(name).update(readFileSync(join(code, name)));
  }
  const packages = installedPackages();
  if (packages !== null) hash.update(readFileSync(packages));
  return hash.update(JSON.stringify([process.version, process.arch, ...settings])).digest('hex');
}

/** npm's list of what it installed beside this package. */
function installedPackages(): string | null {
  for (let folder = packageFolder(); ; folder = dirname(folder)) {
    const list = join(folder, 'node_modules', '.package-lock.json');
    if (existsSync(list)) return list;
    if (folder === dirname(folder)) return null;
  }
}
