import { expect, test } from 'vitest';
import { writeFiles } from '../../support/command.ts';
import { makeProject as makeFolderProject } from '../../support/project.ts';

const makeProject = (files: Record<string, string> = {}) => makeFolderProject(files, { now: 0, write: 'nothing' });

const post = (body: string) => `---\npublish_at: 2026-01-01\n---\n${body}\n`;

test('an image or page that is missing names the nearest, as it has to be written', async () => {
  const { build, write } = await makeProject({
    'notes/a.md': post('![a](Stone.jpg) ![b](tree.png) [c](teh-tea.md) [d](../other/cake.md) ![e](nothing.gif)'),
    'notes/stone.jpg': 'x',
    'pictures/of woods/tree.png': 'x',
    'notes/the-tea.md': post('Tea.'),
    'cake.md': post('Cake.'),
  });
  const fixes = async () => (await build()).problems.map(({ fix }) => /nearest path is `(.*)`/.exec(fix)?.[1] ?? null);
  const found = ['stone.jpg', '../pictures/of%20woods/tree.png', 'the-tea.md', '../cake.md', null];
  expect(await fixes()).toEqual(found);
  await write({ 'notes/nothin.gif': 'x' });
  expect(await fixes()).toEqual([...found.slice(0, -1), 'nothin.gif']);
});

test('links to nothing are one warning in a file, with the nearest path of the first', async () => {
  const { build } = await makeProject({
    'notes/the-tea.md': post('[a](teh-tea) [b](../2024/cake.html) [c](the-tea) [d]({{ site.url }}/x)'),
    'b.md': post('[a](tea/)'),
  });
  const { problems } = await build();
  expect(problems.filter(({ code }) => code === 'broken-link')).toMatchObject([
    { path: 'b.md', line: 4, found: 'a link to tea/, which is neither the path nor the slug of an article' },
    {
      path: 'notes/the-tea.md',
      line: 4,
      found: expect.stringMatching(/^a link to teh-tea, .* \(and 1 more such links\)$/),
    },
  ]);
  expect(problems.find(({ path }) => path.startsWith('notes'))?.fix).toContain('The nearest path is `the-tea.md`');
});

test('images from the root of a website that are nowhere are one warning, from build to build', async () => {
  const lost =
    '![a](/images/a.png) ![b](/b) ![c](/found.png) ![d](/{{ x }}/d.png)\n\n<video src="/e.mp4"></video> [f](/f.png)';
  const { build, write } = await makeProject({
    'a.md': `---\npublish_at: 2026-01-01\nheader_image: /head.png\n---\n\n${lost}\n`,
    'notes/b.md': post('![a](/images/a.png)'),
    'static/found.png': 'x',
  });
  const found = async () =>
    (await build()).problems
      .filter(({ code }) => code === 'missing-root-image')
      .map(({ path, line, column, found }) => `${path}:${line}:${column} ${found}`);
  const all =
    'a.md:6:6 the image /images/a.png (and 4 more such images: a.md:6, a.md:8, a.md:3, …), which does not exist in the content folder';
  expect(await found()).toEqual([all]);
  expect(await found()).toEqual([all]);
  await write({ 'public/images/a.png': 'x', 'public/b': 'x', 'e.mp4': 'x' });
  expect(await found()).toEqual([
    'a.md:6:26 the image /b (and 1 more such image: a.md:3), which does not exist in the content folder',
  ]);
});

test('images from the root of a website that lie beside the content folder name its folder', async () => {
  const { folder, build } = await makeProject();
  await writeFiles(folder, { 'blog/a.md': post('![a](/gone.png) ![b](/images/a.png)'), 'static/images/a.png': 'x' });
  const before = process.cwd();
  try {
    process.chdir(folder);
    const { problems } = await build({ content: 'blog' });
    expect(problems).toMatchObject([
      {
        column: 22,
        found: 'the image /images/a.png (and 1 more such image: a.md:4), which is outside the content folder',
      },
    ]);
    expect(problems[0]?.fix).toContain('`content: [blog, static]`');
  } finally {
    process.chdir(before);
  }
});

test.each([
  ['a third', 10, true],
  ['less', 9, false],
])(
  'where links to headings lead to none, %s of all, one line says that other ids are meant',
  async (_, missed, isSaid) => {
    const links = Array.from({ length: 30 }, (_, i) => (i < missed ? '[a](#the_heading)' : '[a](#the-heading)'));
    const parts = [links.slice(0, 4), links.slice(4, 8), links.slice(8)];
    const files = parts.map((part, i) => [`${i}.md`, post(`## The heading\n\n${part.join(' ')}`)]);
    const { build } = await makeProject(Object.fromEntries(files));
    const said = (await build()).problems.filter(({ found }) => found.includes('other ids'));
    expect(said).toMatchObject(
      isSaid
        ? [
            {
              ...{ code: 'broken-anchor', path: '0.md', line: 6, column: 5 },
              found: expect.stringMatching(/^10 of 30 links to headings lead to none, such as #the_heading\. Their/),
              fix: 'Change the links by one rule: here #the_heading to #the-heading.',
            },
          ]
        : [],
    );
  },
);
