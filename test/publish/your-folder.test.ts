import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, writeFiles } from '../support/command.ts';
import { makeProject } from '../support/project.ts';

/** A site of each program that the page names: its settings, an article at the slug `tea`, and a draft. */
const sites: Record<string, (folder: string) => Record<string, string>> = {
  Astro: (folder) => ({
    'astro.config.mjs': 'export default {};\n',
    [`${folder}/tea.md`]: "---\ntitle: 'Tea'\npubDate: 'Jul 08 2022'\nheroImage: './p.png'\n---\n![p](./p.png)\n",
    [`${folder}/p.png`]: 'p',
    [`${folder}/later.md`]: '---\ntitle: Later\npubDate: 2022-07-09\ndraft: true\n---\nText\n',
  }),
  Hexo: (folder) => ({
    '_config.yml': 'source_dir: source\n',
    'scaffolds/post.md': '---\ntitle: {{ title }}\n---\n',
    [`${folder}/tea.md`]: 'title: Tea\ndate: 2022-07-08 10:00:00\n---\n{% asset_img p.png %}\n',
    [`${folder}/tea/p.png`]: 'p',
    'source/_drafts/later.md': '---\ntitle: Later\n---\nText\n',
  }),
  Jekyll: (folder) => ({
    '_config.yml': 'title: Site\n',
    [`${folder}/2022-07-08-tea.md`]: '---\nlayout: post\ntitle: Tea\n---\n![p](/p.png)\n',
    'p.png': 'p',
    [`${folder}/2022-07-09-later.md`]: '---\ntitle: Later\npublished: false\n---\nText\n',
  }),
  Hugo: (folder) => ({
    'hugo.toml': 'title = "Site"\n',
    [`${folder}/tea/index.md`]: '+++\ntitle = "Tea"\ndate = 2022-07-08\n+++\n![p](p.png)\n',
    [`${folder}/tea/p.png`]: 'p',
    [`${folder}/later.md`]: '+++\ntitle = "Later"\ndate = 2022-07-09\ndraft = true\n+++\nText\n',
  }),
};

const page = await readFile(join(root, 'content/your-folder-as-an-api.md'), 'utf8');
const rows = [...page.matchAll(/^\| (\w+) \| `([^`]+)` \|/gm)].map(([, name = '', folder = '']) => [name, folder]);

test('the page names the programs of its title', () => {
  expect(rows.map(([name]) => name)).toEqual(Object.keys(sites));
  expect(page).toContain(`--content ../my-site/${rows[0]?.[1]}\n`);
});

test.each(rows)('a folder of %s, %s, is an API as it is', async (name, folder = '') => {
  const project = await makeProject();
  const site = join(project.folder, 'my-site');
  await writeFiles(site, sites[name ?? '']?.(folder) ?? {});
  const { problems, articles } = await project.build({ content: join(site, folder) });
  expect([problems.filter(({ severity }) => severity === 'error'), articles]).toEqual([[], 1]);
  const { title, publish_at, html } = await project.article('tea');
  expect([title, publish_at.slice(0, 10)]).toEqual(['Tea', '2022-07-08']);
  if (name !== 'Jekyll') expect(html).toMatch(/<img src="https:\/\/a\.example\/media\/p\.\w+\.png"/);
  expect(await project.get('/later')).toBeNull();
});
