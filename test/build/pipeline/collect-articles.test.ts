import { expect, test } from 'vitest';
import { makeProject } from '../../support/project.ts';

const post = (body: string, header = '') => `---\npublish_at: 2026-01-02\n${header}---\n${body}\n`;
const badDate = (body = 'Text.') => `---\npublish_at: 2026-02-30\n---\n${body}\n`;
const badYaml = '---\ntitle: [\ndate: soon\n---\nText.\n';

test.each([
  ['a date that does not exist', 'b.md', badDate()],
  ['a header that cannot be read', 'b.md', badYaml],
  ['a body that cannot be rendered', 'b.md', post(`${'> '.repeat(200)}deep`)],
  ['an id that an older article has', 'b.md', post('B', 'id: 7\n')],
])('a file with %s is skipped, and all others are published', async (_, path, text) => {
  const { build, article } = await makeProject({ 'a.md': post('A', 'id: 7\n'), [path]: text, 'c.md': post('C') });
  const result = await build();
  expect(result).toMatchObject({ files: 3, articles: 2, invalid: [{ path, isOlder: false, isWithdrawn: false }] });
  expect(result.written).not.toBeNull();
  expect([await article('a'), await article('b'), await article('c')]).toEqual([
    expect.objectContaining({ id: 7 }),
    null,
    expect.objectContaining({ slug: 'c' }),
  ]);
  expect(await build({ invalid: 'fail' })).toMatchObject({ written: null, articles: 2, invalid: [{ path }] });
});

test('a link to a file that is skipped is reported, keeps the article in, and is right once the file is fixed', async () => {
  const { write, build, article } = await makeProject({
    'a.md': post('One\n\n[b](b.md), [c](c.md#part) and [d](d.md)'),
    'b.md': badDate(),
    'c.md': badYaml,
    'd.md': post(`${'> '.repeat(200)}deep`),
  });
  const told = (await build()).problems.filter(({ path }) => path === 'a.md');
  expect(told.map(({ severity, line, column, found }) => [severity, line, column, found.split(',')[0]])).toEqual([
    ['warning', 6, 5, 'a link to b.md'],
    ['warning', 6, 16, 'a link to c.md'],
    ['warning', 6, 35, 'a link to d.md'],
  ]);
  const before = await article('a');
  expect(before?.html).toContain('href="https://a.example/blog/b/"');
  expect(before?.html).toContain('href="https://a.example/blog/c/#part"');
  expect((await build({ invalid: 'fail' })).problems.filter(({ path }) => path === 'a.md')).toEqual([]);
  await write({ 'b.md': post('B'), 'c.md': post('## Part'), 'd.md': post('D') });
  expect((await build()).problems).toEqual([]);
  expect(await article('a')).toEqual(before);
});

test('images of an article that is skipped are not published', async () => {
  const { write, build, media } = await makeProject({
    'a.md': post('![a](a.png)', 'image: cover.png\n'),
    'b.md': badDate('![b](b.png) ![a](a.png)'),
    ...{ 'a.png': 'a', 'b.png': 'b', 'cover.png': 'c' },
  });
  const names = async () => (await media()).map((name) => name[0]).sort();
  await build();
  expect(await names()).toEqual(['a', 'c']);
  await write({ 'b.md': post('![b](b.png) ![a](a.png)') });
  await build();
  expect(await names()).toEqual(['a', 'b', 'c']);
});

const later = post('2').replace('2026-01', '2026-05');
const dated = '---\ntitle: [\ndate: 2026-01-02\n---\nText.\n';

test.each([
  ['without a date that exists', { 'blog/x.md': post('1'), 'docs/x.md': later }, 'blog/x.md', badDate()],
  ['whose header cannot be read', { 'blog/x.md': post('1'), 'docs/x.md': later }, 'blog/x.md', dated],
  ['dated by its name', { '2024-01-01-x.md': post('1'), 'docs/x.md': later }, '2024-01-01-x.md', badYaml],
  ['that is newer', { 'blog/x.md': post('2'), 'a/x.md': later.replace('2\n', '1\n') }, 'a/x.md', badYaml],
  ['with its alias', { 'a.md': post('1', 'slug: old\n'), 'b.md': post('2', 'aliases: [old]\n') }, 'a.md', badYaml],
])(
  'no other article gets another id or slug while a file of the same name %s is invalid',
  async (_, files, path, invalid) => {
    const { write, build, article } = await makeProject(files);
    await build();
    const slugs = ['x', 'docs-x', '2024-01-01-x', 'blog-x', 'b'];
    const names = async () => {
      const found = await Promise.all(slugs.map(async (slug) => (await article(slug))?.html.includes('<p>2</p>')));
      return slugs.filter((_, i) => found[i] === true);
    };
    const before = await names();
    expect(before).toHaveLength(1);
    await write({ [path]: invalid });
    expect(await build()).toMatchObject({ articles: 1 });
    expect(await names()).toEqual(before);
  },
);

test('an invalid file is reported with its own errors, and no guess about its names', async () => {
  const { build } = await makeProject({
    'a.md': post('A', 'id: 7\n'),
    'b.md': badDate().replace('publish_at', 'id: 7\npublish_at'),
  });
  expect((await build()).problems.map(({ path, code }) => [path, code])).toEqual([['b.md', 'bad-date']]);
});
