import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Ended, galley, writeFiles } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const identity = ['-c', 'user.name=A', '-c', 'user.email=a@a.example', '-c', 'protocol.file.allow=always'];

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...identity, ...args], { encoding: 'utf8', stdio: 'pipe' });
}

/** A repository with an article in `content` and two commits, and a program that leaves `ran` behind. */
async function makeProject() {
  const folder = join(await makeFolder(), 'site');
  const [program, ran] = [join(folder, '..', 'trap'), join(folder, '..', 'ran')];
  await writeFiles(folder, {
    'content/a.md': '# A\n\nText\n',
    'content/p.png': 'image',
    'galley.config.yaml': 'gitDates: true\n',
    '.gitignore': 'node_modules\npublic\n',
    '../trap': `#!/bin/sh\necho "$0 $*" >> '${ran}'\n`,
  });
  await chmod(program, 0o755);
  git(folder, 'init', '-q', '-b', 'main');
  const commit = () => {
    git(folder, 'add', '--all');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'One');
  };
  commit();
  commit();
  const run = (...args: string[]) => galley(folder, args);
  return { folder, content: join(folder, 'content'), program, hasRun: () => existsSync(ran), run, commit };
}

/** A build with dates of git, and a comparison with a commit. */
async function buildAndCompare(run: (...args: string[]) => Promise<Ended>): Promise<void> {
  const built = await run('build', '--json');
  expect(built, built.err).toMatchObject({ code: 0 });
  expect(JSON.parse(built.out).articles).toBeGreaterThan(0);
  const compared = await run('diff', '--against', 'main');
  expect(compared).toMatchObject({ code: 0, out: expect.stringContaining('Nothing changes for readers.') });
}

/** All that names a program, in the settings of a repository. */
const settings = (program: string) => `
[core]
  fsmonitor = ${program}
  hooksPath = ${program}-hooks
  pager = ${program}
  editor = ${program}
  sshCommand = ${program}
  gitProxy = ${program}
  askPass = ${program}
  alternateRefsCommand = ${program}
  attributesFile = ${program}.attributes
[pager]
  log = ${program}
[log]
  showSignature = true
[gpg]
  program = ${program}
[credential]
  helper = ${program}
[diff]
  external = ${program}
  submodule = log
[diff "trap"]
  command = ${program}
  textconv = ${program}
[filter "trap"]
  clean = ${program}
  smudge = ${program}
  process = ${program}
  required = true
[merge "trap"]
  driver = ${program}
[uploadpack]
  packObjectsHook = ${program}
[protocol]
  allow = always
[protocol "file"]
  allow = always
[protocol "ext"]
  allow = always
[submodule]
  recurse = true
[alias]
  log = !${program}
`;

/** Settings by which git fetches what it misses, with a program. */
const promising = (program: string) => `
[core]
  repositoryFormatVersion = 1
[extensions]
  partialClone = origin
[remote "origin"]
  url = ${program}-nowhere
  uploadpack = ${program}
  promisor = true
  partialCloneFilter = blob:none
[protocol "file"]
  allow = always
`;

beforeEach(() => {
  // Of whoever runs the tests.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name];
});

