import { closeSync, openSync, readSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Languages that other programs write articles in. */
const otherLanguages = /\.(?:textile|rst|org|adoc|asciidoc|qmd|rmd|ipynb|wiki|mediawiki|creole)$/i;

/** What may be an article, a template, or the page of an example. */
const pages = /\.(?:html?|njk|hbs|pug|haml)$/i;

/** About a project, or a part of other files. */
const noArticle =
  /(?:^|\/)(?:(?:readme|licen[cs]e|changelog|changes|contributing|authors|todo)[^/]*$|_(?!posts\/)|\.)/i;

/**
 * How many files by their ending seem to be articles in another language than Markdown, where there is Markdown too. A
 * page has to be in a folder of Markdown, with front matter and a date. `paths` are relative to `content`.
 */
export function countNotRead(
  content: string,
  paths: readonly string[],
  markdown: readonly string[],
): Record<string, number> {
  const folders = new Set(markdown.map((path) => posix.dirname(path)));
  const counts: Record<string, number> = {};
  for (const path of markdown.length === 0 ? [] : paths) {
    const isPage = pages.test(path);
    if (noArticle.test(path) || !(isPage || otherLanguages.test(path))) continue;
    if (isPage && !((folders.has(posix.dirname(path)) || /(?:^|\/)_posts\//.test(path)) && isDated(content, path)))
      continue;
    const ending = posix.extname(path).toLowerCase();
    counts[ending] = (counts[ending] ?? 0) + 1;
  }
  return counts;
}

/** Whether a file has front matter, and its name or a key there has a date. */
function isDated(content: string, path: string): boolean {
  try {
    const file = openSync(join(content, path), 'r');
    const start = Buffer.alloc(2048);
    readSync(file, start);
    closeSync(file);
    const [fence = '', ...lines] = start.toString().split(/\r?\n/);
    const isFence = (line: string): boolean => /^\ufeff?(?:---|\+\+\+)\s*$/.test(line);
    const header = lines.slice(0, Math.max(0, lines.findIndex(isFence)));
    const isKey = (line: string): boolean => /^(?:pub\w*|\w*date)\s*[:=]/i.test(line);
    return isFence(fence) && header.length > 0 && (/\/\d{4}-\d{1,2}-\d{1,2}-/.test(`/${path}`) || header.some(isKey));
  } catch {
    return false;
  }
}
