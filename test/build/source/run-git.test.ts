import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runGit } from '../../../build/source/run-git.ts';
import { writeFiles } from '../../support/command.ts';
import { hasCommand } from '../../support/needs.ts';
import { makeFolder } from '../../support/server.ts';

/** A repository with a commit that says it is signed, and a program that leaves `ran` behind. */
async function makeRepository() {
  const outer = await makeFolder();
  const [folder, program, ran] = [join(outer, 'site'), join(outer, 'trap'), join(outer, 'ran')];
  await writeFiles(outer, { 'site/a.md': '# A\n', trap: `#!/bin/sh\necho "$*" >> '${ran}'\n` });
  await chmod(program, 0o755);
  const git = (args: string[], input = '') => {
    const identity = ['-c', 'user.name=A', '-c', 'user.email=a@a.example'];
    return execFileSync('git', ['-C', folder, ...identity, ...args], { input, encoding: 'utf8', stdio: 'pipe' });
  };
  git(['init', '-q', '-b', 'main']);
  git(['add', '--all']);
  git(['commit', '-q', '-m', 'One']);
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n';
  const commit = git(['cat-file', 'commit', 'HEAD']).replace('\n\n', `\n${signature}\n`);
  git(['update-ref', 'HEAD', git(['hash-object', '-t', 'commit', '-w', '--stdin'], commit).trim()]);
  return { folder, program, git, hasRun: () => existsSync(ran) };
}

const remote = (program: string): string =>
  `[remote "origin"]\nurl = ${program}-nowhere\nuploadpack = ${program}\n[protocol "file"]\nallow = always\n`;

describe.skipIf(!hasCommand('git') || process.platform === 'win32')(
  'git runs no program',
  { tags: ['program'] },
  () => {
    test.each<[what: string, setting: (program: string) => string, args: string[]]>([
      ['that watches files', (program) => `[core]\nfsmonitor = ${program}\n`, ['status']],
      ['that is a hook', (program) => `[core]\nhooksPath = ${program}-hooks\n`, ['update-ref', 'refs/heads/x', 'HEAD']],
      ['that checks signatures', (program) => `[log]\nshowSignature = true\n[gpg]\nprogram = ${program}\n`, ['log']],
      ['of a remote', remote, ['fetch', 'origin']],
    ])('%s', async (_, setting, args) => {
      const { folder, program, git, hasRun } = await makeRepository();
      await cp(program, `${program}-hooks/reference-transaction`);
      await appendFile(join(folder, '.git/config'), setting(program));
      await runGit(folder, args).catch(() => {});
      expect(hasRun()).toBe(false);
      try {
        git(args);
      } catch {
        // It has run.
      }
      expect(hasRun(), 'the trap works').toBe(true);
    });

    test('that the environment names, nor in another repository than this', async () => {
      const { folder, program, hasRun } = await makeRepository();
      const names = {
        GIT_DIR: '/nowhere',
        GIT_EXTERNAL_DIFF: program,
        GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${program}'`,
      };
      Object.assign(process.env, names);
      onTestFinished(() => {
        for (const name of Object.keys(names)) delete process.env[name];
      });
      expect(await runGit(folder, ['log', '-1', '-p', '--ext-diff', '--format=%s'])).toContain('One');
      await runGit(folder, ['status']);
      expect(hasRun()).toBe(false);
    });

    test('in a folder that only looks like a repository', async () => {
      const { folder } = await makeRepository();
      await cp(join(folder, '.git'), join(folder, 'looks'), { recursive: true });
      await expect(runGit(join(folder, 'looks'), ['rev-parse', 'HEAD'])).rejects.toThrow('bare repository');
    });
  },
);
