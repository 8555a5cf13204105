import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOnce } from '../../../build/pipeline/builder.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

const post = (body: string) => `---\npublish_at: 2026-01-01\n---\n${body}\n`;

test('an image or page that is missing names the nearest, as it has to be written', async () => {
  const content = await makeFolder();
  await writeFiles(content, {
    'notes/a.md': post('![a](Stone.jpg) ![b](tree.png) [c](teh-tea.md) [d](../other/cake.md) ![e](nothing.gif)'),
    'notes/stone.jpg': 'x',
    'pictures/of woods/tree.png': 'x',
    'notes/the-tea.md': post('Tea.'),
    'cake.md': post('Cake.'),
  });
  const options = { content, out: join(content, 'public'), cache: join(content, '.cache'), articleUrl: '{slug}' };
  const build = () =>
    buildOnce({ ...options, site: 'https://a.example', trustedHtml: false, now: 0, write: 'nothing' });
  const fixes = async () => (await build()).problems.map(({ fix }) => /nearest path is `(.*)`/.exec(fix)?.[1] ?? null);
  const found = ['stone.jpg', '../pictures/of%20woods/tree.png', 'the-tea.md', '../cake.md', null];
  expect(await fixes()).toEqual(found);
  await writeFiles(content, { 'notes/nothin.gif': 'x' });
  expect(await fixes()).toEqual([...found.slice(0, -1), 'nothin.gif']);
});
