/** @module-tag program */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root, writeFiles } from '../support/command.ts';
import { hasOutside, outside } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

/** The compiler of this project, and the last one that knows all ways to find a module. */
const compilers = { 7: root, 5: outside };

/** What a program writes that uses the client, whatever types its platform has. */
const program = (client: string, file: string, feed: string): string => `
  import { type Article, type Client, createClient, memoryStore, ProblemError, type SyncStore } from '${client}';
  import { fileStore } from '${file}';
  import { toRss } from '${feed}';
  export const feed = (articles: Article[]) => toRss(articles, { site: 'https://x.test', self: '/', title: 'T' });
  export const client: Client = createClient({ site: 'https://x.test', key: 'k', onWarning: (text) => text.length });
  export const stores: SyncStore[] = [memoryStore(), fileStore('copy.json')];
  export async function titles(): Promise<string[]> {
    const found: string[] = [];
    for await (const { title } of client.all({ tag: ['a'] })) found.push(title);
    await client.sync(stores[0]!, {}, {});
    return found;
  }
  export const statusOf = (error: unknown): number => (error instanceof ProblemError ? error.status : 0);`;

/** The same, with what the platform has. */
const platform = `
  import { createClient } from 'galley-client';
  export const client = createClient({ site: 'https://x.test', key: 'k', fetch: (url, init) => fetch(url, init) });
  export const page = client.list({}, { signal: AbortSignal.timeout(1) });
  export const wrong = client.list({}, {
    // @ts-expect-error: this is no signal.
    signal: 'now',
  });`;

async function makeProgram(files: Record<string, string>): Promise<string> {
  const folder = await makeFolder();
  const client = join(folder, 'node_modules', 'galley-client');
  await mkdir(client, { recursive: true });
  spawnSync('tar', ['xzf', join(root, 'dist', 'client', 'client.tgz'), '--strip-components=1', '-C', client]);
  const galley = join(folder, 'node_modules', 'galley');
  await mkdir(galley);
  await writeFile(join(galley, 'package.json'), await readFile(join(root, 'package.json')));
  await symlink(join(root, 'dist'), join(galley, 'dist'));
  await writeFiles(folder, files);
  return folder;
}

function compile(folder: string, version: keyof typeof compilers, options: readonly string[]): string {
  const tsc = join(compilers[version], 'node_modules', 'typescript', 'bin', 'tsc');
  const all = ['--noEmit', '--strict', '--target', 'ES2022', ...options, 'program.ts'];
  const { stdout } = spawnSync(process.execPath, [tsc, ...all], { cwd: folder, encoding: 'utf8' });
  return stdout;
}

const resolutions = [
  [5, ['--module', 'commonjs', '--moduleResolution', 'node10']],
  [5, ['--module', 'NodeNext']],
  [7, ['--module', 'ESNext', '--moduleResolution', 'bundler']],
  [7, ['--module', 'NodeNext']],
] as const;

describe.skipIf(!hasOutside('typescript'))('the types of the client', () => {
  test.each(resolutions)(
    'compile with TypeScript %d, %j, without those of browsers and of Node',
    async (version, by) => {
      const folder = await makeProgram({
        'package.json': '{"type":"module"}',
        'program.ts': program('galley-client', 'galley-client/file', 'galley-client/feed'),
        'other.ts': program('galley/client', 'galley/client/file', 'galley/client/feed'),
      });
      expect(compile(folder, version, [...by, '--lib', 'ES2022', 'other.ts'])).toBe('');
    },
  );

  test.each([
    ['of browsers', ['--lib', 'ES2022,DOM']],
    [
      'of Node',
      ['--lib', 'ES2022', '--types', 'node', '--typeRoots', join(root, 'node_modules', '@types'), '--skipLibCheck'],
    ],
  ])('name what a platform has, by those %s', async (_, libraries) => {
    const folder = await makeProgram({ 'program.ts': platform });
    expect(compile(folder, 5, ['--module', 'NodeNext', ...libraries])).toBe('');
  });
});
