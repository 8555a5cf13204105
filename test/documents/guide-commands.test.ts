import { mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { galley, root, writeFiles } from '../support/command.ts';
import { makeFolder } from '../support/server.ts';
import { listCommands } from './commands-page.ts';

const content = join(root, 'content');
const pages = (await readdir(content)).filter((file) => file.endsWith('.md'));
const texts = await Promise.all([join(root, 'README.md'), ...pages.map((page) => join(content, page))].map(readText));

/**
 * What stands behind `npx galley` in blocks of shell and in sentences, up to what the shell reads as another command.
 */
const calls = texts
  .flatMap((text) => [...text.replaceAll(/\\\n\s*/g, '').matchAll(/npx galley ([a-z][^`\n]*)/g)])
  .map(([, written = '']) => written.split(/ \\?(?:#|&&?|\|\|?|>) ?/)[0]?.trim() ?? '');

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8');
}

/** Words as a shell has them. */
function toWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
}

test.each([...new Set(calls)])('galley %s has a command with these options', async (line) => {
  const words = toWords(line);
  const [found] = listCommands().filter(([name]) => words.slice(0, name.split(' ').length).join(' ') === name);
  const [name, command] = found ?? expect.fail('There is no such command.');
  const run = command.exitOverride().action(() => undefined);
  await run.parseAsync(words.slice(name.split(' ').length), { from: 'user' });
});

describe('the comparison with a website that a page shows', () => {
  const folders = pages.filter((page) => page.startsWith('moving-from-'));

  test.each(folders)('%s: finds the page of an article, and one that has none', { tags: ['long'] }, async (page) => {
    const [, articles = '', site = ''] =
      /check --content (\S+) --sitemap (\S+)$/m.exec(texts[pages.indexOf(page) + 1] ?? '') ?? [];
    const folder = await makeFolder();
    const pageOfSite = site.startsWith('https:')
      ? join(folder, 'sitemap.txt')
      : join(folder, site, 'tea', 'index.html');
    await mkdir(dirname(pageOfSite), { recursive: true });
    await writeFiles(folder, {
      [`${articles}/2026-03-01-tea.md`]: '---\ntitle: Tea\n---\nText\n',
      [pageOfSite.slice(folder.length + 1)]: site.startsWith('https:')
        ? 'https://www.example.com/tea/\n'
        : '<p>Tea</p>\n',
    });
    const check = () =>
      galley(folder, ['check', '--content', articles, '--sitemap', site.startsWith('https:') ? pageOfSite : site]);
    expect(await check()).toMatchObject({ code: 0 });
    await writeFiles(folder, { [`${articles}/2026-03-02-milk.md`]: '---\ntitle: Milk\n---\nText\n' });
    expect(await check()).toMatchObject({ code: 1 });
  });
});
