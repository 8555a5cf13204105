import { execFile } from 'node:child_process';
import { readFile, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Problem } from '../../build/problems/problem.ts';
import { toFrontMatterSchema } from '../../build/release/description/front-matter-schema.ts';
import { sourceLines } from '../../build/source/source-excerpt.ts';
import { hashId } from '../../src/core/hash.ts';
import { type Ended, galley, root } from '../support/command.ts';
import { hasCommand } from '../support/needs.ts';
import { makeSite } from '../support/site.ts';

const good = '---\npublish_at: 2026-01-01\n---\nText.\n';
const bad = '---\ntitle: T\npublish_at: 2026-02-30\n---\nText.\n';
const warned = '---\npublish_at: 2026-01-01\n---\nText ![p](gone.png).\n';
/** Two slugs whose computed ids are the same. */
const twins = ['article-59663', 'article-99636'];

describe('galley check', () => {
  test('reports every problem with its line, a caret, the fix and a page of the guide, and writes nothing', async () => {
    const { folder, run } = await makeSite({ 'content/a.md': bad, 'content/b.md': warned });
    const { code, out, err } = await run('check');
    expect(code).toBe(1);
    expect(err).toContain(
      [
        'content/a.md:3:13  error  bad-date',
        '    3 | publish_at: 2026-02-30',
        '      |             ^',
        '  found     `publish_at: 2026-02-30`, a day or time that does not exist',
      ].join('\n'),
    );
    expect(err).toContain('\n    4 | Text ![p](gone.png).\n      |           ^\n');
    const [, page = ''] = /guide {5}(.*bad-date\.md)$/m.exec(err) ?? [];
    expect(await readFile(page, 'utf8')).toContain('30 February');
    expect(out).toBe(
      '2 Markdown files, 1 article, 1 invalid, 1 error, 1 warning.\n' +
        '1 invalid file would be skipped:\n  content/a.md\n',
    );
    await expect(readFile(join(folder, 'public/api/v1/release.json'))).rejects.toThrow('ENOENT');
  });

  test('problems come by file and line; of many warnings of a kind the first is shown; a table counts them, --all shows all', async () => {
    const { json, run } = await makeSite({
      ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`content/${name}.md`, `${warned}\n![q](gone.png)\n`])),
      'content/e.md': bad,
    });
    const { err } = await run('check');
    const shown = (text: string) =>
      [...text.matchAll(/^content\/(\S+) {2}(?:error|warning) /gm)].map((match) => match[1]);
    expect(shown(err)).toEqual(['a.md:4:11', 'e.md:3:13']);
    expect(err.match(/^ {2}guide /gm)).toHaveLength(2);
    expect(err).toContain('\n7 more missing-image, in 4 files in total. --all shows them.\n');
    expect(err.trimEnd().split('\n').slice(-2)).toEqual([
      '  1 error     in 1 file   bad-date',
      '  8 warnings  in 4 files  missing-image',
    ]);
    const all = await run('check', '--all');
    expect(shown(all.err)).toHaveLength(9);
    expect(all.err).not.toContain('more missing-image');
    expect((await json('check')).problems).toHaveLength(9);
  });

  test('a line of configuration that many files need is said once', async () => {
    const dated = Object.fromEntries(
      [1, 2, 3, 4].map((number) => [`content/a${number}.md`, `---\nwritten_on: 2026-01-0${number}\n---\nText.\n`]),
    );
    const { run, write } = await makeSite(dated);
    const { err } = await run('check');
    const line = 'frontMatter: { publish_at: "written_on" }';
    expect(err).toContain(`\n4 files: this line in galley.config.yaml may fix all of them:\n  ${line}\n`);
    expect(err).not.toContain('gitDates');
    await write({ 'galley.config.yaml': line });
    expect((await run('check', '--max-warnings', '0')).out).toBe('4 Markdown files, 4 articles.\n');
  });

  test('finds images beside the content folder with one setting, and prints that setting once', async () => {
    const { run, write } = await makeSite({
      'blog/a.md': '---\npublish_at: 2026-01-01\n---\nA ![p](../static/p.png)\n',
      'blog/b.md': '---\npublish_at: 2026-01-01\n---\nB ![q](../static/deep/q.png)\n',
      ...{ 'static/p.png': 'p', 'static/deep/q.png': 'q' },
    });
    const { err } = await run('check', '--content', 'blog');
    const line = 'content: [blog, static]';
    expect(err).toContain(`\n2 files: this line in galley.config.yaml may fix all of them:\n  ${line}\n`);
    await write({ 'galley.config.yaml': line });
    expect((await run('check')).out).toBe('2 Markdown files, 2 articles.\n');
  });

  test('suggests the dates of git for files that have no date', async () => {
    const { run, write } = await makeSite({ 'content/a.md': 'A\n', 'content/b.md': 'B\n', 'content/c.md': 'C\n' });
    expect((await run('check')).err).not.toContain('gitDates');
    await write({ '.git/HEAD': 'ref: refs/heads/main\n' });
    expect((await run('check')).err).toContain(
      '\n3 files: this line in galley.config.yaml takes the dates from git:\n  gitDates: true\n',
    );
  });

  test('a caret stands under its place behind wide letters, tabs and what a terminal would obey', async () => {
    const line = `日本語\t\x1b[31mé\u202e${'x'.repeat(200)} ![p](gone.png) ${'y'.repeat(200)}`;
    const { run } = await makeSite({
      'content/a.md': `---\npublish_at: 2026-01-01\n---\n日本\t![p](gone.png)\n\n${line}\n`,
    });
    const { err } = await run('check');
    expect(err).toContain('    4 | 日本 ![p](gone.png)\n      |           ^\n');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be there
    expect(err).not.toMatch(/[\x1b\u202e]/);
    const [, clipped = '', caret = ''] = /^ {4}6 \| (…x.*…)\n {6}\| ( *)\^$/m.exec(err) ?? [];
    expect(clipped.slice(caret.length)).toMatch(/^gone\.png\) y/);
  });

  test.each([
    [200, 110],
    [70, 70],
    [20, 40],
  ])('in a terminal of %d columns, a line takes %d', async (columns, most) => {
    const { folder } = await makeSite({ 'a.md': `${'x'.repeat(500)}\n` });
    const shown = sourceLines(
      { root: folder, folders: [''] },
      columns,
    )({ path: 'a.md', code: 'no-date', line: 1, column: 250 } as Problem);
    expect('    1 | '.length + (shown?.text.length ?? 0)).toBe(most);
    expect(shown?.indent).toBeLessThan(most);
  });

  test('no line is shown of what a build does not read: links on disk, and files that are too large', async () => {
    const { folder, run } = await makeSite({
      'secret.txt': 'the secret\n',
      'content/large.md': `${'large '.repeat(20)}\n${good}`,
      'galley.config.yaml': 'maxFileSize: 100\n',
    });
    await symlink('../secret.txt', join(folder, 'content/link.md'));
    await symlink('/dev/zero', join(folder, 'content/endless.md'));
    const { code, err } = await run('check');
    expect(code).toBe(1);
    for (const problem of [
      'endless.md:1:1  warning  symbolic-link',
      'link.md:1:1  warning  symbolic-link',
      'large.md:1:1  error  too-large',
    ])
      expect(err).toContain(`content/${problem}\n  found `);
  });

  test('no colour where the output is no terminal, and some where it is asked for', async () => {
    const { folder, run } = await makeSite({ 'content/a.md': bad });
    expect((await run('check')).err).not.toContain('\x1b');
    expect((await galley(folder, ['check'], { FORCE_COLOR: '1' })).err).toContain('\x1b[31m');
    expect((await galley(folder, ['check'], { NO_COLOR: '1' })).err).not.toContain('\x1b');
  });

  test('--format github, from the root of the repository', async () => {
    const { folder } = await makeSite({
      'site/content/a, a.md': warned,
      'site/content/a, b.md': bad.replace('2026-02-30', '"100%"'),
    });
    const { code, out } = await galley(join(folder, 'site'), ['check', '--format', 'github'], {
      GITHUB_WORKSPACE: folder,
    });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^::error file=site\/content\/a%2C b\.md,line=3,col=13,title=bad-date::found `publish_at: .*100%25.*%0A/,
    );
    expect(out.trim().split('\n')).toEqual([
      expect.stringContaining('::error '),
      expect.stringContaining('::warning '),
    ]);
  });

  test('--max-warnings', async () => {
    const { run } = await makeSite({ 'content/a.md': warned, 'content/b.md': warned });
    const ended: Ended[] = [];
    for (const max of ['2', '1', '0', 'few']) ended.push(await run('check', '--max-warnings', max));
    expect(ended.map(({ code }) => code)).toEqual([0, 1, 1, 2]);
    expect(ended[1]?.err).toContain('Found 2 warnings. Expected at most 1 (--max-warnings).');
    expect((await run('check')).code).toBe(0);
  });

  test.each([
    ['without a header', 'Text.\n', `---\nid: %\n---\nText.\n`],
    [
      'as it was, with CRLF',
      '\uFEFF---\r\n# note\r\nlayout: "post"\r\n---\r\nText.\r\n',
      '\uFEFF---\r\nid: %\r\n# note\r\nlayout: "post"\r\n---\r\nText.\r\n',
    ],
    ['behind blank lines', '\n\n---\nlayout: post\n---\nText.\n', '\n\n---\nid: %\nlayout: post\n---\nText.\n'],
  ])('--fix pins an id in a file %s, and nothing else', async (_, text, fixed) => {
    const [first = '', second = ''] = twins;
    const { read, run } = await makeSite({
      [`content/2026-01-01-${first}.md`]: text,
      [`content/2026-01-01-${second}.md`]: text,
    });
    const before = await run('check', '--max-warnings', '0');
    expect([before.code, before.err]).toEqual([1, expect.stringContaining('id-clash')]);
    const { code, out } = await run('check', '--fix', '--max-warnings', '0');
    const [, id = ''] = /^Wrote the id (\d+) into content\/2026-01-01-article-\d+\.md\.$/m.exec(out) ?? [];
    expect(code).toBe(0);
    expect(await read(`content/2026-01-01-${first}.md`)).toBe(text);
    expect(await read(`content/2026-01-01-${second}.md`)).toBe(fixed.replace('%', id));
    expect((await run('check', '--fix')).out).not.toContain('Wrote');
  });

  test.each([
    ['none', '---\n# mine\ntitle: "T"\n---\n', '---\nid: %\naliases: [old]\n# mine\ntitle: "T"\n---\n'],
    ['a list', '---\r\naliases: [ a ] # b\r\n---\r\n', '---\r\nid: %\r\naliases: [old, a ] # b\r\n---\r\n'],
    ['lines', '---\nAliases:\n  # b\n  -   a\n---\n', '---\nid: %\nAliases:\n  # b\n  -   old\n  -   a\n---\n'],
    ['TOML', '+++\naliases = [\n  "a"]\n[x]\n+++\n', '+++\nid = %\naliases = ["old",\n  "a"]\n[x]\n+++\n'],
    ['JSON', '{\n  "x": "T"\n}\n\n', '{\n  "id": %,\n  "aliases": ["old"],\n  "x": "T"\n}\n\n'],
    ['no header', '', '---\nid: %\naliases: [old]\n---\n'],
  ])('--fix writes the former slug and id of a renamed article, where its aliases are %s', async (_, header, fixed) => {
    const body = '# Tea\n\nText.\n';
    const { run, move, read } = await makeSite({ 'content/2026-01-01-old.md': header + body });
    await run('build');
    await move('content/2026-01-01-old.md', 'content/2026-01-01-new.md');
    const before = await run('build');
    expect([before.code, before.err]).toEqual([0, expect.stringContaining('moved-slug')]);
    expect(before.err).toContain('the former slug `old`');
    const { code, out } = await run('check', '--fix', '--max-warnings', '0');
    const id = hashId('old');
    expect([code, out]).toEqual([0, expect.stringContaining(`Wrote the id ${id} and the alias old into content/`)]);
    expect(await read('content/2026-01-01-new.md')).toBe(fixed.replace('%', String(id)) + body);
    expect((await run('build')).err).toBe('');
  });

  test.each([
    ['YAML', '---\r\nid: 7 # n\r\ndate: % # w\r\n---\r\nText.\r\n'],
    ['YAML in quotes', "---\n'date': '%'\n---\nText.\n"],
    ['TOML', '+++\nx = 1\ndate = "%"\n+++\nText.\n'],
    ['lines', 'Title: T\nDate: %\n\nText.\n'],
  ])('--fix writes the moment of a clock with one slip: %s', async (_, text) => {
    const file = text.replace('%', '2019-04-03 00:10::00 +0200');
    const { read, run } = await makeSite({ 'content/a.md': file });
    expect((await run('check')).err).toContain('write `');
    const { code, out } = await run('check', '--fix', '--max-warnings', '0');
    expect([code, out]).toEqual([0, expect.stringContaining('Wrote the date 2019-04-02T22:10:00Z into content/a.md.')]);
    expect(await read('content/a.md')).toBe(text.replace('%', '2019-04-02T22:10:00Z'));
  });

  test('--fix writes the new path of a renamed file into the links of others', async () => {
    const links = '[a](old.md) and [b](./old.md#tea "x"), ![c](other.md)\n\n[d][r]\n\n[r]: old.md\n';
    const { move, read, run } = await makeSite({
      'content/old.md': good,
      'content/other.md': good,
      'content/links.md': `---\r\ndate: 2026-01-01\r\n---\r\n${links}`,
    });
    await run('build');
    await move('content/old.md', 'content/new tea.md');
    const { err } = await run('check');
    expect(err).toContain('The file was renamed. Write `new%20tea.md`, as galley check --fix does.');
    expect(err).toContain('the image other.md, which is an article');
    const { out } = await run('check', '--fix');
    expect(out).toContain('Wrote the link to new%20tea.md into content/links.md.');
    expect(await read('content/links.md')).toBe(
      `---\r\ndate: 2026-01-01\r\n---\r\n${links.replace(/(?:\.\/)?old\.md/g, 'new%20tea.md')}`,
    );
    expect((await run('check')).err).not.toContain('broken-link');
  });

  test('a release elsewhere is the one that --out names', async () => {
    const { move, run } = await makeSite({ 'content/old.md': good });
    await run('build', '--out', 'elsewhere');
    await move('content/old.md', 'content/new.md');
    expect((await run('check', '--out', 'elsewhere')).err).toContain('moved-slug');
    const { code, out } = await run('diff', '--out', 'elsewhere', '--site', 'https://e.org');
    expect([code, out]).toEqual([0, expect.stringContaining('https://e.org')]);
  });

  test('--fix leaves a header alone that cannot take a line, and says so', async () => {
    const [first = '', second = ''] = twins;
    const flow = '---\n{layout: post}\n---\nText.\n';
    const { read, run } = await makeSite({
      [`content/2026-01-01-${first}.md`]: good,
      [`content/2026-01-01-${second}.md`]: flow,
    });
    const { err } = await run('check', '--fix');
    expect(err).toMatch(
      /galley cannot write the id \d+ into this file without changing something else\. Write it yourself/,
    );
    expect(await read(`content/2026-01-01-${second}.md`)).toBe(flow);
  });
});

