import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSite } from '../support/site.ts';

const post = (title: string, more = '') => `---\ntitle: ${title}\ndate: 2024-01-15 09:00:00\n${more}---\nText\n`;

test('what a program hides is said by each command, and is a removal where readers have it', async () => {
  const { json, run, write } = await makeSite({
    'hugo.toml': 'timeZone = "America/New_York"\nrenderSegments = ["a"]\n',
    'content/blog/a.md': post('A'),
    'content/blog/b.md': post('B'),
    'content/c.md': post('C'),
    'content/d.md': post('D', 'draft: true\n'),
  });
  const first = await run('build');
  expect(first.out).toContain('Dialects: hugo. Time zone: America/New_York (hugo.toml).\n');
  expect(first.out).toContain(
    '`draft` hides 1 of 4 files, such as content/d.md.\n' +
      'To publish what a rule hides, write its name under `notHiding` in galley.config.yaml.\n' +
      'hugo.toml: `renderSegments` was not read: Galley runs no code, and reads settings in UTF-8 that are whole and not too long.',
  );
  await write({ 'content/blog/_index.md': '---\ncascade:\n  draft: true\n---\n' });
  const line = '`hugo-cascade` (content/blog/_index.md) hides 2 of 4 files, such as content/blog/a.md.';
  for (const command of ['check', 'diff']) expect((await run(command)).out).toContain(line);
  const { changes, hiding, unread } = await json('diff');
  expect(changes.removed.map(({ slug }: { slug: string }) => slug).sort()).toEqual(['a', 'b']);
  expect([hiding[0], unread]).toEqual([
    { rule: 'hugo-cascade', hidden: 2, files: 4, path: 'content/blog/a.md', from: 'content/blog/_index.md' },
    [{ file: 'hugo.toml', setting: 'renderSegments' }],
  ]);
  const refused = await run('build', '--max-removed', '1');
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('This takes 2 of 3 articles from readers: '),
  ]);
  expect((await run('build')).out).toContain(line);
  await write({ 'galley.config.yaml': 'notHiding: hugo-cascade\n' });
  expect(await json('check')).toMatchObject({ articles: 3 });
  await write({ 'galley.config.yaml': 'notHiding: hugo-cascades\n' });
  expect(await run('check')).toMatchObject({ code: 2, err: expect.stringContaining('hugo-cascade?') });
});

test('init writes the time zone of the site', async () => {
  const { read, run } = await makeSite({
    '_config.yml': 'timezone: Europe/Vienna\n',
    '_posts/2024-01-15-a.md': post('A'),
  });
  await run('init');
  expect(await read('galley.config.yaml')).toContain('\ntimeZone: Europe/Vienna\n');
});

test('a program whose rules are not read is named, with the command that compares', async () => {
  const { json, run } = await makeSite({ '_quarto.yml': '', 'antora.yml': '', 'content/a.md': post('A') });
  const line =
    'This looks like Antora, Quarto, whose rules are not read, so what it hides may be an article. ' +
    'Compare with your site: `galley check --sitemap FILE|URL`.\n';
  for (const command of ['check', 'build']) expect((await run(command)).out).toContain(line);
  const { otherPrograms } = await json('check');
  expect(otherPrograms).toEqual(['Antora', 'Quarto']);
});

test.each([
  [
    'mkdocs-encrypted',
    'mkdocs.yml',
    'plugins: [{encryptcontent: {password_inventory: {staff: s3cret-word}}}]\n',
    'docs/b.md',
    'level: staff\n',
  ],
  [
    'hexo-encrypted',
    '_config.yml',
    'public_dir: a\nencrypt: {tags: [{name: diary, password: s3cret-word}]}\n',
    'source/_posts/b.md',
    'tags: [diary]\n',
  ],
  [
    'vitepress-encrypted',
    '.vuepress/theme.ts',
    "export default hopeTheme({ encrypt: { config: { '/b': 's3cret-word', ...more } } });\n",
    'b.md',
    '',
  ],
])('%s hides an article, and nothing shows it or its password', async (rule, settings, text, path, more) => {
  const { folder, run, write } = await makeSite();
  const hidden = post('B', more).replace('Text', 'Diary-of-b');
  await write({ [settings]: text, [path]: hidden, [path.replace('b.md', 'a.md')]: post('A') });
  const written = [];
  for (const command of [['build'], ['check'], ['check', '--format', 'json'], ['diff'], ['build']])
    written.push(await run(...command, '--content', '.'));
  expect(written[0]?.out).toContain(`\`${rule}\` (${settings}) hides 1 of 2 files, such as ${path}.`);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const file of files.filter((each) => each.isFile() && ![settings, path].some((own) => own.endsWith(each.name))))
    written.push(await readFile(join(file.parentPath, file.name), 'latin1'));
  expect(JSON.stringify(written)).not.toMatch(/s3cret-word|Diary-of-b/);
});
