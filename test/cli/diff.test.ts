import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { hashId } from '../../src/core/hash.ts';
import type { LedgerEntry } from '../../src/core/ledger.ts';
import { bundleSource } from '../support/bundle-source.ts';
import { type Ended, galley, start, startProgram, writeFiles } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const run = promisify(execFile);

const post = (title: string, more = '', date = '2026-01-01') =>
  `---\ntitle: ${title}\npublish_at: ${date}\n${more}---\nText of ${title}.\n`;

/** The working directory of a project in a folder whose name has spaces, and a folder for what is temporary. */
async function makeProject(files: Record<string, string>) {
  const outer = await makeFolder();
  const [folder, temporary] = [join(outer, 'my site'), join(outer, 'tmp')];
  await mkdir(folder);
  await mkdir(temporary);
  await writeFiles(folder, files);
  return {
    folder,
    temporary,
    run: (...args: string[]): Promise<Ended> => galley(folder, args, { TMPDIR: temporary }),
    git: async (...args: string[]): Promise<string> => {
      const identity = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.com'];
      return (await run('git', ['-C', folder, ...identity, ...args])).stdout;
    },
    write: (others: Record<string, string>) => writeFiles(folder, others),
    remove: (path: string) => rm(join(folder, path)),
  };
}

type Project = Awaited<ReturnType<typeof makeProject>>;

/** The same in a repository with one commit. */
async function makeRepository(files: Record<string, string>): Promise<Project> {
  const project = await makeProject({ '.gitignore': 'node_modules\npublic\n', ...files });
  await project.git('init', '--quiet', '--initial-branch=main');
  await commit(project);
  return project;
}

async function commit({ git }: Project): Promise<void> {
  await git('add', '--all');
  await git('commit', '--quiet', '--message=Articles');
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).sort();
}