test('a video longer than the longest buffer is checked like any other asset', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const { folder, run } = await makeSite({
    'content/a.md': '---\npublish_at: 2026-01-02\n---\n![video](f.mp4)\n',
    'content/f.mp4': '',
  });
  // It has no bytes on the disk.
  await truncate(join(folder, 'content/f.mp4'), 2.2e9);
  expect(await run('check')).toMatchObject({ code: 0, err: '' });
});

describe('galley new', () => {
  test('begins a draft that a build takes, and never writes over a file', async () => {
    const { run, read, write } = await makeSite();
    const title = 'Tea: "hot", 日本 & more';
    const { code, out, err } = await run('new', title);
    expect([code, out]).toEqual([0, 'content/tea-hot-日本-more.md\n']);
    expect(err).toContain('draft');
    const text = await read(out.trim());
    expect(parse(text.split('---')[1] ?? '')).toMatchObject({ title, draft: true, id: expect.any(Number) });
    const check = await run('check', '--max-warnings', '0');
    expect([check.code, check.out]).toEqual([
      0,
      expect.stringMatching(/^1 Markdown file, 0 articles, 1 draft\.\n`draft` hides 1 of 1 file,/),
    ]);
    await write({ [out.trim()]: `${text.replace('draft: true\n', '')}Text.\n` });
    expect((await run('check', '--max-warnings', '0')).out).toBe('1 Markdown file, 1 article.\n');
    const again = await run('new', title);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('exists already')]);
    expect(await read(out.trim())).not.toContain('draft');
  });

  const toDay = (): string => new Date().toISOString().slice(0, 10);
  /** With DAY or D/A/Y in the place of that day, or of today: a test may go on past midnight. */
  const hideDay = (text: string, from: string): string =>
    [from, toDay()].reduce(
      (rest, day) => rest.replaceAll(day, 'DAY').replaceAll(day.replaceAll('-', '/'), 'D/A/Y'),
      text,
    );
  test.each<[string, Record<string, string>, string, string]>([
    [
      'Jekyll',
      {
        '_posts/2025-01-01-a.md': '---\nlayout: post\ntitle: A\ntags: [x]\n---\nA',
        '_posts/2025-02-01-b.md': '---\nlayout: post\ntitle: B\ntags: [y]\nimage: b.png\n---\nB',
        '_posts/2025-03-01-c.md': '---\nlayout: post\ntitle: C\ntags: [z]\n---\nC',
        '_drafts/d.md': '---\ntitle: D\n---\nD',
      },
      '_posts/DAY-tea.md',
      '---\nlayout: post\ntitle: Tea\ntags: []\ndraft: true\n---\n\n',
    ],
    [
      'Hugo',
      {
        'post/a/index.md': '+++\ntitle = "A"\ndate = 2025-01-01\ndraft = false\n+++\nA',
        'post/b/index.md': '+++\ntitle = "B"\ndate = 2025-02-01\ndraft = false\n+++\nB',
        'about.md': '+++\ntitle = "About"\ndate = 2020-01-01\n+++\n',
      },
      'post/tea/index.md',
      '+++\ntitle = "Tea"\ndate = DAY\ndraft = true\n+++\n\n',
    ],
    [
      'Astro',
      {
        'blog/a.md': '---\ntitle: A\npubDatetime: 2025-01-01T10:00:00Z\ndescription: About A\nauthor: Me\n---\nA',
        'blog/b.md': '---\nauthor: Me\ntitle: B\ndescription: About B\npubDatetime: 2025-02-01T10:00:00Z\n---\nB',
      },
      'blog/tea.md',
      '---\nauthor: Me\ntitle: Tea\ndescription: ""\npubDatetime: NOW\ndraft: true\n---\n\n',
    ],
    [
      'folders of days, numbers and a switch',
      {
        '2025/01/02/a.md': '---\nid: 7\ntitle: A\ndate: 2025/01/02\npublished: true\n---\nA',
        '2025/11/02/b.md': '---\nid: 8\ntitle: B\ndate: 2025/11/02\npublished: false\n---\nB',
      },
      'D/A/Y/tea.md',
      '---\nid: 9\ntitle: Tea\ndate: D/A/Y\npublished: false\n---\n\n',
    ],
    [
      'JSON',
      { 'a.markdown': '{\n"title": "A",\n"publishDate": "2025-01-01",\n"tags": ["x"]\n}\n\nA' },
      'tea.markdown',
      '{\n  "title": "Tea",\n  "publishDate": "DAY",\n  "tags": [],\n  "draft": true\n}\n\n',
    ],
    [
      'Pelican',
      { 'a.md': 'Title: A\nDate: 2025-01-01 10:00\nCategory: x\n\nA', 'b.md': 'Title: B\nDate: 2025-01-02 10:00\n\nB' },
      'tea.md',
      'Title: Tea\nDate: TIME\nCategory: \ndraft: true\n\n',
    ],
  ])('goes where the articles of %s are, under their keys', async (_title, files, path, text) => {
    const { read, run } = await makeSite(
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`content/${name}`, `${content}\n`])),
    );
    const day = toDay();
    const { code, out, err } = await run('new', 'Tea');
    expect([code, hideDay(out, day)]).toEqual([0, `content/${path}\n`]);
    expect(err).toMatch(/To publish it, remove `"?(?:draft|published)/);
    const written = await read(out.trim());
    const withoutTime = written.replace(/\d{4}-\d\d-\d\dT[\d:]+Z/, 'NOW').replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'TIME');
    expect(hideDay(withoutTime, day)).toBe(text);
    const check = await run('check', '--max-warnings', '0', '--format', 'json');
    const { problems, others } = JSON.parse(check.out);
    expect(problems.filter((problem: Problem) => problem.path.includes('tea'))).toEqual([]);
    expect(Object.keys(others).join()).toMatch(/draft|unpublished/);
  });

  test('begins a post in a folder of Jekyll that is empty', async () => {
    const { run } = await makeSite({ '_posts/.gitkeep': '' });
    expect((await run('init')).out).toContain('into _posts/');
    const day = toDay();
    expect(hideDay((await run('new', 'Tea')).out, day)).toBe('_posts/DAY-tea.md\n');
  });

  test.each(['!!!', '42', ''])('a title that makes no name: %j', async (title) => {
    const { run } = await makeSite();
    expect(await run('new', title)).toMatchObject({
      code: 2,
      err: expect.stringContaining('from which no file name can be made'),
    });
  });
});

describe('fields that no setting declares', () => {
  const shared =
    'layout: post\nheroImage: //a.example/a.png\nhero-image-alt: A\ncover_alt_text: A\nshots: [//a.example/a.png]';
  const headers = [
    `Series: Two\nfeatured: 1\nphoto: https://b.example/a.png\nnotes: [a, b]\nonce: 1\nhome: https://a.example\nmeta: {a: 1}\ncode: 007`,
    `series: 5\nfeatured: no\nphoto: {src: //b.example/b.jpg}\nnotes: c\nhome: mailto:a@b.example\nmeta: {}\ncode: 8`,
    `series: x\nfeatured: yes\nphoto: //b.example/c.webp\nnotes: d\nhome: //c.example\nmeta: {b: 2}\nempty:\ncode: 10`,
  ].map((header) => `${header}\n${shared}`);
  const files = Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name, i) => [`content/${name}.md`, good.replace('---\n', `---\n${headers[i] ?? ''}\n`)]),
  );
  const found = [
    ...['Series: text', 'code: text', 'featured: boolean', 'home: url', 'meta: any', 'notes: list', 'photo: image'],
    'shots: images',
  ];

  test('are named once by `check`, with their numbers, and a line that declares them', async () => {
    const { run, json, write } = await makeSite(files);
    const said = (await run('check')).out.replace(/\s+/g, ' ');
    const named = found.map((field) => `${field.split(':', 1)} (3 articles)`);
    expect(said.split('Fields that readers do not get: ').length).toBe(2);
    expect(said).toContain(`do not get: ${named.join(', ')}. If they may be public, write`);
    expect(said).toContain(`\`fields: {${found.join(', ')}}\` in galley.config.yaml`);
    expect((await json('check')).undeclared[0]).toEqual({ name: 'Series', articles: 3, type: 'text' });
    expect((await run('check', '--format', 'github')).out).toBe('');
    await write({ 'galley.config.yaml': `fields: {${found.join(', ')}}\n` });
    const { code, out } = await run('check', '--max-warnings', '0');
    expect([code, out]).toEqual([0, expect.not.stringContaining('readers do not get')]);
  });

  test('are proposed by `init` as comments, which are right without their marks', async () => {
    const { run, read, write } = await makeSite(files);
    await run('init');
    const text = await read('galley.config.yaml');
    expect(text).toContain('\n# fields:\n#   Series: text  # in 3 articles\n');
    await write({ 'galley.config.yaml': text.replace(/^# (?=fields:| {2})/gm, '') });
    expect((await run('check')).out).not.toContain('readers do not get');
  });
});

describe('galley init', () => {
  test('finds the articles of a repository, keeps its public folder and its .gitignore, and builds', async () => {
    const posts = Array.from({ length: 12 }, (_, i) => [`site/blog/2026/post-${i}.md`, good]);
    const { folder, read, run } = await makeSite({
      ...Object.fromEntries(posts),
      'site/blog/2025/old.md': good,
      'README.md': '# A project\n',
      'public/logo.svg': '<svg/>',
      '.gitignore': 'node_modules',
      'node_modules/other/2026-01-01-a.md': good,
    });
    const { code, out } = await run('init');
    expect([code, out]).toEqual([0, expect.stringContaining('13 articles in site/blog/.')]);
    expect(await read('.gitignore')).toBe('node_modules\n/galley-release/\n/galley.keys.json\n');
    expect((await run('build')).code).toBe(0);
    await readFile(join(folder, 'galley-release/api/v1/release.json'));
    expect((await run('init')).code).toBe(2);
  });

  test('counts what is in the folder, skips templates, and reports files that it does not read', async () => {
    const posts = Array.from({ length: 40 }, (_, i) => [`blog/post-${i}.md`, good]);
    const templates = ['post', 'page'].map((name) => [
      `scaffolds/${name}.md`,
      '---\ntitle: {{ title }}\ndate: {{ date }}\n---\n',
    ]);
    const files = { ...Object.fromEntries([...posts, ...templates]), 'news/a.md': good, 'blog/b.mkd': good };
    const { out } = await (await makeSite(files)).run('init');
    expect(out).toContain('40 articles in blog/.\n1 more file of Markdown');
  });

  test('takes the folder of a release for what it is', async () => {
    const { read, run } = await makeSite({ 'content/a.md': good });
    await run('build');
    await run('init');
    expect(await read('galley.config.yaml')).toContain('\nout: "public"\n');
  });

  test('names the folder of images beside the content folder, as a check does', async () => {
    const text = good.replace('Text.', 'A ![stone](../images/deep/stone.jpg).');
    const { run } = await makeSite({
      'source/_posts/a.md': text,
      'source/_posts/b.md': text,
      'source/images/deep/stone.jpg': 'x',
    });
    const { err } = await run('check', '--content', 'source/_posts');
    expect(err).toContain('which is outside the content folder');
    expect(err).toContain('`content: [source/_posts, source/images]`');
    const { out } = await run('init');
    expect(out).toContain('2 articles in source/_posts/.\nTheir images are in source/images');
    expect((await run('check', '--max-warnings', '0')).code).toBe(0);
    expect((await run('new', 'Tea')).out).toBe('source/_posts/tea.md\n');
  });

  test('finds articles that have an error each', async () => {
    const { run } = await makeSite({ 'blog/a.md': '---\ndate: 10:00 24/02/2026\n---\n', 'README.md': '# A' });
    expect((await run('init')).out).toContain('1 article in blog/.');
  });

  test.skipIf(!hasCommand('git'))(
    'takes dates from git where most files have none',
    { tags: ['program'] },
    async () => {
      const notes = Object.fromEntries(
        Array.from({ length: 6 }, (_, i) => [`notes/n${i}.md`, `# Note ${i}\n\nText.\n`]),
      );
      const { folder, run } = await makeSite({ ...notes, 'notes/a.md': good, 'README.md': '# A\n' });
      await promisify(execFile)(
        'bash',
        ['-c', 'git init -q . && git add . && git -c user.name=a -c user.email=a@b.example commit -qm a'],
        { cwd: folder },
      );
      const { out } = await run('init');
      expect(out).toContain(
        '7 articles in notes/.\nMost files have no date, so `gitDates: true` is set: dates then come from git commits.',
      );
      expect((await run('build')).out).toMatch(/^7 Markdown files, 7 articles\.\n/);
    },
  );

  test('finds none in a release', async () => {
    const { run, write } = await makeSite({ 'blog/a.md': good });
    await run('build', '--content', 'blog');
    await write({ 'public/media/b.md': good });
    expect((await run('init')).out).toContain('1 article in blog/.');
  });

  test('says how many files are invalid', async () => {
    const { run } = await makeSite({ 'blog/a.md': good, 'blog/b.md': bad, 'blog/c.md': '---\ndate: [\n---\n' });
    expect((await run('init')).out).toContain('2 files are invalid. All others are published.\n');
    const built = await run('build');
    expect([built.code, built.out]).toEqual([1, expect.stringContaining('2 invalid files are skipped')]);
    const whole = await makeSite({ 'blog/a.md': good });
    expect((await whole.run('init')).out).not.toContain('invalid');
    expect(await whole.read('galley.config.yaml')).not.toContain('invalid');
  });

  test('begins where there is nothing yet', async () => {
    const { folder, read, remove, run } = await makeSite();
    await symlink('/', join(folder, 'loop'));
    expect((await run('init')).out).toContain('no article was found');
    expect((await run('new', 'Hello')).code).toBe(0);
    expect((await run('check')).code).toBe(0);
    await remove('galley.config.yaml');
    await run('init');
    expect(await read('.gitignore')).toBe('/public/\n/galley.keys.json\n/node_modules/.cache/galley/\n');
  });
});

describe('the schema of front matter', () => {
  const isValid = new Ajv2020({ allowUnionTypes: true }).compile(toFrontMatterSchema());

  test('is written with each build', async () => {
    const { read, run } = await makeSite({ 'content/a.md': good });
    await run('build');
    const text = await read('public/front-matter.schema.json');
    expect(JSON.parse(text)).toEqual(toFrontMatterSchema());
  });

  test('knows the names that are configured', async () => {
    const { read, run } = await makeSite({
      'content/a.md': good,
      'galley.config.yaml': 'frontMatter:\n  title: [heading]\n',
    });
    await run('build');
    const schema = JSON.parse(await read('public/front-matter.schema.json'));
    expect(schema.properties.heading.description).toBe('Read as `title`.');
  });

  test('takes what the build takes', async () => {
    for (const name of ['writing-an-article', 'moving-a-folder', 'problems/bad-date']) {
      const text = await readFile(join(root, 'content', `${name}.md`), 'utf8');
      expect(isValid(parse(text.split('---')[1] ?? ''))).toBe(true);
    }
    for (const value of [
      { id: 7 },
      { id: 'post-7' },
      { seo: { title: 'T' } },
      { tags: ['a'] },
      { title: null },
      { permalink: false },
    ]) {
      expect(isValid(value), JSON.stringify(value)).toBe(true);
    }
  });

  test.each([
    { id: 1.5 },
    { title: ['a'] },
    { publish_at: 2026 },
    { draft: 'perhaps' },
    { aliases: { a: 1 } },
    { seo: { title: [] } },
  ])('and not %j', (value) => {
    expect(isValid(value)).toBe(false);
  });
});

test('daily notes of a vault are said to be articles, and `init` excludes them', async () => {
  const { run, write } = await makeSite();
  const dated = '---\ndate: 2026-01-02\n---\nText\n';
  await write({
    '.obsidian/daily-notes.json': '{"folder":"My Journal/Days"}',
    'a.md': dated,
    'My Journal/Days/2026-01-02.md': 'Text\n',
    'My Journal/Days/2026/2026-01-03.md': 'Text\n',
    'My Journal/b.md': dated,
  });
  const told =
    '2 articles in My Journal/Days/ are daily notes. If they are private, write `exclude: ["My Journal/Days"]` in galley.config.yaml.\n';
  expect((await run('check', '--content', '.')).out).toContain(told);
  expect((await run('init')).out).toContain('My Journal/Days/ holds daily notes, so it is excluded.\n');
  const { out } = await run('check');
  expect(out).toContain('2 Markdown files, 2 articles.\n');
  expect(out).not.toContain('daily');
});

test('the dialects of the folder are printed, and a setting turns them off and on', async () => {
  const { json, remove, run, write } = await makeSite({
    'content/.obsidian/app.json': '{}',
    'content/a.md': '---\nid: 1\npublish_at: 2026-01-01\n---\na %%b%% [[a]]\n',
  });
  const build = async () => await json('build');
  expect((await run('check')).out).toBe('1 Markdown file, 1 article.\nDialects: obsidian.\n');
  expect((await run('build')).out).toMatch(/^1 Markdown file, 1 article\.\nDialects: obsidian\.\nRelease /);
  expect((await json('check')).dialects).toEqual(['obsidian']);
  const first = await build();
  expect(first.dialects).toEqual(['obsidian']);

  await write({ 'galley.config.yaml': 'dialects: {obsidian: false}\n' });
  const second = await build();
  expect(second.dialects).toEqual([]);
  expect(second.written.release).not.toBe(first.written.release);

  await remove('content/.obsidian');
  await write({ 'galley.config.yaml': 'dialects: {obsidian: true}\n' });
  expect((await build()).written.release).toBe(first.written.release);
});

test('a content folder outside of the working directory is searched for dialects up to the top of its repository', async () => {
  const post = '---\ntitle: T\npublish_at: 2026-01-01\n---\nOne\ntwo\n';
  const { folder, remove } = await makeSite({
    'site/.git/HEAD': '',
    'site/scaffolds/a.md': '',
    'site/source/a.md': post,
    'work/x': '',
  });
  const { out } = await galley(join(folder, 'work'), ['build', '--content', '../site/source']);
  expect(out).toContain('\nDialects: hexo.\n');
  await remove('site/.git');
  expect((await galley(join(folder, 'work'), ['build', '--content', '../site/source'])).out).not.toContain('Dialects');
});

test('where most files have no date, one message says where dates were looked for, and an empty build ends with 1', async () => {
  const undated = Object.fromEntries([1, 2, 3, 4].map((i) => [`content/a${i}.md`, '---\ntitle: T\n---\nText.\n']));
  const { run, write } = await makeSite(undated);
  const built = await run('build');
  expect([built.code, built.err.match(/no date/g)]).toEqual([1, ['no date']]);
  expect(built.err).toMatch(
    /^4 of 4 files have no date, so they are not published\. Galley looked for a date\n {2}in the header: /,
  );
  expect((await run('build', '--allow-empty')).code).toBe(0);
  expect((await run('check', '--all')).err.match(/no-date$/gm)).toHaveLength(4);
  await write(Object.fromEntries([1, 2, 3, 4].map((i) => [`content/b${i}.md`, good])));
  const { err, code } = await run('build');
  expect([code, err.match(/ {2}warning {2}no-date$/gm)?.length]).toEqual([0, 1]);
  expect(err).toContain('\n3 more no-date, in 4 files in total.');
});
