import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { root, writeFiles } from '../support/command.ts';
import { readGuideFile, readGuideFiles } from '../support/guide.ts';
import { key } from '../support/release.ts';
import { serveContent } from '../support/serve-content.ts';
import { makeFolder } from '../support/server.ts';

const files = { 'a.md': '---\nid: 1\ntitle: A\ndate: 2026-01-01\ntags: [x, C++, CI/CD]\n---\n\nText\n' };
const names = ['client.js', 'client.d.ts', 'client.tgz', 'feed.js', 'feed.d.ts'];

const bytesOf = async (site: string, name: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${site}/${name}`)).arrayBuffer());

test('two servers give the same client, open, of at most 3.25 kB, with a tag', async () => {
  const [one, other] = [
    await serveContent(files),
    await serveContent({ ...files, 'b.md': files['a.md'].replace('1', '2') }),
  ];
  for (const name of names) expect((await bytesOf(one.site, name)).equals(await bytesOf(other.site, name))).toBe(true);
  const response = await fetch(`${one.site}/client.js`);
  expect(gzipSync(await response.arrayBuffer()).length).toBeLessThanOrEqual(3.25 * 1024);
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
  const tag = response.headers.get('ETag') ?? '';
  expect((await fetch(`${one.site}/client.js`, { headers: { 'If-None-Match': tag } })).status).toBe(304);
});

test('the package holds no time and no user, and just what it needs', async () => {
  const { site } = await serveContent(files);
  const zipped = await bytesOf(site, 'client.tgz');
  expect([...zipped.subarray(4, 10)]).toEqual([0, 0, 0, 0, 2, 255]);
  const archive = gunzipSync(zipped);
  const found: string[] = [];
  for (let at = 0; archive[at] !== 0; ) {
    const field = (from: number, to: number): string =>
      archive.toString('latin1', at + from, at + to).replace(/\0.*/, '');
    found.push([field(0, 100), field(100, 108), field(108, 116), field(136, 148)].join(' '));
    at += 512 * (1 + Math.ceil(Number.parseInt(field(124, 136), 8) / 512));
  }
  const packed = [
    'package.json',
    'LICENSE',
    'client.js',
    'client.d.ts',
    'astro.js',
    'astro.d.ts',
    'file.js',
    'file.d.ts',
    'feed.js',
    'feed.d.ts',
  ];
  expect(found).toEqual(packed.map((name) => `package/${name} 0000644 0000000 03560116604`));
});

// npm asks the server of the test alone: the package needs no other.
test('npm installs it, and its types hold', { tags: ['long'], timeout: 60_000 }, async () => {
  const text = files['a.md'].replace('tags', 'series: Two\ngallery: [https://a.example/a.png]\ntags');
  const fields = { series: 'text', 'my-rating': 'number', gallery: 'images', extra: 'any' } as const;
  const { site } = await serveContent({ 'a.md': text }, { fields });
  const folder = await makeFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, KEY: key } });
  await run('npm', 'install', '--no-audit', '--no-fund', '--no-update-notifier', `${site}/client.tgz`);
  const program = `import { type Article, createClient, memoryStore, ProblemError } from 'galley-client';
import { fileStore } from 'galley-client/file';
const client = createClient({ site: '${site}', key: '${key}', timeout: 1000 });
const { changed }: { changed: number[] } = await client.sync(fileStore('copy.json'));
const store = memoryStore();
await client.sync(store, { tag: ['x'] });
const articles: Article[] = [...store.articles.values()];
const failed = await client.list({ per_page: 0 }).catch((error: unknown) => error instanceof ProblemError);
const { data } = await client.list({ filter: { series: 'two' }, include_details: true });
const fields = data[0]!.details!.fields;
const [series, rating, gallery]: [string | null, number | null, string[] | null] = [fields.series, fields['my-rating'], fields.gallery];
// @ts-expect-error: there is no such field.
client.list({ filter: { serie: 'two' } }).catch(() => {});
// @ts-expect-error: there is no such kind.
client.terms('serie').catch(() => {});
const terms = await client.terms('series');
console.log(JSON.stringify([changed, articles.map(({ title }) => title), failed, series, rating, gallery, terms.length]));
`;
  await writeFile(join(folder, 'read.ts'), program);
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const routes = Object.entries(await readGuideFiles('on-a-website', /\.xml\/route\.ts$/));
  const named = routes.map(([, code], index) => [
    `route-${index}.ts`,
    code.replace('https://articles.example.com', site),
  ]);
  await writeFiles(folder, Object.fromEntries(named));
  const sources = ['read.ts', ...named.map(([name = '']) => name)];
  await run(join(root, 'node_modules', '.bin', 'tsc'), '--strict', '--module', 'nodenext', ...types, ...sources);
  expect((await run(process.execPath, 'read.js')).stdout).toBe(
    '[[1],["A"],true,"Two",null,["https://a.example/a.png"],1]\n',
  );
  const answers = named.map(
    (_, index) => `console.log(await (await (await import('./route-${index}.js')).GET()).text());`,
  );
  const feeds = await run(process.execPath, '--input-type=module', '--eval', answers.join('\n'));
  expect(feeds.stdout).toMatch(
    /<link>https:\/\/www\.example\.com\/a<\/link>[\s\S]*<loc>https:\/\/www\.example\.com\/a<\/loc>/,
  );
  const tags = await readGuideFile('on-a-website', 'tags.mjs');
  await writeFile(join(folder, 'tags.mjs'), tags.replace('https://articles.example.com', site));
  expect((await run(process.execPath, 'tags.mjs')).stdout).toBe(
    "/tags/C%2B%2B 1 [ 'a' ]\n/tags/CI%2FCD 1 [ 'a' ]\n/tags/x 1 [ 'a' ]\n",
  );
  const packed = await readFile(join(folder, 'node_modules', 'galley-client', 'client.d.ts'));
  expect(packed.equals(await bytesOf(site, 'client.d.ts'))).toBe(true);
});
