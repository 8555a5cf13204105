import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../build/package/package.ts';

export type Counts = Record<string, number>;

/** A build from nothing, the same again, and one after a line was added to a file. */
export type Builds<T> = Record<'cold' | 'same' | 'one', T>;

/** What `galley build` does in `folder`, by one thread. */
export function countBuild(folder: string): Counts {
  writeFileSync(join(folder, 'galley.config.yaml'), '{}\n');
  const file = join(folder, 'counts.json');
  const preload = pathToFileURL(join(packageFolder(), 'test', 'counts', 'count-work.mjs')).href;
  const command = ['--import', preload, join(packageFolder(), 'dist', 'build', 'cli.js'), 'build', '--json'];
  const env = { ...process.env, GALLEY_COUNTS: file };
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0 || stderr !== '') throw new Error(`galley build has ended with ${status}: ${stderr}`);
  return JSON.parse(readFileSync(file, 'utf8')) as Counts;
}

/** Of the articles in `content` of a folder that was not built yet; `changed` is the path of one of them. */
export function countBuilds(folder: string, changed: string): Builds<Counts> {
  const [cold, same] = [countBuild(folder), countBuild(folder)];
  appendFileSync(join(folder, 'content', changed), '\nOne more line.\n');
  return { cold, same, one: countBuild(folder) };
}
