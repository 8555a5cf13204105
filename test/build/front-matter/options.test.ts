import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ContentOptions, defaultContentOptions } from '../../../build/front-matter/options.ts';
import type { BuildOptions } from '../../../build/pipeline/options.ts';
import { plainInfo, type ServiceInfo } from '../../../build/release/description/service-info.ts';
import { galley, writeFiles } from '../../support/command.ts';
import { hasCommand } from '../../support/needs.ts';
import { makeProject as makeFolderProject, threads } from '../../support/project.ts';
import { makeFolder } from '../../support/server.ts';
import { makeSite } from '../../support/site.ts';

/** A folder that is built again and again with one cache. */
async function makeProject(files: Record<string, string>) {
  const project = await makeFolderProject(files);
  return {
    ...project,
    build: (contentOptions: Partial<ContentOptions> = {}, more: Partial<BuildOptions> = {}) =>
      project.build({ contentOptions: { ...defaultContentOptions, ...contentOptions }, ...more }),
  };
}

test('a change of each setting builds again, with the same cache', { tags: ['long', 'scaled'] }, async () => {
  const project = await makeProject({
    'a.md': '---\ndate: 2024-01-01\nheading: Head\nnumber: 7\n---\nText\n',
    'archive/b.md': '---\ndate: 2024-01-01\n---\nText\n',
  });
  const facts = async (contentOptions: Partial<ContentOptions>, more: Partial<BuildOptions> = {}) => {
    const { articles, problems } = await project.build(contentOptions, more);
    const { title, id, publish_at } = await project.article('a');
    return { articles, title, id, publish_at, problems: problems.map(({ code }) => code) };
  };
  const plain = await facts({});
  expect(plain).toMatchObject({ articles: 2, title: 'A', publish_at: '2024-01-01T00:00:00Z', problems: [] });
  expect(await facts({ exclude: ['archive'] })).toEqual({ ...plain, articles: 1, problems: ['removed-article'] });
  expect(await facts({ exclude: ['*/b.md'] })).toEqual({ ...plain, articles: 1 });
  expect(await facts({ exclude: ['b.md'] })).toEqual(plain);
  const names = { title: ['heading'], id: ['number'] };
  expect(await facts({ frontMatter: names })).toEqual({ ...plain, title: 'Head', id: 7 });
  expect(await facts({ timeZone: 'Europe/Vienna' })).toEqual({ ...plain, publish_at: '2023-12-31T23:00:00Z' });
  const both = { frontMatter: names, timeZone: 'Europe/Vienna' };
  const found = { ...plain, title: 'Head', id: 7, publish_at: '2023-12-31T23:00:00Z' };
  for (const more of threads) expect(await facts(both, more)).toEqual(found);
  expect((await project.build({ maxFileSize: 20 })).problems.map(({ path, code }) => [path, code])).toEqual([
    ['a.md', 'too-large'],
    ['archive/b.md', 'too-large'],
  ]);
  expect(await facts({})).toEqual(plain);
});

test('configured names tell clashes apart as written slugs do', async () => {
  const project = await makeProject({
    'a.md': '---\ndate: 2024-01-01\nurl-name: x\nold: [y]\n---\nText\n',
    'b.md': '+++\ndate = 2024-01-01\n[extra]\nnumber = 7\n+++\nText\n',
    'c.md': '{"date": "2024-01-01", "extra": {"number": 7}}\nText\n',
  });
  const names = { slug: ['url-name'], aliases: ['old'], id: ['extra.number'] };
  const { problems } = await project.build({ frontMatter: names });
  expect(problems.map(({ path, line, column, code }) => `${path}:${line}:${column} ${code}`)).toEqual([
    'c.md:1:44 duplicate-id',
  ]);
  await writeFiles(project.content, { 'c.md': '{"date": "2024-01-01"}\nText\n' });
  await project.build({ frontMatter: names });
  expect(await project.article('x')).toMatchObject({ slug: 'x' });
  expect(await project.article('7')).toMatchObject({ slug: 'b' });
});

test('a file that is far too large is not read', async () => {
  const project = await makeProject({ 'a.md': '---\ndate: 2024-01-01\n---\nText\n', 'b.md': '' });
  await truncate(join(project.content, 'b.md'), 3 * 2 ** 30);
  const before = process.memoryUsage().rss;
  const { problems } = await project.build();
  expect(problems).toMatchObject([
    { code: 'too-large', path: 'b.md', found: 'a file of 3221.2 MB', expected: 'at most 5 MB of text' },
  ]);
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 29);
});

