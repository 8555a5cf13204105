import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { galley, root, writeFiles } from '../../../support/command.ts';
import { hasCommand } from '../../../support/needs.ts';
import { makeFolder } from '../../../support/server.ts';

const article = '---\ntitle: A\ndate: 2026-01-01\n---\nText\n';

async function makeProject(files: Record<string, string>): Promise<string> {
  const folder = await makeFolder();
  await writeFiles(folder, { 'content/a.md': article, ...files });
  return folder;
}

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
    const folder = await makeProject(files);
    const before = await readdir(folder, { recursive: true });
    for (const command of ['build', 'start', 'dev']) {
      const { code, err } = await galley(folder, [
        command,
        '--out',
        out,
        ...(command === 'build' ? [] : ['--port', '0']),
      ]);
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
    const { code, err } = await galley(await makeProject({ public: '' }), ['build']);
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
    const folder = await makeProject(files);
    expect(await galley(folder, ['build'])).toMatchObject({ code: 0, err: '' });
  });

  test('of a new clone, whose two files stay as they are', async () => {
    const own = await readOwn();
    const folder = await makeProject(own);
    for (const args of [['build'], ['prune', '--now']])
      expect(await galley(folder, args)).toMatchObject({ code: 0, err: '' });
    for (const [path, text] of Object.entries(own)) expect(await readFile(join(folder, path), 'utf8')).toBe(text);
  });

  test('that is empty, and then whatever people put beside the release', async () => {
    const folder = await makeProject({});
    await mkdir(join(folder, 'public'));
    expect((await galley(folder, ['build'])).code).toBe(0);
    await writeFile(join(folder, 'public', 'logo.png'), '');
    expect((await galley(folder, ['build'])).code).toBe(0);
  });
});

test.skipIf(!hasCommand('git'))(
  'git takes two files of public, and nothing of a build',
  { tags: ['program'] },
  async () => {
    const own = await readOwn();
    const folder = await makeProject(own);
    expect((await galley(folder, ['build'])).code).toBe(0);
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
