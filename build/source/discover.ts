import { type Dirent, readdir, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastGlob from 'fast-glob';
import { UsageError } from '../../src/usage-error.ts';
import { lazy } from '../package/lazy.ts';
import { compareText, type Problem } from '../problems/problem.ts';
import { type Entry, holdsRelease, readEntries, toEntries } from './entries.ts';
import { type CommitOf, readGitDates } from './git-dates.ts';
import { hashBytes } from './hash-bytes.ts';
import { separateLookalikes } from './lookalikes.ts';
import { countNotRead } from './not-read.ts';
import { createLocator, isReplaced } from './read-real.ts';
import { reportUnread, unreadHeaders } from './report-unread.ts';
import { defaultSourceOptions, markdownName, type SourceFile, type SourceOptions, stateOf } from './source-file.ts';
import { tryLstat } from './try-stat.ts';
import { reportUnreadable } from './unreadable.ts';

/** A file that was found, and its state; see `stateOf`. */
export interface FoundFile extends SourceFile {
  state: string;
}

/** What a content folder holds, as it is called on disk. */
export interface Listing {
  /** Markdown files. */
  files: string[];
  /** What is called like one, and is a socket, a FIFO or a device. */
  special: string[];
  /** Folders that cannot be listed. */
  closed: string[];
  /** Of all that is not read. */
  problems: Problem[];
  /** What may hold settings of another program. */
  settings: string[];
  /** How many files by their ending seem to be articles in another language. */
  notRead: Record<string, number>;
  /** All folders, with a digest of their names. */
  folders: (readonly [path: string, names: string])[];
}

export interface Discovered {
  sources: FoundFile[];
  problems: Problem[];
  listing: Listing;
}

/**
 * All Markdown files below `folders` of `content`, in the same order everywhere. Links on disk are not followed, since
 * they may lead out of it; those with the name of a Markdown file are reported, and so are files with other names for
 * it. An earlier listing spares most of the work where no name has come or gone since. `since` as in `stateOf`,
 * `datesOf` as in `readGitDates`. `findPublished` gives the paths of articles that readers have: they are looked for in
 * folders that cannot be listed.
 */
export async function discover(
  content: string,
  earlier: Listing | null,
  since: number,
  { folders, exclude, gitDates }: SourceOptions = defaultSourceOptions,
  datesOf: CommitOf | { content: string } = { content },
  findPublished: () => Promise<readonly string[]> = async () => [],
): Promise<Discovered> {
  for (const folder of folders) expectFolder(join(content, folder));
  const listing = earlier !== null && isCurrent(content, earlier) ? earlier : await list(content, folders, exclude);
  const dates = gitDates ? await readGitDates(datesOf, folders) : null;
  const locate = createLocator(content, folders);
  const names = [...listing.files, ...listing.special, ...(await findUnlisted(listing, findPublished))];
  const sources = names.map((name, i) => {
    const file = locate(name);
    const source = {
      path: name.normalize('NFC'),
      file,
      ...(i >= listing.files.length && { isCertain: true as const }),
    };
    const state = stateOf(tryLstat(file), since);
    if (dates === null) return { ...source, state };
    const own = dates.get(source.path) ?? null;
    // A commit changes the dates that git has for a file, and not the file.
    return { ...source, gitDates: own, state: state && `${state} ${own?.first} ${own?.last}` };
  });
  const apart = separateLookalikes(sources, names);
  return {
    sources: apart.value.sort((a, b) => compareText(a.path, b.path)),
    problems: [...apart.problems, ...listing.problems],
    listing,
  };
}

function expectFolder(folder: string): void {
  let reason = 'is not a folder';
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (error) {
    reason = isReplaced(error) ? 'does not exist' : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  throw new UsageError(
    `The content folder ${folder} ${reason}. ` +
      'Name the folder of your Markdown files with --content, or as content in galley.config.yaml; ' +
      'or write a first article into it: npx galley new "Hello".',
  );
}

/** Paths of articles that readers have in folders that cannot be listed: their files may be there. */
async function findUnlisted(
  { closed, files }: Listing,
  findPublished: () => Promise<readonly string[]>,
): Promise<string[]> {
  if (closed.length === 0) return [];
  const known = new Set(files.map((name) => name.normalize('NFC')));
  const published = await findPublished();
  const starts = closed.map((folder) => (folder === '' ? '' : `${folder.normalize('NFC')}/`));
  return published.filter((path) => !known.has(path) && starts.some((start) => path.startsWith(start)));
}

async function list(content: string, within: readonly string[], exclude: readonly string[]): Promise<Listing> {
  // Of the names that the glob itself sees: one that comes meanwhile differs from them in the next build.
  const seen = new Map<string, string>();
  const closed = new Map<string, string>();
  const globs = within.map((folder) => (folder === '' ? '**' : `${fastGlob.escapePath(folder)}/**`));
  const found = await fastGlob(globs, {
    cwd: content,
    followSymbolicLinks: false,
    // A folder with all that is in it, however it is written.
    ignore: ['**/node_modules/**', ...exclude.flatMap((glob) => [glob, `${glob.replace(/(?<!\/)\/+$/, '')}/**`])],
    onlyFiles: false,
    objectMode: true,
    fs: {
      readdir: ((folder: string, _: unknown, callback: OnEntries) =>
        readdir(folder, { withFileTypes: true, encoding: 'buffer' }, (error, bytes) => {
          // What is gone by now is listed again.
          if (error !== null && isReplaced(error)) return callback(error, []);
          if (error !== null) closed.set(resolve(folder), error.code ?? '');
          const entries = error === null ? toEntries(bytes) : [];
          const names = error === null ? digestIn(folder, entries) : '';
          seen.set(resolve(folder), names);
          callback(null, names === ofRelease ? [] : entries);
        })) as typeof readdir,
    },
  });
  const entries = found.map(({ path, dirent }) => ({ path, entry: dirent as unknown as Entry }));
  const pathsOf = (isWanted: (entry: Entry, path: string) => boolean): string[] =>
    entries.flatMap(({ path, entry }) => (isWanted(entry, path) ? [path] : []));
  const files = pathsOf((entry, path) => isFile(entry) && markdownName.test(path));
  const bare = lazy(() => new Set(files.map((path) => path.replace(markdownName, ''))));
  const isHeader = (path: string): boolean => headerName.test(path) && bare().has(path.replace(headerName, ''));
  const folders = [...new Set([...within, ...pathsOf((entry) => entry.isNamed && entry.isDirectory())])];
  const unlisted = folders.flatMap((path) => {
    const code = closed.get(resolve(content, path));
    return code === undefined ? [] : [{ path, code }];
  });
  return {
    files,
    special: pathsOf((entry, path) => markdownName.test(path) && kindOf(entry) === 'o'),
    closed: unlisted.map(({ path }) => path),
    problems: [
      ...unlisted.map(({ path, code }) => reportUnreadable(path.normalize('NFC'), 'folder', { code })),
      ...entries.flatMap(({ path, entry }) => reportUnread(content, path, entry)),
      ...unreadHeaders(pathsOf((entry, path) => isFile(entry) && isHeader(path)).sort()),
    ],
    settings: pathsOf((entry, path) => isFile(entry) && settingsName.test(path)).sort(),
    notRead: countNotRead(content, pathsOf(isFile), files),
    folders: folders.map((path) => [path, seen.get(resolve(content, path)) ?? '']),
  };
}

/** Of other programs: for all files of a folder, or of the site. */
const settingsName = /(?:^|\/)_index\.[^/]*$|\.(?:json|ya?ml|toml|[cm]?[jt]s)$/;

type OnEntries = (error: NodeJS.ErrnoException | null, entries: readonly Dirent[]) => void;

function isFile(entry: Entry): boolean {
  return entry.isNamed && entry.isFile();
}

/** The header of the Markdown file beside it, in a file of its own. */
const headerName = /\.meta$/;

/** Whether the same names stand in the same folders. */
function isCurrent(content: string, { folders }: Listing): boolean {
  return folders.every(([path, names]) => namesIn(content, path) === names);
}

/** A digest of the names in a folder and of what kind they are; '' where there is no folder that can be read. */
function namesIn(content: string, path: string): string {
  try {
    return digestIn(join(content, path), readEntries(join(content, path)));
  } catch {
    return '';
  }
}

/** In the place of a digest, for a folder that holds a release: nothing in it is content. */
export const ofRelease = 'release';

function digestIn(folder: string, entries: readonly Entry[]): string {
  if (entries.some(({ name }) => name === 'api') && holdsRelease(folder)) return ofRelease;
  return hashBytes(Buffer.from(entries.map((entry) => `${kindOf(entry)}${entry.name}`).join('/')));
}

function kindOf(entry: Entry): string {
  const kind = entry.isFile() ? 'f' : entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : 'o';
  return entry.isNamed ? kind : `${kind}u`;
}