describe.skipIf(!hasCommand('git'))('dates of git', { tags: ['program'] }, () => {
  const git = (cwd: string, date: string, ...args: string[]): void => {
    const when = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: '2026-05-01T00:00:00Z' };
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@a.example', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd, env: { ...process.env, ...when }, stdio: 'ignore' });
  };
  const commit = (folder: string, date: string): void => {
    git(folder, date, 'add', '-A');
    git(folder, date, 'commit', '-m', date);
  };

  async function makeRepository() {
    const text = Array.from({ length: 20 }, (_, i) => `Line ${i}\n`).join('');
    const project = await makeProject({
      'a.md': `# A\n\n${text}`,
      'übung "1".md': 'B\n',
      'c.md': '---\ndate: 2020-01-01\nupdated: 2020-02-01\n---\nC\n',
    });
    git(project.folder, '2021-01-01T00:00:00Z', 'init');
    commit(project.folder, '2021-01-01T00:00:00Z');
    await mkdir(join(project.content, 'moved'));
    await rename(join(project.content, 'a.md'), join(project.content, 'moved', 'a.md'));
    commit(project.folder, '2021-02-01T00:00:00Z');
    return { ...project, text };
  }

  test('are those of the first commit and the last change, and front matter goes before them', async () => {
    const { build, article, content, folder, text } = await makeRepository();
    const dates = async (slug: string) => {
      const { publish_at, updated_at } = await article(slug);
      return [publish_at, updated_at];
    };
    expect((await build()).articles).toBe(1);
    expect(await build({ gitDates: true })).toMatchObject({ articles: 3, problems: [] });
    expect(await dates('a')).toEqual(['2021-01-01T00:00:00Z', '2021-01-01T00:00:00Z']);
    expect(await dates(encodeURIComponent('übung-1'))).toEqual(['2021-01-01T00:00:00Z', '2021-01-01T00:00:00Z']);
    expect(await dates('c')).toEqual(['2020-01-01T00:00:00Z', '2020-02-01T00:00:00Z']);

    await writeFiles(content, { 'moved/a.md': `# A\n\n${text}More\n`, 'new.md': 'not committed\n' });
    commit(folder, '2021-03-01T00:00:00Z');
    await writeFiles(content, { 'newer.md': 'not committed\n' });
    // With workers too, to which dates are sent.
    const { articles, others } = await build({ gitDates: true }, { workers: 2 });
    expect({ articles, others }).toEqual({ articles: 4, others: { 'no-date': 1 } });
    expect(await dates('a')).toEqual(['2021-01-01T00:00:00Z', '2021-03-01T00:00:00Z']);
    // A commit that changes what git says, and no file.
    commit(folder, '2021-04-01T00:00:00Z');
    expect((await build({ gitDates: true })).articles).toBe(5);
    expect(await dates('newer')).toEqual(['2021-04-01T00:00:00Z', '2021-04-01T00:00:00Z']);
  });

  test('are refused where git does not know them', async () => {
    const { folder, build } = await makeRepository();
    const none = await makeProject({ 'a.md': 'A\n' });
    await expect(none.build({ gitDates: true })).rejects.toThrow(/gitDates: .*it is not in a git repository/);
    const clone = join(await makeFolder(), 'clone');
    execFileSync('git', ['clone', '-q', '--depth', '1', `file://${folder}`, clone]);
    await writeFiles(clone, { 'galley.config.yaml': 'gitDates: true\n' });
    const ended = await galley(clone, ['build']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(/shallow clone.*git fetch --unshallow/) });
    await expect(build({ gitDates: true })).resolves.toMatchObject({ articles: 3 });
    const path = process.env.PATH;
    process.env.PATH = '';
    try {
      await expect(build({ gitDates: true })).rejects.toThrow(/git is not installed on this machine/);
    } finally {
      process.env.PATH = path;
    }
  });
});

test('settings are read from the file', async () => {
  const { run, write } = await makeSite();
  const settings = [
    'exclude: archive/**',
    'frontMatter: {title: heading, publish_at: [live.from]}',
    'timeZone: America/St_Johns',
    'maxFileSize: 1000',
  ];
  await write({
    'galley.config.yaml': `${settings.join('\n')}\n`,
    'content/a.md': '---\nheading: H\nlive: {from: 2024-07-01}\n---\nText\n',
    'content/archive/b.md': '---\ndate: 2024-01-01\n---\n',
    'content/c.md': `---\ndate: 2024-01-01\n---\n${'x'.repeat(1000)}`,
  });
  const { code, out } = await run('build', '--json');
  const result = JSON.parse(out);
  expect({ code, files: result.files, articles: result.articles }).toEqual({ code: 1, files: 2, articles: 1 });
  expect(result.problems).toMatchObject([{ path: 'content/c.md', code: 'too-large' }]);
});

test('a change of what is said about the API changes its description, with the same cache, and renders nothing', async () => {
  const project = await makeProject({ 'a.md': '---\ndate: 2024-01-01\n---\nText\n' });
  const describe = async (info?: ServiceInfo) => {
    const { written } = await project.build({}, info && { info });
    const text = await readFile(join(project.folder, 'public', 'openapi.json'), 'utf8');
    return { written, info: JSON.parse(text).info };
  };
  expect((await describe()).info.title).toBe('Articles');
  const { written, info } = await describe({
    ...plainInfo,
    title: 'News',
    contact: { name: 'Editors' },
    color: '#06f',
  });
  expect(info).toMatchObject({ title: 'News', contact: { name: 'Editors' } });
  // Four pages and their gzip forms, which a release names, and the index and the pointer with them.
  expect(written).toMatchObject({ written: 10 });
  expect((await describe()).info.contact).not.toHaveProperty('name');
});
