import { join } from 'node:path';
import { packageFolder } from '../../build/package/package.ts';
import { newKey, sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { startChild } from './child.ts';
import { type Run, runProgram } from './run-program.ts';
import { Skipped } from './skipped.ts';
import { type RunningServer, startServer } from './start-server.ts';

/** The key that Galley accepts. */
export const key = newKey();

export const environment = { GALLEY_KEYS: `bench:${sha256(key)}` };

/** As users run it. */
export const cli = join(packageFolder(), 'dist', 'build', 'cli.js');

export interface Built extends Run {
  articles: number;
  /** Files that were written. */
  written: number;
}

/** `galley build`. `folder` gets `public` and the cache; there is no configuration. */
export async function runGalleyBuild(folder: string, content: string): Promise<Built> {
  const args = [cli, 'build', '--content', content, '--out', galleyOut(folder), '--site', site, '--json'];
  const run = await runProgram(process.execPath, args, folder);
  const { articles, written } = JSON.parse(run.output) as { articles: number; written: { written: number } };
  return { ...run, articles, written: written.written };
}

export const site = 'https://articles.example.com';

/** `galley serve`. Throws `Skipped` where it does not know an option. */
export function startGalley(folder: string, options: string[] = []): Promise<RunningServer> {
  return startCommand('Galley', folder, ['serve', ...options]);
}

/** `galley dev`. */
export function startGalleyDev(folder: string, content: string): Promise<RunningServer> {
  return startCommand('Galley', folder, ['dev', '--content', content], 300);
}

async function startCommand(name: string, folder: string, args: string[], seconds = 120): Promise<RunningServer> {
  const place = ['--out', galleyOut(folder), '--host', '127.0.0.1', '--port', '0'];
  const child = startChild(process.execPath, [cli, ...args, ...place], { cwd: folder, env: environment });
  try {
    return await startServer(name, child, seconds);
  } catch (error) {
    await child.stop();
    const unknown = /unknown (?:option|command) '(.*?)'/.exec(String(error))?.[1];
    if (unknown !== undefined) throw new Skipped(`galley ${args[0]} cannot be run yet: unknown ${unknown}`);
    throw error;
  }
}

/** Where the release of a folder is. */
export function galleyOut(folder: string): string {
  return join(folder, 'public');
}
