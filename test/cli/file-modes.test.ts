import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeSite } from '../support/site.ts';

const umask = process.umask();
afterEach(() => void process.umask(umask));

const draft = { 'content/a.md': '---\ntitle: A\ndate: 2026-01-01\n---\nText ![](a.svg)\n', 'content/a.svg': '<svg/>' };

/** The modes of all below a folder, and of itself: those of folders, and those of files. */
async function modesOf(folder: string): Promise<{ folders: Set<string>; files: Set<string> }> {
  const found = { folders: new Set<string>(), files: new Set<string>() };
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) {
    const state = await stat(join(folder, name));
    found[state.isDirectory() ? 'folders' : 'files'].add((state.mode & 0o777).toString(8));
  }
  return found;
}

test.each([
  ['022', '755', '644'],
  ['027', '750', '640'],
  ['002', '775', '664'],
])(
  'with umask %s, the release is as that says, and the cache and keys are their owner’s alone',
  async (octal, folders, files) => {
    const { folder, run } = await makeSite({ ...draft, 'galley.config.yaml': 'keys: secret/keys.json\n' });
    const mask = Number.parseInt(octal, 8);
    process.umask(mask);
    expect((await run('build')).code).toBe(0);
    expect((await run('key', 'new', 'web')).code).toBe(0);
    expect(await modesOf(join(folder, 'public'))).toEqual({ folders: new Set([folders]), files: new Set([files]) });
    for (const own of ['node_modules/.cache/galley', 'secret']) {
      expect([own, await modesOf(join(folder, own))]).toEqual([
        own,
        { folders: new Set(['700']), files: new Set(['600']) },
      ]);
    }
    expect((await stat(join(folder, 'node_modules/.cache'))).mode & 0o777).toBe(0o777 & ~mask);
  },
);

test('a cache that others could enter is closed by the next build, which uses it', async () => {
  const { folder, run } = await makeSite(draft);
  const cache = join(folder, 'node_modules/.cache/galley');
  await mkdir(cache, { recursive: true });
  await chmod(cache, 0o777);
  expect((await run('build')).code).toBe(0);
  expect((await stat(cache)).mode & 0o777).toBe(0o700);
  expect(await readdir(cache)).toContain('manifest.jsonl');
});

test('each build writes for web servers that nothing below api is theirs', async () => {
  const { folder, run, write } = await makeSite(draft);
  expect((await run('build')).code).toBe(0);
  const api = join(folder, 'public/api');
  const [apache, iis] = [join(api, '.htaccess'), join(api, 'web.config')];
  const read = () => Promise.all([readFile(apache, 'utf8'), readFile(iis, 'utf8')]);
  const [first, second] = await read();
  expect(first).toMatch(/^Require all denied$/m);
  const { parseXml } = await import('@rgrove/parse-xml');
  expect(JSON.stringify(parseXml(second))).toMatch(/"fileExtensions".*"allowUnlisted":"false".*"name":"clear"/);
  await write({ 'public/api/.htaccess': 'Require all granted\n', 'public/api/web.config': '' });
  expect((await run('build')).code).toBe(0);
  expect(await read()).toEqual([first, second]);
  expect((await readdir(api)).sort()).toEqual(['.htaccess', 'v1', 'web.config']);
  const states = await Promise.all([apache, iis, join(api, 'v1/release.json')].map((file) => stat(file)));
  expect(states.map(({ mode }) => mode & 0o777)).toEqual(Array(3).fill(0o666 & ~umask));
});

test('an empty release folder that holds only these files is one for a release', async () => {
  const { run } = await makeSite({ ...draft, 'public/api/.htaccess': '', 'public/api/web.config': '' });
  expect(await run('build')).toMatchObject({ code: 0, err: '' });
});