describe.skipIf(!hasCommand('git') || process.platform === 'win32')('git', { tags: ['program'] }, () => {
  test.each([
    ['settings', settings],
    ['a remote', promising],
  ])('content that looks like a repository runs nothing of its %s', async (_, write) => {
    const { content, run, program, hasRun, commit } = await makeProject();
    await writeFiles(content, {
      HEAD: 'ref: refs/heads/main\n',
      config: `[core]\n  bare = true\n${write(program)}`,
      'objects/o.md': '# O\n',
      'refs/heads/main': `${'1'.repeat(40)}\n`,
    });
    commit();
    await buildAndCompare(run);
    expect(hasRun()).toBe(false);
  });

  test('settings of the repository around, its hooks and its attributes run nothing', async () => {
    const { folder, content, run, program, hasRun, commit } = await makeProject();
    await writeFiles(content, { '.gitattributes': '* filter=trap diff=trap merge=trap\n' });
    await cp(program, `${program}-hooks/post-checkout`);
    await cp(program, `${program}-hooks/post-index-change`);
    await cp(program, `${program}-hooks/reference-transaction`);
    commit();
    await appendFile(join(folder, '.git/config'), settings(program));
    await buildAndCompare(run);
    expect(hasRun()).toBe(false);
  });

  test('what a clone misses is not fetched, and the message says so', async () => {
    const { folder, content, run, program, hasRun, commit } = await makeProject();
    await writeFiles(content, { 'b.md': '# B\n' });
    commit();
    const hash = git(folder, 'rev-parse', 'HEAD:content/b.md').trim();
    await rm(join(folder, '.git/objects', hash.slice(0, 2), hash.slice(2)));
    await appendFile(join(folder, '.git/config'), promising(program));
    expect((await run('build')).code).toBe(0);
    const { code, err } = await run('diff', '--against', 'main');
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(`a file of it is missing in this clone (${hash} missing)`),
    ]);
    expect(hasRun()).toBe(false);
  });

  test.each<[how: string, lead: (project: { folder: string; content: string }) => Promise<void>]>([
    [
      'a file .git',
      async ({ folder, content }) => {
        await rename(join(folder, '.git'), join(content, 'moved'));
        await writeFile(join(folder, '.git'), 'gitdir: content/moved\n');
      },
    ],
    [
      'a file .git beside it',
      async ({ folder, content }) => {
        await rename(join(folder, '.git'), join(content, 'moved'));
        await writeFile(join(content, '.git'), 'gitdir: ./moved\n');
      },
    ],
    [
      'an alternate',
      async ({ folder, content }) => {
        await cp(join(folder, '.git/objects'), join(content, 'objects'), { recursive: true });
        await writeFile(join(folder, '.git/objects/info/alternates'), '../../content/objects\n');
      },
    ],
    [
      'an alternate of an alternate',
      async ({ folder, content }) => {
        await mkdir(join(folder, '../other/info'), { recursive: true });
        await writeFile(join(folder, '../other/info/alternates'), `# More\n"${content}/objects"\n`);
        await writeFile(join(folder, '.git/objects/info/alternates'), `${join(folder, '../other')}\n`);
      },
    ],
    [
      'a shared folder',
      async ({ folder, content }) => {
        await cp(join(folder, '.git'), join(content, 'shared'), { recursive: true });
        await writeFile(join(folder, '.git/commondir'), '../content/shared\n');
      },
    ],
  ])('a part of the repository that lies in content is refused: %s', async (_, lead) => {
    const project = await makeProject();
    await lead(project);
    for (const args of [['build'], ['diff', '--against', 'main']]) {
      const { code, err } = await project.run(...args);
      expect([code, err]).toEqual([2, expect.stringMatching(/Found \S+site\/content\/\w+ in the content folder /)]);
    }
  });

  // Only the superuser gives files away.
  test.skipIf(process.getuid?.() !== 0)('a repository of another user is refused, as git does', async () => {
    const { folder, run } = await makeProject();
    await chown(folder, 12_345, 12_345);
    await chown(join(folder, '.git'), 12_345, 12_345);
    const { code, err } = await run('build');
    expect([code, err]).toEqual([2, expect.stringContaining(`config --global --add safe.directory ${folder}. `)]);
  });

  test('content may be the root of a repository, whatever is called as in one', async () => {
    const { folder, run, program, hasRun, commit } = await makeProject();
    await writeFiles(folder, {
      HEAD: 'ref: refs/heads/main\n',
      config: settings(program),
      'objects/o.md': '# O\n',
      'refs/r.md': '# R\n',
      'galley.config.yaml': 'gitDates: true\ncontent: .\n',
    });
    commit();
    await buildAndCompare(run);
    expect(hasRun()).toBe(false);
  });

  test('content may be in another work tree, or in a submodule', async () => {
    const { folder, content, run } = await makeProject();
    const tree = join(folder, '../tree');
    git(folder, 'worktree', 'add', '-q', tree);
    await buildAndCompare((...args) => galley(tree, args));
    await rename(content, join(folder, '../own'));
    const own = join(folder, '../own');
    git(own, 'init', '-q', '-b', 'main');
    git(own, 'add', '--all');
    git(own, 'commit', '-q', '-m', 'Own');
    git(folder, 'rm', '-rq', '--cached', 'content');
    git(folder, 'submodule', '--quiet', 'add', own, 'content');
    await buildAndCompare(run);
  });

  test('a submodule in content is not looked into, nor is what another program keeps there', async () => {
    const { folder, content, run, program, hasRun, commit } = await makeProject();
    const other = join(folder, '../other');
    await writeFiles(other, { 'x.md': '# X\n' });
    git(other, 'init', '-q', '-b', 'main');
    git(other, 'add', '--all');
    git(other, 'commit', '-q', '-m', 'Other');
    git(folder, 'submodule', '--quiet', 'add', other, 'content/sub');
    commit();
    await rm(join(content, 'sub/x.md'));
    await appendFile(join(folder, '.git/modules/content/sub/config'), settings(program));
    await buildAndCompare(run);
    expect(hasRun()).toBe(false);
  });
});