describe('compared with a release', () => {
  const files = { 'content/tea.md': post('Tea'), 'content/old.md': post('Old', 'id: 7\n'), 'content/b.md': post('B') };

  test('the current one is what is compared with, and is left as it is; the next build still says what it removes', {
    tags: ['long'],
  }, async () => {
    const project = await makeProject(files);
    await project.run('build');
    const before = await namesIn(join(project.folder, 'public'));
    await project.remove('content/old.md');
    await project.write({
      'content/tea.md': post('Tea', 'excerpt: More\n'),
      'content/soon.md': post('Soon', 'id: 9\n', '2036-01-02T03:04:05Z'),
    });
    const { code, out, err } = await project.run('diff');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Compared with the current release [0-9a-f]{12} of public\.\n/);
    expect(out.split('\n').slice(1)).toEqual([
      'For readers: 1 article removed, 1 changed; 1 scheduled article changed.',
      '  removed    old',
      '  changed    tea   excerpt, meta_description',
      '  scheduled  soon  added, for 2036-01-02T03:04:05Z',
      '  response   /articles/7    200 → 404',
      '  response   /articles/old  200 → 404',
      '  list       1 of 1 live pages change',
      '',
    ]);
    expect(await namesIn(join(project.folder, 'public'))).toEqual(before);
    expect(await readdir(project.temporary)).toEqual([]);
    const built = await project.run('build');
    expect(built.err).toContain('content/old.md:1:1  warning  removed-article\n');
    expect(built.out).toContain('\nFor readers: 1 article removed, 1 changed; 1 scheduled article changed.\n');
    expect((await project.run('diff')).out).toMatch(/\nNothing changes for readers\.\n$/);
  });

  test('a kept one is named by the start of its id; --json has all', { tags: ['long'] }, async () => {
    const project = await makeProject(files);
    const ids: string[] = [];
    const said: unknown[] = [];
    for (const title of ['Tea', 'Green tea', 'Green tea']) {
      await project.write({ 'content/tea.md': post(title) });
      const { written, changes } = JSON.parse((await project.run('build', '--json')).out);
      ids.push(written.release);
      said.push(changes && [changes.before, changes.changed.length]);
    }
    // Of a first release nothing is listed, and the same one again changes nothing.
    expect(said).toEqual([[null, 0], [ids[0], 1], null]);
    const { releases } = JSON.parse(await readFile(join(project.folder, 'public/api/v1/releases.json'), 'utf8'));
    expect(releases.map(({ changes }: LedgerEntry) => changes)).toEqual([
      { added: 3, changed: 0, removed: 0 },
      { added: 0, changed: 1, removed: 0 },
    ]);
    const { code, out } = await project.run('diff', '--against', String(ids[0]?.slice(0, 6)), '--json');
    const found = JSON.parse(out);
    expect([code, found.against.kind, found.against.release]).toEqual([0, 'release', ids[0]]);
    expect(found.changes).toMatchObject({ before: ids[0], after: ids[1], added: [], removed: [], addresses: [] });
    expect(found.changes.changed).toMatchObject([
      { before: { title: 'Tea' }, fields: ['excerpt', 'title', 'meta_title', 'meta_description', 'html', 'markdown'] },
    ]);
    expect([found.problems, found.invalid]).toEqual([[], []]);
  });

  test('without one, all is new', async () => {
    const { run } = await makeProject(files);
    const { code, out } = await run('diff');
    expect([code, out]).toEqual([
      0,
      'Compared with nothing, because public has no release yet.\nEverything would be new to readers: 3 articles.\n',
    ]);
  });

  test('another port of the machine is no difference, another site is', { tags: ['long'] }, async () => {
    const { run } = await makeProject({ ...files, 'content/link.md': `${post('L')}[tea](tea.md)\n` });
    await run('build', '--site', 'http://127.0.0.1:9000');
    expect((await run('diff')).out).toContain('Nothing changes for readers.');
    const config = { 'galley.config.yaml': 'site: https://a.example\n' };
    const { run: runAgain } = await makeProject({ ...files, ...config });
    await runAgain('build', '--site', 'http://127.0.0.1:9000');
    expect((await runAgain('diff')).out).toContain(
      'every link begins with https://a.example, no longer with http://127.0.0.1:9000',
    );
  });

  test('the article of an invalid file is as it was, and named; with `invalid: fail` errors stop it; both end with 1', async () => {
    const project = await makeProject({ ...files, 'galley.config.yaml': 'invalid: fail\n' });
    await project.run('build');
    await project.write({
      'content/tea.md': post('Tea', 'updated_at: 2026-02-30\n'),
      'content/b.md': post('B', 'excerpt: x\n'),
    });
    const stopped = await project.run('diff');
    expect([stopped.code, stopped.out]).toEqual([
      1,
      'Nothing was compared.\n1 file is invalid, so nothing is published (invalid: fail).\n',
    ]);
    expect(stopped.err).toContain('content/tea.md:4:13  error  bad-date\n');
    const markdown = await project.run('diff', '--format', 'markdown');
    expect([markdown.code, markdown.out.split('\n')[0]]).toEqual([
      1,
      '### 1 error in the content: nothing would be published',
    ]);
    expect(JSON.parse((await project.run('diff', '--json')).out)).toMatchObject({ changes: null, invalid: [{}] });
    await project.write({ 'galley.config.yaml': '' });
    const others = await project.run('diff');
    expect(others.code).toBe(1);
    expect(others.out).toMatch(/^ {2}changed {4}b /m);
    expect(others.out).not.toMatch(/^ {2}removed /m);
    const stays = 'readers get its article as it was last published, until the file is fixed or removed';
    expect(others.out).toContain(`1 invalid file is skipped:\n  content/tea.md: ${stays}\n`);
    const { invalid, changes } = JSON.parse((await project.run('diff', '--json')).out);
    expect(invalid).toEqual([{ path: 'content/tea.md', isOlder: true, isWithdrawn: false }]);
    expect(changes.removed).toEqual([]);
    const comment = await project.run('diff', '--format', 'markdown');
    expect(comment.out).toContain('until their files are fixed or removed: `content/tea.md`.');
  });

  test.each([
    [
      ['--against', 'nope'],
      /^--against: found nope, which is neither a kept release nor a branch, tag or commit of git\. Expected one of these: the releases [0-9a-f]{12} in public; content is not in a git repository\./,
    ],
    [['--against', '--help'], /found --help|^Usage/],
    [['--format', 'xml'], /option '--format <format>' argument 'xml' is invalid/],
  ])('%j is refused', async (args, message) => {
    const { run } = await makeProject(files);
    await run('build');
    const { code, out, err } = await run('diff', ...args);
    expect(err + out).toMatch(message);
    if (!args.includes('--help')) expect(code).toBe(2);
  });

  test('a damaged release is named', async () => {
    const project = await makeProject(files);
    const { written } = JSON.parse((await project.run('build', '--json')).out);
    await project.write({ [`public/api/v1/index.${written.release}.json`]: '{}' });
    const { code, err } = await project.run('diff');
    expect([code, err]).toEqual([2, expect.stringContaining(`public: index.${written.release}.json is damaged`)]);
  });
});

