import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeMarkdown } from './make-markdown.ts';

/** Characters of the body of an article; with it its JSON has some 12,000 bytes. */
export const standardLength = 5300;

/** Articles in one folder. */
const folderSize = 1000;

/** Writes the Markdown files of `count` articles, with ids from 1, oldest first; always the same. */
export function writeContent(content: string, count: number, bodyLength: number): void {
  for (let id = 1; id <= count; id++) {
    if (id % folderSize === 1) mkdirSync(join(content, contentPath(id), '..'), { recursive: true });
    writeFileSync(join(content, contentPath(id)), makeMarkdown(id, bodyLength));
  }
}

/** Where the file of an article is, below the content. */
export function contentPath(id: number): string {
  return join(String(Math.floor((id - 1) / folderSize)).padStart(4, '0'), `${slugOf(id)}.md`);
}

/** Its slug, which the build takes from the name of the file. */
export function slugOf(id: number): string {
  return `article-${String(id).padStart(7, '0')}`;
}
