import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { UsageError } from '../src/usage-error.ts';
import { stateOf } from './cache/state-of.ts';
import { readGitDates } from './git-dates.ts';
import { compareText, type Problem } from './problem.ts';
import { plainReading, type Reading } from './reading.ts';
import { hashBytes } from './release/hash-bytes.ts';
import { reportProblem, topOfFile } from './report-problem.ts';
import type { SourceFile } from './stages.ts';

/** A file that was found, and its state; see `stateOf`. */
export interface FoundFile extends SourceFile {
  state: string;
}

/** What a content folder holds, as it is called on disk: Markdown files, links named like one, folders with a digest of their names. */
export interface Listing {
  files: string[];
  links: string[];
  folders: (readonly [path: string, names: string])[];
}

export interface Discovered {
  sources: FoundFile[];
  problems: Problem[];
  listing: Listing;
}

/**
 * All Markdown files below `content`, in the same order everywhere. Links on disk are not followed, since they may lead
 * out of it; those with the name of a Markdown file are reported. An earlier listing spares most of the work where no
 * name has come or gone since. `since` as in `stateOf`.
 */
export async function discover(
  content: string,
  earlier: Listing | null,
  since: number,
  { exclude, gitDates }: Pick<Reading, 'exclude' | 'gitDates'> = plainReading,
): Promise<Discovered> {
  const folder = statSync(content, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) {
    throw new UsageError(
      `The content folder ${content} ${folder === undefined ? 'does not exist' : 'is not a folder'}. ` +
        'Name the folder of your Markdown files with --content, or as content in galley.config.yaml.',
    );
  }
  const listing = earlier !== null && isCurrent(content, earlier) ? earlier : await list(content, exclude);
  const dates = gitDates ? await readGitDates(content) : null;
  const sources = listing.files.map((name) => {
    const file = `${content}${sep}${name}`;
    const source = { path: name.normalize('NFC'), file };
    const state = stateOf(lstatSync(file, { throwIfNoEntry: false }), since);
    if (dates === null) return { ...source, state };
    const own = dates.get(source.path) ?? null;
    // A commit changes what git says of a file, and not the file.
    return { ...source, gitDates: own, state: state && `${state} ${own?.first} ${own?.last}` };
  });
  return {
    sources: sources.sort((a, b) => compareText(a.path, b.path)),
    problems: listing.links.map((name) => symbolicLink(name.normalize('NFC'))),
    listing,
  };
}

async function list(content: string, exclude: readonly string[]): Promise<Listing> {
  const { default: fastGlob } = await import('fast-glob');
  const found = await fastGlob('**', {
    cwd: content,
    followSymbolicLinks: false,
    // A folder with all that is in it, however it is written.
    ignore: ['**/node_modules/**', ...exclude.flatMap((glob) => [glob, `${glob.replace(/\/+$/, '')}/**`])],
    onlyFiles: false,
    objectMode: true,
  });
  const named = found.filter(({ path }) => /\.(?:md|markdown)$/i.test(path));
  const folders = ['', ...found.filter(({ dirent }) => dirent.isDirectory()).map(({ path }) => path)];
  return {
    files: named.filter(({ dirent }) => dirent.isFile()).map(({ path }) => path),
    links: named.filter(({ dirent }) => dirent.isSymbolicLink()).map(({ path }) => path),
    folders: folders.map((path) => [path, namesIn(content, path)]),
  };
}

/** Whether the same names stand in the same folders. */
function isCurrent(content: string, { folders }: Listing): boolean {
  return folders.every(([path, names]) => namesIn(content, path) === names);
}

/** A digest of the names in a folder and of what kind they are; '' where there is no such folder. */
function namesIn(content: string, path: string): string {
  try {
    const entries = readdirSync(join(content, path), { withFileTypes: true });
    const kinds = entries.map((entry) => `${kindOf(entry)}${entry.name}`);
    return hashBytes(Buffer.from(kinds.join('/')));
  } catch {
    return '';
  }
}

function kindOf(entry: Dirent): string {
  return entry.isFile() ? 'f' : entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : 'o';
}

function symbolicLink(path: string): Problem {
  return reportProblem(
    'symbolic-link',
    path,
    topOfFile,
    {
      found: 'a link on disk, which is not followed',
      expected: 'a file',
      mend: 'Put the file itself there, or take the link away.',
    },
    'warning',
  );
}

/** The same files, of which some were changed; null where one of them has come or gone. */
export function lookAgain(found: Discovered, changed: readonly string[], since: number): Discovered | null {
  const names = new Set(changed.map((name) => name.normalize('NFC')));
  const sources = found.sources.map((source) => {
    if (!names.delete(source.path)) return source;
    const state = stateOf(lstatSync(source.file, { throwIfNoEntry: false }), since);
    // Dates of git stay as they are until all is looked at again.
    const { gitDates: own } = source;
    return { ...source, state: state && own !== undefined ? `${state} ${own?.first} ${own?.last}` : state };
  });
  return names.size === 0 ? { ...found, sources } : null;
}