test('a signal removes the folder of a command, and ends the process as it would without one', async () => {
  const { folder, temporary } = await makeProject({});
  const script = `
    import { mkdtempSync, rmdirSync } from 'node:fs';
    import { tmpdir } from 'node:os';
    import { beforeSignal } from ${JSON.stringify(await bundleSource('build/cli/signals.ts'))};
    const folder = mkdtempSync(tmpdir() + '/galley-');
    await beforeSignal(() => rmdirSync(folder), async () => {
      console.log('in ' + folder);
      await new Promise(() => setInterval(() => {}, 1000));
    });`;
  const args = ['--input-type=module', '--eval', script];
  const { child, until, ended } = startProgram(process.execPath, args, folder, { TMPDIR: temporary });
  await until(/^in \S.*\n/);
  expect(await readdir(temporary)).toHaveLength(1);
  child.kill('SIGTERM');
  await ended;
  expect([child.signalCode, await readdir(temporary)]).toEqual(['SIGTERM', []]);
});

describe.skipIf(!hasCommand('git'))('compared with a commit', { tags: ['program'] }, () => {
  const files = { 'docs/content/tea.md': post('Tea'), 'docs/content/old.md': post('Old', 'id: 7\n') };
  const config = {
    'galley.config.yaml': 'content: docs/content\nsite: https://a.example\narticleUrl: https://b.example/{slug}\n',
  };

  test('a branch, in a path with spaces and a folder below the top; nothing is left', async () => {
    const project = await makeRepository({ ...files, ...config });
    await project.git('switch', '--quiet', '--create', 'edit');
    await project.git('mv', 'docs/content/tea.md', 'docs/content/green.md');
    await project.write({
      'docs/content/new.md': post('New', 'id: 8\n'),
      'docs/content/old.md': post('Old', 'id: 7\nexcerpt: E\n'),
    });
    const hash = (await project.git('rev-parse', 'main')).slice(0, 12);
    const { code, out, err } = await project.run('diff', '--against', 'main');
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      `Compared with main, commit ${hash}.`,
      'For readers: 1 article moved, 1 changed, 1 added.',
      '  moved      green  was tea, which leads here',
      '  changed    old    excerpt, meta_description',
      '  added      new',
      '  response   /articles/tea    200 → 308 to /articles/green',
      '  response   /articles/8      404 → 200',
      expect.stringMatching(/^ {2}response {3}\/articles\/\S+ +404 → 200$/),
      expect.stringMatching(/^ {2}response {3}\/articles\/\S+ +404 → 200$/),
      '  list       1 of 1 live pages change',
      '',
    ]);
    expect(await readdir(project.temporary)).toEqual([]);
    const markdown = await project.run('diff', '--against', hash, '--format', 'markdown');
    expect(markdown.out).toContain('| changed | [Old](https://b.example/old) `old` | excerpt, meta\\_description |\n');
    // Nothing was published, and the work tree is as it was.
    await expect(readFile(join(project.folder, 'public/api/v1/release.json'))).rejects.toThrow('ENOENT');
    expect((await project.git('status', '--short')).trim().split('\n')).toEqual([
      'R  docs/content/tea.md -> docs/content/green.md',
      ' M docs/content/old.md',
      '?? docs/content/new.md',
    ]);
  });

  test('a check fails in a fresh checkout until the move is written down, and says so at its place', async () => {
    const project = await makeRepository({ ...files, ...config });
    await project.git('mv', 'docs/content/tea.md', 'docs/content/green.md');
    const check = (...args: string[]) => project.run('check', '--against', 'main', ...args);
    // Without it, nothing is known.
    expect((await project.run('check')).code).toBe(0);
    const lines = `\`id: ${hashId('tea')}\` and \`aliases: [tea]\``;
    const { code, out } = await check('--format', 'github');
    expect([code, out]).toEqual([1, expect.stringMatching(/^::error file=docs\/content\/green\.md,line=1,/)]);
    expect(out).toContain(`Write ${lines} into its front matter`);
    expect((await check('--fix')).out).toContain(`Wrote the id ${hashId('tea')} and the alias tea into`);
    expect((await check('--format', 'github')).out).toBe('');
    expect((await project.run('diff', '--against', 'main')).out).toContain('was tea, which leads here');
    expect(await readdir(project.temporary)).toEqual([]);
  });

  test('a commit without the content folder, and one with an invalid file', async () => {
    const project = await makeRepository({ 'README.md': 'Nothing yet.\n' });
    await project.write({ ...files, ...config, 'docs/content/bad.md': post('Bad', 'updated_at: 2026-02-30\n') });
    await commit(project);
    await project.write({ 'docs/content/bad.md': post('Good', 'id: 9\n') });
    const first = await project.run('diff', '--against', 'HEAD~1');
    expect(first.out).toContain('\nFor readers: 3 articles added.\n');
    const second = await project.run('diff', '--against', 'HEAD');
    expect(second.err).toBe('These files are invalid in HEAD, so it has no articles of them: bad.md.\n\n');
    expect(second.out).toContain('\nFor readers: 1 article added.\n  added      bad\n');
    expect(await readdir(project.temporary)).toEqual([]);
  });

  test('several content folders, images, and dates of git', async () => {
    const project = await makeRepository({
      'a/one.md': '---\ntitle: One\n---\n![p](../images/p.svg)\n',
      'b/two.md': '---\ntitle: Two\n---\nText.\n',
      'images/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'galley.config.yaml': 'content: [a, b, images]\ngitDates: true\n',
    });
    expect((await project.run('diff', '--against', 'main')).out).toContain('\nNothing changes for readers.\n');
    await project.write({ 'images/p.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>' });
    const { out } = await project.run('diff', '--against', 'main');
    expect(out).toMatch(
      /\n {2}changed {4}one {2}html, markdown\n {2}image {6}\/media\/p\.\w+\.svg {2}shown now\n {2}image {6}\/media\/p\.\w+\.svg {2}not shown any more\n/,
    );
  });

  test('for a name that is unknown it lists those that exist; for a shallow clone it says how to fetch', async () => {
    const project = await makeRepository({ ...files, ...config });
    await project.write({ 'docs/content/tea.md': post('Green tea') });
    await commit(project);
    const unknown = await project.run('diff', '--against', 'mian');
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('public has no release yet; the branches main. '),
    ]);
    const clone = join(project.temporary, 'a clone');
    await run('git', ['clone', '--quiet', '--depth=1', `file://${project.folder}`, clone]);
    const shallow = await galley(clone, ['diff', '--against', 'HEAD~1']);
    expect([shallow.code, shallow.err]).toEqual([
      2,
      expect.stringContaining('This clone is shallow, so it lacks most commits. '),
    ]);
    expect(shallow.err).toContain('fetch-depth: 0');
    expect((await galley(clone, ['diff', '--against', 'HEAD'])).out).toContain('Nothing changes for readers.');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves no folder', async (signal) => {
    const many = Array.from({ length: 400 }, (_, i) => [`docs/content/a${i}.md`, post(`A${i}`)]);
    const project = await makeRepository({ ...Object.fromEntries(many), ...config });
    const { child, ended } = start(project.folder, ['diff', '--against', 'main'], { TMPDIR: project.temporary });
    const isUnderWay = async () => (await namesIn(project.temporary)).some((name) => name.includes('checkout'));
    for (let i = 0; i < 2000 && !(await isUnderWay()); i++) await sleep(5);
    expect(await isUnderWay()).toBe(true);
    child.kill(signal);
    await ended;
    expect(child.signalCode).toBe(signal);
    expect(await readdir(project.temporary)).toEqual([]);
  });
});
