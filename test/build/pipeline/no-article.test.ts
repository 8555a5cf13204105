import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildOnce } from '../../../build/pipeline/builder.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

/** What a build without writing says of files. */
async function check(files: Record<string, string>) {
  const folder = await makeFolder();
  const content = join(folder, 'content');
  await writeFiles(content, files);
  const [out, cache] = [join(folder, 'public'), join(folder, 'cache')];
  const options = { content, out, cache, site: 'https://a.example', articleUrl: '{site}/{slug}', trustedHtml: false };
  const result = await buildOnce({ ...options, now: Date.UTC(2026, 5, 1) / 1000, write: 'nothing' });
  const problems = result.problems.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
  return { articles: result.articles, others: result.others, problems };
}

describe('a header that cannot be parsed', () => {
  test.each([
    ['an open quote', '---\ntitle: "A\nlayout: x\n---\nText\n', 'front-matter-syntax'],
    ['no end', '---\ntitle: A\nText, and a date: never\n', 'front-matter-unclosed'],
    ['a list in front of it', '---\n- A\n---\nDate: 5 May\n', 'front-matter-not-a-mapping'],
    ['keys that hide twice', '---\ndraft: true\ndraft: false\n---\n', 'duplicate-key'],
    ['JSON', '{"title": "A", "tags": [}\n', 'front-matter-syntax'],
    ['a brace in a title', '---\ntitle: {#if ...}\n---\nText\n', 'front-matter-syntax'],
  ])('is no error in a file without a date: %s', async (_, text, code) => {
    const { articles, others, problems } = await check({ 'a.md': text });
    expect({ articles, others }).toEqual({ articles: 0, others: { 'no-date': 1 } });
    expect(new Set(problems)).toEqual(new Set([`warning ${code} a.md`]));
  });

  test.each([
    ['in the header', 'a.md', '---\ntitle: "A\ndate: 2024-01-01\n---\nText\n'],
    ['in TOML', 'a.md', '+++\ntitle = A\ndate = 2024-01-01\n+++\nText\n'],
    ['in JSON', 'a.md', '{"title": "A" "date": "2024-01-01"}\n'],
    ['that does not exist', 'a.md', '---\ntitle: "A\ncreated_on: 2024-02-30\n---\nText\n'],
    ['in the path', '2024/05-06-a.md', '---\ntitle: "A\n---\nText\n'],
    ['in an address', 'a.md', '---\ntitle: "A\npermalink: /2016/07/25/a/\n---\nText\n'],
  ])('is an error in a file with a date %s', async (_, path, text) => {
    const { problems } = await check({ [path]: text });
    expect(problems).toEqual([expect.stringMatching(/^error front-matter-/)]);
  });
});

test('templates are no articles, wherever a program keeps them, and nothing in them is wrong', async () => {
  const dated = '---\ndate: 2024-01-01\n---\nText\n';
  const { articles, others, problems } = await check({
    'a.md': dated,
    'archetypes/default.md': '---\ntitle: "{{ replace .Name "-" " " | title }}"\ndate: {{ .Date }}\n---\n',
    'posts/hugo.md': '---\ntitle: "{{ replace .Name "-" " " | title }}"\ndate: {{ .Date }}\n---\n',
    '.obsidian/templates.json': '{"folder": "/Meta/Forms/"}',
    'Meta/Forms/daily.md': dated,
    'Other/Forms/daily.md': dated,
    'Templates/broken.md': '---\ntitle: "A\ndate: 2024-01-01\n---\n',
    'x/_templates/y.md': dated,
  });
  expect({ articles, others, problems }).toEqual({ articles: 2, others: { template: 5 }, problems: [] });
});
