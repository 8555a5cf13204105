import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectDialects, withDialectFolders } from '../../../../build/dialects/index.ts';
import { plainPath } from '../../../../build/front-matter/fields/path-name.ts';
import { defaultContentOptions } from '../../../../build/front-matter/options.ts';
import { writeFiles } from '../../../support/command.ts';
import { makeProject } from '../../../support/project.ts';
import { makeFolder } from '../../../support/server.ts';

const page = (body: string, more = '') => `---\ndate: 2026-01-02\n${more}---\n${body}\n`;

const files = {
  'docs/2-Git推送.md': page('[b](./02%20-%20a%20b.md) [c](./1_guide/3.c-d.mdx) [c](c-d)'),
  'docs/02 - a b.md': page('b'),
  'docs/1_guide/index.md': page('c'),
  'docs/1_guide/3.c-d.mdx': page('# Heading'),
  'docs/1_guide/4-c-d.md': page('d'),
  'docs/5-set.md': page('e', 'slug: 5-set\ntitle: 5-set\n'),
  'docs/2021-01-02-f.md': page('f'),
  'blog/7-g.md': page('g'),
};

const titles = async (settings: string | null, slugs: string[]) => {
  const { report, article, markdown } = await makeProject({
    ...files,
    ...(settings !== null && { 'docusaurus.config.js': settings }),
  });
  const problems = await report();
  const found = await Promise.all(slugs.map(async (slug) => (await article(slug)).title));
  return { problems, found, links: await markdown(slugs[0] ?? '') };
};

test('a number in front of a name is no part of title and slug', async () => {
  const slugs = ['Git推送', 'a-b', 'guide', 'c-d', 'c-d-2', '5-set', 'f', '7-g'];
  const { problems, found, links } = await titles('module.exports = {};', slugs);
  expect(found).toEqual(['Git推送', 'a b', 'Guide', 'Heading', 'C d', '5-set', 'F', '7 g']);
  expect(problems).toEqual(['docs/1_guide/4-c-d.md:1:1 slug-clash']);
  const site = 'https://a.example/blog';
  expect(links).toBe(`[b](${site}/a-b/) [c](${site}/c-d/) [c](${site}/c-d/)`);
});

test.each([null, 'docs: { numberPrefixParser: false }'])('it is where the settings are %j', async (settings) => {
  const { found } = await titles(settings, ['2-Git推送', '02-a-b', '1_guide', '4-c-d']);
  expect(found).toEqual(['2 Git推送', '02 - a b', '1 guide', '4 c d']);
});

test.each([
  ['docs', '', '1-a.md', 'a.md'],
  ['docs', '', '10__b/2 -. c/_3.md', 'b/c/_3.md'],
  ['docs', '', '1.md', '1.md'],
  ['docs', '', '1-.md', '1-.md'],
  ['docs', '', '2021-11-a/1.2-b/3_4.md', '2021-11-a/1.2-b/3_4.md'],
  ['docs', '', 'a1-b/1a.md', 'a1-b/1a.md'],
  ['blog', '', '1-a.md', '1-a.md'],
  ['blog', 'blog/authors.yml', '1-a.md', '1-a.md'],
  ['notes', 'notes/authors.yml', '1-a.md', '1-a.md'],
  ['.', '', 'src/pages/1-a.md', 'src/pages/1-a.md'],
  ['.', '', 'versioned_docs/version-1/1-a.md', 'versioned_docs/version-1/a.md'],
  ['i18n', '', 'de/docusaurus-plugin-content-docs/current/1-a.md', 'de/docusaurus-plugin-content-docs/current/a.md'],
  ['i18n', '', 'de/docusaurus-plugin-content-blog/1-a.md', 'de/docusaurus-plugin-content-blog/1-a.md'],
])('below %s, with %j, %s is %s', async (name, more, path, plain) => {
  const site = await makeFolder();
  const content = join(site, name);
  await writeFiles(site, {
    'docusaurus.config.ts': 'export default {};',
    [join(name, 'x.md')]: '',
    ...(more && { [more]: '' }),
  });
  const options = withDialectFolders(defaultContentOptions, detectDialects(content, {}, site), content);
  expect(plainPath(path, options)).toBe(plain);
});
