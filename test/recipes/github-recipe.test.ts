/** @module-tag long */
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cli, galley, startProgram, writeFiles } from '../support/command.ts';
import { startObjectStore } from '../support/object-store.ts';
import { makeFolder } from '../support/server.ts';

interface Step {
  name?: string;
  id?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
}

const names = Array.from({ length: 8 }, (_, i) => `a${i}`);
const article = (title: string): string => `---\ntitle: ${title}\ndate: 2026-01-01\n---\nText.\n`;
const broken = { 'content/broken.md': '---\ntitle: B\ndate: soon\n---\nText.\n' };

/** A repository with the workflow, and programs in place of those of others; each notes how it was called. */
async function makeRepository(settings = 'site: https://articles.example.com\n') {
  const folder = await makeFolder();
  const repository = join(folder, 'site');
  const note = `echo "$(basename "$0") $*" >> ${join(folder, 'called')}`;
  const programs = {
    npm: note,
    gh: `${note}; test ! -e ${join(folder, 'is-fork')}`,
    npx: `if [ "$1" = galley ]; then shift; exec '${process.execPath}' '${cli}' "$@"; fi; ${note}`,
  };
  for (const [name, script] of Object.entries(programs)) {
    await writeFiles(folder, { [`bin/${name}`]: `#!/bin/sh\n${script}\n` });
    await chmod(join(folder, 'bin', name), 0o755);
  }
  const articles = Object.fromEntries(names.map((name) => [`content/${name}.md`, article(name)]));
  await writeFiles(repository, {
    'galley.config.yaml': settings,
    '.gitignore': '/public/\nnode_modules\n',
    ...articles,
  });
  await mkdir(join(repository, 'node_modules'));
  expect((await galley(repository, ['init', 'github'])).code).toBe(0);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a', ...args], { cwd: repository });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'All');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  const { jobs } = parse(await readFile(join(repository, '.github/workflows/galley.yml'), 'utf8'));
  const called = (): Promise<string> => readFile(join(folder, 'called'), 'utf8').catch(() => '');
  return { folder, repository, runJob, called };

  /** Runs the steps of a job as GitHub does: gives those that failed, what was printed, and the summary. */
  async function runJob(name: string, values: Record<string, string>, env: Record<string, string> = {}) {
    const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary') };
    for (const file of Object.values(files)) await writeFile(file, '');
    await rm(join(folder, 'called'), { force: true });
    const fill = (given: Record<string, string> = {}): Record<string, string> =>
      Object.fromEntries(
        Object.entries(given).map(([key, text]) => [
          key,
          text.replace(/\$\{\{ (\S+) \}\}/g, (_, expression) => values[expression] ?? ''),
        ]),
      );
    const { steps, env: ofJob }: { steps: Step[]; env?: Record<string, string> } = jobs[name];
    const failed: string[] = [];
    let printed = '';
    for (const step of steps) {
      if (step.run === undefined) continue;
      const given = { ...fill(ofJob), ...fill(step.env) };
      const output = await readFile(files.GITHUB_OUTPUT, 'utf8');
      const conditions: Record<string, boolean> = {
        '': failed.length === 0,
        '${{ !cancelled() }}': true,
        "env.STORE != ''": failed.length === 0 && given.STORE !== '',
        "env.STORE == ''": failed.length === 0 && given.STORE === '',
        "steps.build.outputs.code == '1'": failed.length === 0 && output.includes('code=1\n'),
      };
      const is = conditions[step.if ?? ''];
      if (is === undefined) throw new Error(`This test does not know the condition ${step.if}.`);
      if (!is) continue;
      const path = [join(folder, 'bin'), process.env.PATH].join(delimiter);
      const shell = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', step.run];
      const { text, ended } = startProgram('bash', shell, repository, { ...env, ...files, ...given, PATH: path });
      const status = await ended;
      printed += text.out + text.err;
      if (status !== 0) failed.push(step.name ?? step.run);
    }
    return { failed, printed, summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8') };
  }
}

test.each([
  ['pull_request', 'refs/pull/7/merge', ['check']],
  ['push', 'refs/heads/trunk', ['publish']],
  ['push', 'refs/heads/main', []],
  ['push', 'refs/tags/trunk', []],
  ['workflow_dispatch', 'refs/heads/trunk', ['publish']],
  ['workflow_dispatch', 'refs/heads/half-done', []],
  ['workflow_dispatch', 'refs/tags/trunk', []],
])('%s of %s in a repository whose default branch is trunk: %j', async (event_name, ref, expected) => {
  const folder = await makeFolder();
  expect((await galley(folder, ['init', 'github'])).code).toBe(0);
  const { jobs } = parse(await readFile(join(folder, '.github/workflows/galley.yml'), 'utf8'));
  const github = { event_name, ref, event: { repository: { default_branch: 'trunk' } } };
  const format = (text: string, value: string) => text.replace('{0}', value);
  // Of what its expressions have, JavaScript means the same.
  const isRun = (job: string) => new Function('github', 'format', `return ${jobs[job].if}`)(github, format);
  expect(Object.keys(jobs).filter(isRun)).toEqual(expected);
  const withSecrets = Object.keys(jobs).filter((job) => /secrets\.|AWS_ROLE|id-token/.test(JSON.stringify(jobs[job])));
  expect(withSecrets).toEqual(['publish']);
});

const ofPullRequest = { 'github.base_ref': 'main', 'github.event.number': '7', 'github.token': 'secret' };

test('a pull request is checked, and one comment says what readers would get', async () => {
  const { folder, repository, runJob, called } = await makeRepository();
  await writeFiles(repository, { 'content/a1.md': article('Another title') });
  const good = await runJob('check', ofPullRequest);
  expect(good.failed).toEqual([]);
  expect(good.summary).toContain('Another title');
  expect(await called()).toContain('gh pr comment 7 --body-file changes.md --edit-last --create-if-none\n');

  await writeFiles(repository, broken);
  await writeFile(join(folder, 'is-fork'), '');
  const { failed, printed, summary } = await runJob('check', ofPullRequest);
  expect(failed).toEqual(['Check', 'Compare with the branch']);
  expect(printed).toContain('::error file=content/broken.md,line=3');
  expect(printed).toContain('::notice::A pull request from a fork may not comment');
  expect(summary).toContain('content/broken.md:3');
});

test('what is on main is pushed; invalid files fail the job at its end, and a content folder that is not whole is refused', async () => {
  const { repository, runJob, called } = await makeRepository();
  const store = await startObjectStore();
  const { accessKeyId, secretAccessKey } = store.credentials;
  const env = {
    ...{ AWS_ENDPOINT_URL_S3: store.endpoint, AWS_REGION: store.region },
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
  };
  const publish = () => runJob('publish', { 'vars.GALLEY_STORE': 's3://articles/live' }, env);
  const pointer = (): string => String(store.objects.get('live/api/v1/release.json'));
  const first = await publish();
  expect([first.failed, await called()]).toEqual([[], 'npm ci\n']);
  expect(first.summary).toContain('current in s3://articles/live');
  const before = pointer();

  await writeFiles(repository, { ...broken, 'content/a1.md': article('Another title') });
  // Without the cache.
  await rm(join(repository, 'public'), { recursive: true });
  const second = await publish();
  expect(second.failed).toEqual(['Fail if files were invalid']);
  expect(second.summary).toMatch(/changed +a1 +title/);
  const after = pointer();
  expect(after).not.toBe(before);

  for (const name of [...names.slice(1), 'broken']) await rm(join(repository, 'content', `${name}.md`));
  for (const failing of ['Build', 'Push to the store']) {
    const third = await publish();
    expect(third.failed).toEqual([failing]);
    expect(third.printed).toContain('from readers');
    await rm(join(repository, 'public'), { recursive: true });
  }
  expect(pointer()).toBe(after);
});

test('without a store, wrangler deploys', async () => {
  const { runJob, called } = await makeRepository();
  const { failed, summary } = await runJob('publish', {});
  expect([failed, await called()]).toEqual([[], 'npm ci\nnpx wrangler deploy\n']);
  expect(summary).toContain('8 articles');
});
