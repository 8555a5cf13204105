import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../support/command.ts';
import { hasCommand } from '../../../support/needs.ts';
import { makeSite } from '../../../support/site.ts';

const article = '---\ntitle: A\ndate: 2026-01-01\n---\nText\n';

const makeProject = (files: Record<string, string>) => makeSite({ 'content/a.md': article, ...files });

describe('a folder that holds other files stays as it is', () => {
  test.each([
    ['the folder of a project', 'project', { 'project/package.json': '' }, 'package.json'],
    ['somebody’s home', 'home', { 'home/.bashrc': '', 'home/Documents/letter.odt': '' }, '.bashrc, Documents'],
    ['a site', 'dist', { 'dist/index.html': '', 'dist/assets/a.js': '', 'dist/robots.txt': '' }, 'assets'],
    ['an API of another kind', 'app', { 'app/api/users.ts': '' }, 'api'],
    [
      'much',
      'src',
      Object.fromEntries([...'abcdefgh'].map((name) => [`src/${name}.ts`, ''])),
      'a.ts, b.ts, c.ts, d.ts, e.ts and 3 more',
    ],
  ])('%s', async (_, out, files, named) => {
    const { folder, run } = await makeProject(files);
    const before = await readdir(folder, { recursive: true });
    for (const command of ['build', 'start', 'dev']) {
      const { code, err } = await run(command, '--out', out, ...(command === 'build' ? [] : ['--port', '0']));
      expect([command, code, err]).toEqual([
        command,
        2,
        `out: found ${out}, which holds other files (${named}). Expected a folder only for the release: it ` +
          'does not exist yet, is empty, or holds an earlier build. Choose another folder with --out, such as public, or empty this one.\n',
      ]);
    }
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  test('a file is no folder', async () => {
    const { code, err } = await (await makeProject({ public: '' })).run('build');
    expect([code, err]).toEqual([
      2,
      'out: found public, which is a file or below one. Expected a folder. Choose another with --out.\n',
    ]);
  });
});

describe('a folder for a release is filled', () => {
  test.each([
    [
      'of a project’s own page',
      { 'public/index.html': '', 'public/favicon.ico': '', 'public/robots.txt': '', 'public/.gitignore': '' },
    ],
    [
      'of a build that was killed',
      { 'public/api/.lock-a/mine': '', 'public/api/v1/pages/a': '', 'public/.draft-openapi.json': '{' },
    ],
  ])('%s', async (_, files) => {
    const { run } = await makeProject(files);
    expect(await run('build')).toMatchObject({ code: 0, err: '' });
  });

  test('of a new clone, whose two files stay as they are', async () => {
    const own = await readOwn();
    const { read, run } = await makeProject(own);
    for (const args of [['build'], ['prune', '--now']]) expect(await run(...args)).toMatchObject({ code: 0, err: '' });
    for (const [path, text] of Object.entries(own)) expect(await read(path)).toBe(text);
  });

  test('that is empty, and then whatever people put beside the release', async () => {
    const { folder, run, write } = await makeProject({});
    await mkdir(join(folder, 'public'));
    expect((await run('build')).code).toBe(0);
    await write({ 'public/logo.png': '' });
    expect((await run('build')).code).toBe(0);
  });
});

test.skipIf(!hasCommand('git'))(
  'git takes two files of public, and nothing of a build',
  { tags: ['program'] },
  async () => {
    const own = await readOwn();
    const { folder, run } = await makeProject(own);
    expect((await run('build')).code).toBe(0);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    git('init', '--quiet');
    const taken = git('ls-files', '--others', '--exclude-standard', 'public').trim().split('\n');
    expect(taken).toEqual(Object.keys(own));
  },
);

/** What the repository has in the folder of the release. */
async function readOwn(): Promise<Record<string, string>> {
  const paths = ['public/.gitignore', 'public/README.md'];
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')])),
  );
}
