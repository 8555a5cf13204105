import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Throws where a program has not written every article, by itself and in pages of 100, with its HTML and Markdown. */
export async function checkArticles(program: string, out: string, count: number): Promise<void> {
  const names = await readdir(out, { recursive: true });
  const single = new Set<unknown>();
  const listed = new Set<unknown>();
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const found = JSON.parse(await readFile(join(out, name), 'utf8'));
    const list: { id: unknown; title: string }[] | undefined = found.data;
    for (const article of list ?? [found]) {
      const text = JSON.stringify(article);
      const parts = [`${article.title}</h1>`, `"markdown":"# ${article.title}\\n`];
      if (parts.some((part) => !text.includes(part)))
        throw new Error(`${program} wrote an article without its HTML or Markdown into ${name}.`);
      (list === undefined ? single : listed).add(article.id);
    }
    if (list !== undefined && list.length > 100)
      throw new Error(`${program} wrote ${list.length} articles into ${name}.`);
  }
  if (single.size === count && listed.size === count) return;
  throw new Error(`${program} wrote ${single.size} articles, and ${listed.size} in pages, of ${count}.`);
}
