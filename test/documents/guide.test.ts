import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldNames, hidingFields } from '../../build/front-matter/field-names.ts';
import { packageFolder } from '../../build/package/package.ts';
import { buildOnce } from '../../build/pipeline/builder.ts';
import { lastingIds } from '../../build/release/description/texts.ts';
import { buildDefaults } from '../support/project.ts';
import { makeFolder } from '../support/server.ts';

/** Examples of what readers do not get. */
const hidden = new Set(['a-letter-from-the-future.md', 'an-unfinished-page.md']);

test('the guide builds without a problem', { tags: ['long'] }, async () => {
  const folder = await makeFolder();
  const { problems, articles } = await buildOnce({
    ...buildDefaults,
    content: join(packageFolder(), 'content'),
    out: join(folder, 'public'),
    cache: join(folder, 'cache'),
    now: Math.floor(Date.now() / 1000),
    write: 'nothing',
  });
  expect([problems, articles > 20]).toEqual([[], true]);
});

test('the guide has the sentence about ids that the API has', async () => {
  for (const page of ['reading-the-api.md', 'problems/moved-slug.md']) {
    expect((await readFile(join(packageFolder(), 'content', page), 'utf8')).replaceAll('\n', ' ')).toContain(
      lastingIds,
    );
  }
});

test('the first page lists all pages in the order of the list of articles', async () => {
  const content = join(packageFolder(), 'content');
  const files = (await readdir(content)).filter((file) => isPage(file) && !hidden.has(file));
  const dates = await Promise.all(
    files.map(async (file) => {
      const [, date = ''] = /^publish_at: (\S+)$/m.exec(await readFile(join(content, file), 'utf8')) ?? [];
      return { file, date };
    }),
  );
  const [first, ...rest] = dates.sort((a, b) => (a.date < b.date ? 1 : -1)).map(({ file }) => file);
  expect(first).toBe('what-galley-is.md');
  const [, contents = ''] = (await readFile(join(content, 'what-galley-is.md'), 'utf8')).split('\n## Contents\n');
  const rows = contents.split('\n').filter((line) => line.startsWith('| '));
  expect([...rows.join('\n').matchAll(/\]\(\.\/([\w-]+\.md)\)/g)].map(([, file]) => file)).toEqual(rest);
});

test('every page says in its first line whom it is for', async () => {
  const content = join(packageFolder(), 'content');
  for (const file of (await readdir(content)).filter(isPage))
    expect
      .soft(await readFile(join(content, file), 'utf8'), file)
      .toMatch(/^---\n[\s\S]*?\n---\n\n\*\*For [^*\n]+\.\*\* /);
});

/** Without the article that a reader of the README writes. */
function isPage(name: string): boolean {
  return name.endsWith('.md') && name !== 'hello.md';
}

/** The rows of the table below a heading of a page. */
async function rowsBelow(page: string, heading: string): Promise<string[]> {
  const [, section = ''] = (await readFile(join(packageFolder(), 'content', page), 'utf8')).split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| `/.test(line));
}

test('the guide lists all names that hide an article, made from the table', async () => {
  const names = hidingFields.map((field) => fieldNames[field].map((name) => `\`${name}\``).join(', '));
  const rows = await rowsBelow('dates-and-drafts.md', 'Drafts');
  expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(names);
});
