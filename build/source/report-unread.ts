import { realpathSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Problem } from '../problems/problem.ts';
import { reportWarning, topOfFile } from '../problems/report-problem.ts';
import { isShownPath } from './asset-paths.ts';
import { isIn } from './content-folders.ts';
import type { Entry } from './entries.ts';
import { markdownName } from './source-file.ts';
import { unnamed } from './unreadable.ts';

/** What is not read, and may be an article. */
export function reportUnread(content: string, name: string, entry: Entry): Problem[] {
  const path = name.normalize('NFC');
  const isMarkdown = markdownName.test(name);
  const isFolder = entry.isDirectory();
  if (entry.isSymbolicLink()) return isMarkdown || leadsOut(content, name) ? [symbolicLink(path)] : [];
  if (!entry.isNamed) {
    const isCertain = isMarkdown || isFolder;
    return isCertain || isShownPath(name)
      ? [unnamed(path, isFolder ? 'folder' : 'file', isCertain ? 'error' : 'warning')]
      : [];
  }
  if (entry.isFile() && otherNames.test(name)) return [unreadExtension(path)];
  return isFolder && isMarkdown ? [namedFolder(path)] : [];
}

/** Whether a link leads to a folder that is not read otherwise. */
function leadsOut(content: string, path: string): boolean {
  try {
    const target = realpathSync(join(content, path));
    return statSync(target).isDirectory() && !isIn(target, realpathSync(content));
  } catch {
    return false;
  }
}

/** What other programs and GitHub read as Markdown besides. */
export const otherNames = /\.(?:mdown|mkdn?|mkdown)$/i;

function namedFolder(path: string): Problem {
  const found = 'a folder with the name of a Markdown file. It is no article, but what is in it is read';
  const fix = 'Rename it, if the name is not on purpose.';
  return reportWarning('unreadable', path, topOfFile, { found, expected: 'a file', fix });
}

function symbolicLink(path: string): Problem {
  const found = 'a symbolic link, which Galley does not follow';
  const fix = 'Put the file itself there, or delete the link.';
  return reportWarning('symbolic-link', path, topOfFile, { found, expected: 'a file', fix });
}

function unreadExtension(path: string): Problem {
  const found = `a file that ends in ${extname(path)}, which Galley does not read`;
  const expected = 'articles in files that end in .md, .markdown or .mdx';
  const fix = 'Rename it to .md. If it is not an article, add it to `exclude`.';
  return reportWarning('unread-extension', path, topOfFile, { found, expected, fix });
}

/** One problem for all headers in files of their own. */
export function unreadHeaders([first, ...others]: readonly string[]): Problem[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more such ${others.length === 1 ? 'file' : 'files'})`;
  const found = `the header of a Markdown file in a file of its own${more}. Galley does not read it, so its title, date and slug are lost`;
  const expected = 'the header at the start of the Markdown file';
  const fix = 'Move its lines to the start of the Markdown file, with an empty line behind them.';
  return [reportWarning('unread-extension', first.normalize('NFC'), topOfFile, { found, expected, fix })];
}
