import { type Dirent, readdir, readdirSync, realpathSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { lazy } from '../package/lazy.ts';
import { compareText, type Problem } from '../problems/problem.ts';
import { reportWarning, topOfFile } from '../problems/report-problem.ts';
import { isIn } from './content-folders.ts';
import { type CommitOf, readGitDates } from './git-dates.ts';
import { hashBytes } from './hash-bytes.ts';
import { separateLookalikes } from './lookalikes.ts';
import { createLocator } from './read-real.ts';
import { defaultSourceOptions, markdownName, type SourceFile, type SourceOptions, stateOf } from './source-file.ts';
import { tryLstat, tryStat } from './try-stat.ts';

/** A file that was found, and its state; see `stateOf`. */
export interface FoundFile extends SourceFile {
  state: string;
}

/**
 * What a content folder holds, as it is called on disk: Markdown files, links named like one or leading to a folder
 * outside, files that other programs take for Markdown, folders with a digest of their names.
 */
export interface Listing {
  files: string[];
  links: string[];
  unread: string[];
  folders: (readonly [path: string, names: string])[];
}

export interface Discovered {
  sources: FoundFile[];
  problems: Problem[];
  listing: Listing;
}

/**
 * All Markdown files below `folders` of `content`, in the same order everywhere. Links on disk are not followed, since they may lead
 * out of it; those with the name of a Markdown file are reported, and so are files with other names for it. An earlier listing spares
 * most of the work where no name has come or gone since. `since` as in `stateOf`, `datesOf` as in `readGitDates`.
 */
export async function discover(
  content: string,
  earlier: Listing | null,
  since: number,
  { folders, exclude, gitDates }: SourceOptions = defaultSourceOptions,
  datesOf: CommitOf | { content: string } = { content },
): Promise<Discovered> {
  for (const folder of folders) expectFolder(join(content, folder));
  const listing = earlier !== null && isCurrent(content, earlier) ? earlier : await list(content, folders, exclude);
  const dates = gitDates ? await readGitDates(datesOf, folders) : null;
  const locate = createLocator(content, folders);
  const sources = listing.files.map((name) => {
    const file = locate(name);
    const source = { path: name.normalize('NFC'), file };
    const state = stateOf(tryLstat(file), since);
    if (dates === null) return { ...source, state };
    const own = dates.get(source.path) ?? null;
    // A commit changes the dates that git has for a file, and not the file.
    return { ...source, gitDates: own, state: state && `${state} ${own?.first} ${own?.last}` };
  });
  const apart = separateLookalikes(sources, listing.files);
  return {
    sources: apart.value.sort((a, b) => compareText(a.path, b.path)),
    problems: [
      ...apart.problems,
      ...listing.links.map((name) => symbolicLink(name.normalize('NFC'))),
      ...listing.unread.filter((name) => !headerName.test(name)).map((name) => unreadExtension(name.normalize('NFC'))),
      ...unreadHeaders(listing.unread.filter((name) => headerName.test(name)).sort()),
    ],
    listing,
  };
}

function expectFolder(folder: string): void {
  const stats = tryStat(folder);
  if (stats?.isDirectory()) return;
  throw new UsageError(
    `The content folder ${folder} ${stats === undefined ? 'does not exist' : 'is not a folder'}. ` +
      'Name the folder of your Markdown files with --content, or as content in galley.config.yaml.',
  );
}

async function list(content: string, within: readonly string[], exclude: readonly string[]): Promise<Listing> {
  const { default: fastGlob } = await import('fast-glob');
  // Of the names that the glob itself sees: one that comes meanwhile differs from them in the next build.
  const seen = new Map<string, string>();
  const globs = within.map((folder) => (folder === '' ? '**' : `${fastGlob.escapePath(folder)}/**`));
  const found = await fastGlob(globs, {
    cwd: content,
    followSymbolicLinks: false,
    // A folder with all that is in it, however it is written.
    ignore: ['**/node_modules/**', ...exclude.flatMap((glob) => [glob, `${glob.replace(/(?<!\/)\/+$/, '')}/**`])],
    onlyFiles: false,
    objectMode: true,
    fs: {
      readdir: ((folder: string, options: { withFileTypes: true }, callback: OnEntries) =>
        readdir(folder, options, (error, entries) => {
          if (error === null) seen.set(resolve(folder), digestOf(entries));
          callback(error, entries);
        })) as typeof readdir,
    },
  });
  const files = found.filter(({ path, dirent }) => dirent.isFile() && markdownName.test(path)).map(({ path }) => path);
  const bare = lazy(() => new Set(files.map((path) => path.replace(markdownName, ''))));
  const isUnread = (path: string) =>
    otherNames.test(path) || (headerName.test(path) && bare().has(path.replace(headerName, '')));
  const folders = new Set([...within, ...found.filter(({ dirent }) => dirent.isDirectory()).map(({ path }) => path)]);
  return {
    files,
    links: found
      .filter(({ path, dirent }) => dirent.isSymbolicLink() && (markdownName.test(path) || leadsOut(content, path)))
      .map(({ path }) => path),
    unread: found.filter(({ path, dirent }) => dirent.isFile() && isUnread(path)).map(({ path }) => path),
    folders: [...folders].map((path) => [path, seen.get(resolve(content, path)) ?? '']),
  };
}

type OnEntries = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void;

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

/** The header of the Markdown file beside it, in a file of its own. */
const headerName = /\.meta$/;

/** Whether the same names stand in the same folders. */
function isCurrent(content: string, { folders }: Listing): boolean {
  return folders.every(([path, names]) => namesIn(content, path) === names);
}

/** A digest of the names in a folder and of what kind they are; '' where there is no such folder. */
function namesIn(content: string, path: string): string {
  try {
    return digestOf(readdirSync(join(content, path), { withFileTypes: true }));
  } catch {
    return '';
  }
}

function digestOf(entries: readonly Dirent[]): string {
  return hashBytes(Buffer.from(entries.map((entry) => `${kindOf(entry)}${entry.name}`).join('/')));
}

function kindOf(entry: Dirent): string {
  return entry.isFile() ? 'f' : entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : 'o';
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
function unreadHeaders([first, ...others]: readonly string[]): Problem[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` (and ${others.length} more such ${others.length === 1 ? 'file' : 'files'})`;
  const found = `the header of a Markdown file in a file of its own${more}. Galley does not read it, so its title, date and slug are lost`;
  const expected = 'the header at the start of the Markdown file';
  const fix = 'Move its lines to the start of the Markdown file, with an empty line behind them.';
  return [reportWarning('unread-extension', first.normalize('NFC'), topOfFile, { found, expected, fix })];
}

/** The same files, of which some were changed; null where one of them has come or gone. */
export function checkAgain(found: Discovered, changed: readonly string[], since: number): Discovered | null {
  const names = new Set(changed.map((name) => name.normalize('NFC')));
  const sources = found.sources.map((source) => {
    if (names.size === 0 || !names.delete(source.path)) return source;
    const state = stateOf(tryLstat(source.file), since);
    // Dates of git stay as they are until all is checked again.
    const { gitDates: own } = source;
    return { ...source, state: state && own !== undefined ? `${state} ${own?.first} ${own?.last}` : state };
  });
  return names.size === 0 ? { ...found, sources } : null;
}
