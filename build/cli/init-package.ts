import { execSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { packageFolder, readPackage } from '../package/package.ts';
import { findProject } from '../source/find-repository.ts';
import { runGit } from '../source/run-git.ts';
import { addToGitignore } from './add-to-gitignore.ts';
import type { Output } from './output.ts';

/**
 * Makes a folder the working directory, from which all paths lead. It is made where it is missing. Throws `UsageError`.
 */
export function enterFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
  } catch (error) {
    throw new UsageError(
      `${folder}: ${error instanceof Error ? error.message : error}. Expected a folder, such as ../my-site.`,
    );
  }
}

/**
 * Makes Galley a dependency of the project in the working directory, as a packed file that lies there: who clones the
 * project can install it, without a network. Nothing is done where it is one already, here or in a folder above of the
 * same repository, and in the folder of Galley itself. Returns whether there is something to install. Throws
 * `UsageError` where package.json is not JSON, and where npm cannot pack.
 */
export async function addPackage(output: Output): Promise<boolean> {
  const top = findProject('.') ?? process.cwd();
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (isNamed((await readManifest(folder)).manifest)) return false;
    if (folder === top || folder === dirname(folder)) break;
  }
  const file = `galley-${readPackage().version}.tgz`;
  pack();
  const { text, manifest } = await readManifest('.');
  const dependencies = Object.entries({ ...manifest.dependencies, galley: `file:${file}` });
  const sorted = Object.fromEntries(dependencies.sort(([a], [b]) => (a < b ? -1 : 1)));
  const [, indent = '  '] = text.match(/^([ \t]+)"/m) ?? [];
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

/** The package.json of a folder, without a byte-order mark; one that is private where there is none. */
async function readManifest(folder: string): Promise<{ text: string; manifest: Manifest }> {
  const file = join(folder, 'package.json');
  const written = await readFile(file, 'utf8').catch(() => '{\n  "private": true\n}\n');
  const text = written.replace(/^\ufeff/, '');
  try {
    return { text, manifest: { ...JSON.parse(text) } };
  } catch {
    throw new UsageError(`${file} is not JSON. Correct it, or delete it, and run galley init again.`);
  }
}

/** Whether a project is Galley, or depends on it. */
function isNamed({ name, dependencies, devDependencies }: Manifest): boolean {
  return name === 'galley' || 'galley' in { ...dependencies, ...devDependencies };
}

/** Writes this package, packed, into the working directory. Its path is no argument, which a shell would read. */
function pack(): void {
  const env = { ...process.env, npm_config_pack_destination: process.cwd(), npm_config_update_notifier: 'false' };
  try {
    execSync('npm pack . --ignore-scripts --silent', { cwd: packageFolder(), env, stdio: 'pipe', encoding: 'utf8' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new UsageError(`npm could not pack ${packageFolder()}: ${reason} Correct this, and run galley init again.`);
  }
}

/** Whether git ignores a file; false where there is no repository, or no git. */
async function isIgnored(top: string, file: string): Promise<boolean> {
  const listed = runGit(top, ['ls-files', '--others', '--ignored', '--exclude-standard', '--', file]);
  return (await listed.catch(() => '')) !== '';
}
