/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recipeNames } from '../../build/recipes/recipes.ts';
import { root, writeFiles } from '../support/command.ts';
import { treeOf } from '../support/files.ts';
import { readGuideFiles } from '../support/guide.ts';
import { installPackage } from '../support/install-package.ts';
import { makeFolder } from '../support/server.ts';

/** A folder in which the files that npm packs are installed. */
let folder = '';
let packed: string[] = [];
const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

beforeAll(async () => {
  folder = await makeFolder((end) => ends.push(end));
  packed = await installPackage(folder);
  const client = join(folder, 'node_modules', 'galley-client');
  await writeFiles(client, unpack(await readFile(join(root, 'dist', 'client', 'client.tgz'))));
  const zod = pathToFileURL(join(root, 'node_modules', 'zod', 'index.js'));
  await writeFiles(folder, {
    'package.json': '{"type":"module"}',
    // What the loader needs of Astro.
    'node_modules/astro/package.json': '{"type":"module","exports":{"./zod":"./zod.js"}}',
    'node_modules/astro/zod.js': `export * from '${zod}';`,
    'node_modules/astro/zod.d.ts': `export * from '${zod.pathname.replace(/js$/, 'd.ts')}';`,
  });
});

/** The files of a package, without its folder: not every machine has `tar`. */
function unpack(tgz: Buffer): Record<string, string> {
  const tar = gunzipSync(tgz);
  const files: Record<string, string> = {};
  for (let at = 0; tar[at] !== 0; ) {
    const [name = ''] = tar.toString('latin1', at, at + 100).split('\0');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    files[name.replace(/^package\//, '')] = tar.toString('utf8', at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

const run = (script: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' });

const exported: [name: string, names: string[]][] = [
  ['galley', ['createBunFetch', 'createFetchHandler', 'createNodeServer', 'memoryStorage', 'openRelease', 'respond']],
  ['galley/node', ['createNodeServer']],
  ['galley/fetch', ['createFetchHandler']],
  ['galley/bun', ['createBunFetch']],
  ['galley/deno', ['createDenoFetch']],
  ['galley/lambda', ['createLambdaHandler', 'createLambdaStream']],
  ['galley/cloudflare', ['createWorker']],
  ['galley/client', ['createClient', 'memoryStore', 'ProblemError']],
  ['galley/astro', ['galleyLoader']],
  ['galley/client/file', ['fileStore']],
  ['galley/client/feed', ['toRss', 'toAtom', 'toJsonFeed', 'toSitemap']],
  ['galley/s3', ['s3Storage']],
  ['galley-client', ['createClient', 'memoryStore', 'ProblemError']],
  ['galley-client/astro', ['galleyLoader']],
  ['galley-client/file', ['fileStore']],
  ['galley-client/feed', ['toRss', 'toAtom', 'toJsonFeed', 'toSitemap']],
];

test('each entry gives what it is for', () => {
  const script = exported.map(([name]) => `console.log(JSON.stringify(Object.keys(await import('${name}'))));`);
  const { stdout, stderr } = run(script.join('\n'));
  expect(stderr).toBe('');
  const given = stdout.trim().split('\n');
  for (const [index, [name, expected]] of exported.entries())
    expect(JSON.parse(given[index] ?? '[]'), name).toEqual(expect.arrayContaining(expected));
});

test('galley init finds the files of a recipe in the package, which holds those of all', async () => {
  const own = join(folder, 'node_modules', 'galley');
  const [name = ''] = recipeNames;
  const { status, stderr } = spawnSync(process.execPath, [join(own, 'dist', 'build', 'cli.js'), 'init', name], {
    cwd: await makeFolder(),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  for (const each of recipeNames) {
    const recipe = join('build', 'recipes', each);
    expect(await treeOf(join(own, recipe)), each).toEqual(await treeOf(join(root, recipe)));
  }
});

test('the package has few files: what runs, the guide, and recipes', () => {
  expect(packed.filter((path) => !path.startsWith('build/recipes/')).length).toBeLessThanOrEqual(150);
  const folders = new Set(packed.filter((path) => path.includes('/')).map((path) => path.replace(/\/[^/]*$/, '')));
  expect([...folders].filter((path) => !path.startsWith('build/recipes/')).sort()).toEqual([
    'build/package',
    'content',
    'content/problems',
    'dist',
    'dist/build',
    'dist/client',
    'dist/src',
    'dist/src/adapters',
    'dist/src/storage',
  ]);
  expect(packed.filter((path) => /\.map$|\.test\./.test(path))).toEqual([]);
});

test('npm runs nothing of the package where it is installed, and compiles before it packs', async () => {
  const { scripts } = JSON.parse(await readFile(join(folder, 'node_modules', 'galley', 'package.json'), 'utf8'));
  // Of these npm warns; `postprepare` is for clones alone.
  expect(['preinstall', 'install', 'postinstall', 'prepare'].filter((name) => name in scripts)).toEqual([]);
  expect(scripts).toMatchObject({ postprepare: 'node build/package/prepare.mjs', prepack: 'npm run --silent build' });
});

test('the package needs no other one, and has the licenses of those that it holds', async () => {
  const own = join(folder, 'node_modules', 'galley');
  const { dependencies } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  expect(dependencies).toBeUndefined();
  const scripts = packed.filter((path) => /^dist\/.*js$/.test(path));
  const texts = new Map<string, string>();
  for (const path of scripts) texts.set(path, await readFile(join(own, path), 'utf8'));
  const named = [...texts.values()].flatMap((text) =>
    Array.from(
      text.matchAll(/^(?:import|export) [^;]*? from "([^."][^"]*)";$|\brequire\("([^."][^"]*)"\)/gm),
      ([, from, name]) => from ?? name ?? '',
    ),
  );
  expect([...new Set(named)].filter((name) => !isBuiltin(name))).toEqual([]);
  // Once, for the configuration and for front matter.
  expect(
    [...texts].filter(([path, text]) => path.startsWith('dist/build/') && text.includes('Composer = class')),
  ).toHaveLength(1);
  const licenses = await readFile(join(own, 'dist', 'THIRD-PARTY.txt'), 'utf8');
  for (const name of ['zod', 'yaml', 'marked', 'prom-client', 'aws4fetch', 'jose'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d.* \\(`, 'm'));
  const [, ...sections] = licenses.split(`\n${'-'.repeat(80)}\n`);
  expect(sections.filter((section) => !/\n.*(?:permission|permitted|copyright)/i.test(section))).toEqual([]);
});

test('what is not exported cannot be imported', () => {
  expect(run("await import('galley/dist/server.js')").stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED');
});

test('galley/fetch, galley/s3 and galley/cloudflare import nothing of Node', () => {
  const hook = `export function resolve(name, context, next) {
    if (name.startsWith('node:')) throw new Error('imports ' + name);
    return next(name, context);
  }`;
  // `register` warns from Node 26 on, and before 22.15 there is nothing else.
  const script = `
    import module from 'node:module';
    const hooks = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(hook)});
    if (module.registerHooks) module.registerHooks(await import(hooks));
    else module.register(hooks);
    for (const name of ['galley/fetch', 'galley/s3', 'galley/cloudflare']) await import(name);`;
  expect(run(script).stderr).toBe('');
});

test('the code of the guide compiles against them', async () => {
  const page = await readFile(join(root, 'content', 'in-a-program.md'), 'utf8');
  const adapters = Array.from(page.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, code]) => code ?? '');
  expect(adapters).toHaveLength(7);
  const names = adapters.map((_, index) => `adapter-${index}.ts`);
  for (const [index, name] of names.entries()) await writeFile(join(folder, name), adapters[index] ?? '');
  const globals = `
    declare const Bun: { serve(options: { hostname: '127.0.0.1'; port: number; fetch(request: Request): Promise<Response> }): void };
    declare const Deno: { serve(options: { hostname: '127.0.0.1'; port: number }, handle: (request: Request) => Promise<Response>): void };`;
  await writeFile(join(folder, 'globals.d.ts'), globals);
  expect(compile(['globals.d.ts', ...names], '--module', 'NodeNext', '--lib', 'ES2023')).toBe('');
});

/** The frameworks of the guide, as far as its examples need them. */
const frameworks = `
  declare module 'astro:content' {
    export function defineCollection(collection: { loader: { name: string; load(context: never): Promise<void> } }): object;
  }
  declare module 'next/navigation' { export function notFound(): never; export function permanentRedirect(to: string): never; }
  declare module 'next/cache' { export function revalidatePath(path: string, type?: 'layout'): void; }
  declare module 'standardwebhooks' {
    export class Webhook { constructor(secret: string); verify(body: string, headers: Record<string, string>): unknown; }
  }
  declare namespace JSX { interface IntrinsicElements { [name: string]: object } }
  declare module '@sveltejs/kit' {
    export function error(status: number): never;
    export function redirect(status: number, to: string): never;
  }
  declare module '@sveltejs/kit/env' { export function defineEnvVars(variables: Record<string, object>): object; }
  declare module '$app/env/private' { export const KEY: string; }
  declare function defineNuxtConfig(config: { runtimeConfig: Record<string, string> }): object;
  declare function defineEventHandler(handle: (event: object) => Promise<object>): object;
  declare function useRuntimeConfig(event: object): { key: string };
  declare function getRouterParam(event: object, name: string, options: { decode: boolean }): string | undefined;
  declare function createError(error: { status: number }): Error;`;

test('the code of the guide for readers compiles', async () => {
  const files = {
    ...(await readGuideFiles('reading-the-api', /\.ts$/)),
    ...(await readGuideFiles('on-a-website', /\.tsx?$/)),
  };
  const names = Object.keys(files);
  expect(names).toHaveLength(10);
  await writeFiles(folder, {
    ...files,
    'frameworks.d.ts': frameworks,
    'src/routes/[slug]/$types.d.ts':
      'export type PageServerLoad = (event: { params: { slug: string } }) => Promise<object>;',
  });
  const options = ['--module', 'Preserve', '--lib', 'ES2023,DOM', '--jsx', 'preserve'];
  expect(compile(['frameworks.d.ts', ...names], ...options)).toBe('');
});

/** What TypeScript finds to say. */
function compile(files: string[], ...options: string[]): string {
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'ES2023'];
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  return spawnSync(tsc, [...strict, ...types, ...options, ...files], { cwd: folder, encoding: 'utf8' }).stdout;
}
