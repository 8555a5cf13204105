import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { isIn } from './content-folders.ts';
import { tryStat } from './try-stat.ts';

/** The repository of git around a content folder. */
export interface Repository {
  /** The folder that holds `.git`: the content folder, or one above it. */
  top: string;
  /** Where the content folder is in it, with `/`; '' is `top` itself. */
  path: string;
  /** What all its work trees share. */
  shared: string;
}

/**
 * The repository that the content folder is part of; null where there is none. Found without git, which would take a
 * content folder that holds `HEAD`, `objects` and `refs` for a repository, and run what its `config` says. Throws
 * `UsageError` where the repository has a part in one of the content `folders`.
 */
export function findRepository(content: string, folders: readonly string[] = ['']): Repository | null {
  if (!existsSync(content)) return null;
  const real = realpathSync(content);
  const top = findTop(real);
  if (top === null) return null;
  const parts = partsOf(top);
  const within = folders.map((folder) => join(content, folder)).filter((folder) => existsSync(folder));
  for (const folder of within) refuseParts(parts, top, realpathSync(folder));
  return { top, path: relative(top, real).split(sep).join('/'), shared: parts.shared };
}

/** Whether a folder is part of a repository of git. */
export function isInGit(folder: string): boolean {
  return findProject(folder) !== null;
}

/** The folder of the repository of git that a folder is part of; null where there is none. */
export function findProject(folder: string): string | null {
  return existsSync(folder) ? findTop(realpathSync(folder)) : null;
}

function findTop(folder: string): string | null {
  for (let top = folder; ; top = dirname(top)) {
    // As for git, an empty folder of that name is none; a file leads to one.
    const own = join(top, '.git');
    if (existsSync(join(own, 'HEAD')) || tryStat(own)?.isFile()) return top;
    if (top === dirname(top)) return null;
  }
}

/** Where git reads settings and objects. */
function partsOf(top: string): { shared: string; all: string[] } {
  const own = join(top, '.git');
  const [, leadsTo = '.'] = /^gitdir: (.+)$/.exec(readText(own).trimEnd()) ?? [];
  const folder = resolve(statSync(own).isFile() ? top : own, leadsTo);
  // In a work tree besides the first.
  const shared = resolve(folder, readText(join(folder, 'commondir')).trim());
  const stores = new Set([join(shared, 'objects')]);
  for (const store of stores) {
    for (const line of readText(join(store, 'info', 'alternates')).split('\n')) {
      if (line !== '' && !line.startsWith('#')) stores.add(resolve(store, line.replace(/^"(.*)"$/, '$1')));
    }
  }
  return { shared, all: [folder, shared, ...stores].map(toReal) };
}

/** '' where there is no such file. */
function readText(file: string): string {
  return tryStat(file)?.isFile() ? readFileSync(file, 'utf8') : '';
}

/** Git says what is missing. */
function toReal(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** A folder called `.git` cannot come with content, since git keeps none of that name; what it leads to can. */
function refuseParts({ all }: { all: readonly string[] }, top: string, folder: string): void {
  const own = join(top, '.git');
  const isFolder = lstatSync(own).isDirectory();
  const found = all.find((part) => {
    const isOwn = isFolder && isIn(part, own);
    return !isOwn && isIn(part, folder);
  });
  if (found === undefined) return;
  throw new UsageError(
    `Found ${found} in the content folder ${folder}. It is a part of the git repository of ${top}. ` +
      'Expected it outside the content folder: git runs programs that this part can name, and authors could change it. ' +
      'Clone the repository again, and build there.',
  );
}
