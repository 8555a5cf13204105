import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fastGlob from 'fast-glob';
import { describe, expect, test } from 'vitest';
import { recipeNames } from '../../build/recipes/recipes.ts';
import { galley, root } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';

/** What each adds to .gitignore. */
const ignored: Partial<Record<string, string[]>> = {
  cloudflare: ['.dev.vars', '.wrangler/'],
  lambda: ['/lambda/build/'],
  docker: ['.env'],
};

describe.each(recipeNames)('galley init %s', (name) => {
  const paths = fastGlob.sync('**/*', { cwd: join(root, 'build/recipes', name), dot: true }).sort();

  test('writes its files, filled in with the configuration, and says what to do next', async () => {
    const folder = await makeFolder();
    await writeFile(
      join(folder, 'galley.config.yaml'),
      'site: https://articles.example.com\nport: 8001\nout: release\n',
    );
    const { code, out, err } = await galley(folder, ['init', name]);
    expect([code, err]).toEqual([0, '']);
    const added = ignored[name];
    const line = added === undefined ? '' : `Added to .gitignore: ${added.join(', ')}\n`;
    expect(out.startsWith(`Wrote ${paths.join(', ')}.\n${line}\nNext:\n  `)).toBe(true);
    const ignore = ['galley.config.yaml', '.gitignore'];
    expect(await fastGlob('**/*', { cwd: folder, dot: true, ignore }).then(sort)).toEqual(paths);
    const kept = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
    expect(kept).toBe(added === undefined ? undefined : `${added.join('\n')}\n`);
    const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')));
    expect(`${out}${texts.join('')}`).not.toMatch(/\{\{\w+\}\}/);
  });

  test('works without a configuration, and before galley init', async () => {
    const folder = await makeFolder();
    expect((await galley(folder, ['init', name])).code).toBe(0);
    expect((await galley(folder, ['init'])).code).toBe(0);
  });

  test.each(paths)('writes nothing where %s is there already', async (path) => {
    const folder = await makeFolder();
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'mine');
    const { code, err } = await galley(folder, ['init', name]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${path} is there already, so nothing was written.`)]);
    expect(await readFile(join(folder, path), 'utf8')).toBe('mine');
    await expect(access(join(folder, '.gitignore'))).rejects.toThrow('ENOENT');
    for (const other of paths.filter((each) => each !== path)) {
      await expect(access(join(folder, other))).rejects.toThrow('ENOENT');
    }
  });
});

test('a keys file elsewhere is named where it is, and a port that the system chooses is none', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'galley.config.yaml'), 'keys: /srv/keys.json\nport: 0\n');
  expect((await galley(folder, ['init', 'nginx'])).code).toBe(0);
  const text = await readFile(join(folder, 'nginx', 'galley.conf'), 'utf8');
  expect(text).toContain('js_preload_object galleyKeys from "/srv/keys.json";');
  expect(text).toContain('server 127.0.0.1:8787 ');
  expect(text).toContain('server 127.0.0.1:8788 ');
});

test.each([
  ['cloudflare', true],
  ['lambda', true],
  ['bun', true],
  ['deno', true],
  ['systemd', false],
])('galley init %s says which settings have no effect there: %s', async (name, isSaid) => {
  const folder = await makeFolder();
  const settings = 'cors: https://b.example\nrateLimit: {requests: 9, seconds: 9}\nfastPath: true\n';
  await writeFile(join(folder, 'galley.config.yaml'), `${settings}hooks: https://a.example\nkeepAlive: 9\n`);
  const { code, out } = await galley(folder, ['init', name]);
  expect([code, out.includes('Only galley serve obeys keepAlive, hooks of galley.config.yaml.')]).toEqual([0, isSaid]);
  expect(out.includes('Only galley serve')).toBe(isSaid);
});

test('an unknown recipe is refused with the names of those that there are', async () => {
  const { code, err } = await galley(await makeFolder(), ['init', 'apache']);
  expect([code, err]).toEqual([2, expect.stringContaining(recipeNames.join(', '))]);
});

function sort(paths: string[]): string[] {
  return paths.sort();
}

test.each(['a b%n', 'a"b', "a'b", 'a$b'])(
  'a folder whose name the files of a recipe would read otherwise is refused: %s',
  async (name) => {
    const folder = join(await makeFolder(), name);
    await mkdir(folder);
    const { code, err } = await galley(folder, ['init', 'systemd']);
    expect([code, err]).toEqual([2, expect.stringContaining('Move the folder')]);
    expect(await fastGlob('**/*', { cwd: folder })).toEqual([]);
  },
);

test('lines that .gitignore has are not added again', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, '.gitignore'), 'node_modules\n.wrangler');
  expect((await galley(folder, ['init', 'cloudflare'])).out).toContain('Added to .gitignore: .dev.vars\n');
  expect(await readFile(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n.wrangler\n.dev.vars\n');
});
