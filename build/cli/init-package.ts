import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';
import { packageFolder, readPackage } from '../package/package.ts';
import { findProject } from '../source/find-repository.ts';
import { runGit } from '../source/run-git.ts';
import { addToGitignore } from './add-to-gitignore.ts';
import type { Output } from './output.ts';

/**
 * Makes Galley a dependency of the project in the working directory, as a packed file that lies there: who clones the project can
 * install it, without a network. Nothing is done where it is one already, here or in a folder above of the same repository, and in
 * the folder of Galley itself. Returns whether there is something to install. Throws `UsageError` where package.json is not JSON,
 * and where npm cannot pack.
 */
export async function addPackage(output: Output): Promise<boolean> {
  const top = findProject('.') ?? process.cwd();
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (names(await readManifest(folder))) return false;
    if (folder === top || folder === dirname(folder)) break;
  }
  const file = `galley-${readPackage().version}.tgz`;
  await pack();
  const text = await readFile('package.json', 'utf8').catch(() => '{\n  "private": true\n}\n');
  const manifest: Manifest = JSON.parse(text);
  const dependencies = Object.entries({ ...manifest.dependencies, galley: `file:${file}` });
  const sorted = Object.fromEntries(dependencies.sort(([a], [b]) => (a < b ? -1 : 1)));
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? [];
  await writeFile('package.json', `${JSON.stringify({ ...manifest, dependencies: sorted }, null, indent)}\n`);
  output.print(`Wrote ${file}, which is Galley, and package.json, which needs it. Commit both.`);
  // Many repositories ignore what npm packs.
  await addToGitignore(['/node_modules/', ...((await isIgnored(top, resolve(file))) ? [`!/${file}`] : [])], output);
  return true;
}

interface Manifest {
  name?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** The package.json of a folder; null where there is none. */
async function readManifest(folder: string): Promise<Manifest | null> {
  const file = join(folder, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return { ...JSON.parse(text) };
  } catch {
    throw new UsageError(`${file} is not JSON. Correct it, or delete it, and run galley init again.`);
  }
}

function names(manifest: Manifest | null): boolean {
  if (manifest === null) return false;
  const { name, dependencies, devDependencies } = manifest;
  return name === 'galley' || 'galley' in { ...dependencies, ...devDependencies };
}

/** Writes this package, packed, into the working directory. Paths are no arguments, which a shell would read. */
async function pack(): Promise<void> {
  const env = { ...process.env, npm_config_pack_destination: process.cwd(), npm_config_update_notifier: 'false' };
  const isWindows = process.platform === 'win32';
  const args = ['pack', '.', '--ignore-scripts', '--silent'];
  await promisify(execFile)('npm', args, { cwd: packageFolder(), env, shell: isWindows }).catch((error) => {
    throw new UsageError(
      `npm could not pack ${packageFolder()}: ${error.stderr?.trim() || error.message}. Correct this, and run galley init again.`,
    );
  });
}

/** Whether git would leave a file out of the repository. */
async function isIgnored(top: string, file: string): Promise<boolean> {
  return runGit(top, ['check-ignore', '--quiet', file]).then(
    () => true,
    () => false,
  );
}
