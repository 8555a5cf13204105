import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPackage } from '../../build/package/package.ts';
import { galley, writeFiles } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';
import { makeSite } from '../support/site.ts';

const packed = `galley-${readPackage().version}.tgz`;

test.skipIf(!hasCommand('git'))(
  'a project gets Galley as a packed file that git keeps',
  { tags: ['long'] },
  async () => {
    const folder = await makeFolder();
    const site = join(folder, 'my site');
    await writeFiles(site, {
      'package.json': '{\n\t"name": "site",\n\t"dependencies": { "zod": "4", "astro": "5" }\n}\n',
      '.gitignore': '*.tgz\nnode_modules\n',
    });
    execFileSync('git', ['init', '--quiet'], { cwd: site });
    const { code, out } = await galley(folder, ['init', 'my site/']);
    expect([code, out]).toEqual([0, expect.stringContaining('\n  cd "my site/"\n  npm install\n  npx galley new ')]);
    expect(await readFile(join(site, 'package.json'), 'utf8')).toBe(
      `{\n\t"name": "site",\n\t"dependencies": {\n\t\t"astro": "5",\n\t\t"galley": "file:${packed}",\n\t\t"zod": "4"\n\t}\n}\n`,
    );
    const status = execFileSync('git', ['status', '--short', '--untracked-files=all'], { cwd: site, encoding: 'utf8' });
    expect(status).toContain(`?? ${packed}\n`);
  },
);

test.each([
  ['a dependency of its own', { 'site/package.json': '{"devDependencies":{"galley":"*"}}' }],
  [
    'one of the repository',
    { 'package.json': '{"dependencies":{"galley":"*"}}', '.git/HEAD': 'ref: refs/heads/main\n' },
  ],
  ['Galley itself', { 'site/package.json': '{"name":"galley"}' }],
])('nothing is packed where there is %s', async (_, files) => {
  const folder = await makeFolder();
  await writeFiles(folder, files);
  const { code, out } = await galley(folder, ['init', './site']);
  expect([code, out]).toEqual([0, expect.not.stringContaining('npm install')]);
  expect(await readdir(join(folder, 'site'))).not.toContain(packed);
});

test.each([
  ['package.json that is not JSON', { 'site/package.json': '{' }, './site', 'package.json is not JSON. Correct it'],
  ['a file in place of the folder', { site: '' }, './site', 'Expected a folder, such as ../my-site.'],
  ['a name that is no recipe', {}, 'site', 'or a folder with a slash, such as ./site.'],
])('%s is refused', async (_, files, given, message) => {
  const folder = await makeFolder();
  await writeFiles(folder, files as Record<string, string>);
  expect(await galley(folder, ['init', given])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('what was refused is done once it is corrected', { tags: ['long'] }, async () => {
  const { folder, run, write } = await makeSite({ 'package.json': '{' });
  expect((await run('init')).code).toBe(2);
  expect(await readdir(folder)).toEqual(['package.json']);
  await write({ 'package.json': '\ufeff{"dependencies": {"a": "1"}}' });
  expect((await run('init')).code).toBe(0);
  expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).dependencies).toMatchObject({ a: '1' });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['galley.config.yaml', packed]));
});
