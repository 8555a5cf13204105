import { posix } from 'node:path';
import { isIndex } from '../front-matter/fields/path-name.ts';
import { type ContentOptions, isHiding } from '../front-matter/options.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Files } from './read-files.ts';

/**
 * Files without front matter beside the `index.md` of an article, or of a hidden one, are its resources and no articles,
 * unless git dates them. Where `bundles` names a rule, so is all else in the folder of any `index.md`, and below.
 */
export function skipResources(files: Files, options: ContentOptions): Files {
  const ifHiding = (rule: string | null): string => (rule !== null && isHiding(rule, options) ? rule : '');
  const [whole, plain] = [ifHiding(options.bundles), ifHiding('resource')];
  const wholeFolders = foldersOf(whole ? files.records.filter(({ path }) => path.includes('/') && isIndex(path)) : []);
  const plainFolders = foldersOf(plain ? files.records.filter(isOfBundle) : []);
  if (wholeFolders.size === 0 && plainFolders.size === 0) return files;
  const isInWhole = (folder: string): boolean =>
    folder !== '.' && (wholeFolders.has(folder) || isInWhole(posix.dirname(folder)));
  const records = files.records.map((record, place) => {
    const { path, hash, stamp, kind, reason, identity } = record;
    const [isPage, folder] = [isIndex(path), posix.dirname(path)];
    const isPart = (kind !== 'none' || reason === 'no-date') && isInWhole(isPage ? posix.dirname(folder) : folder);
    const isPlain = kind === 'article' && identity?.syntax === null && !files.sources[place]?.gitDates?.first;
    if (!isPart && (!isPlain || isPage || !plainFolders.has(folder))) return record;
    return toRecord({ path, hash, stamp, kind: 'none', reason: 'resource', rule: isPart ? whole : plain });
  });
  return { ...files, records };
}

function foldersOf(records: readonly FileRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ path }) => posix.dirname(path)));
}

/** Whether a file is the `index.md` of an article in a folder of its own. Front pages and lists have no date. */
function isOfBundle({ path, kind, reason }: FileRecord): boolean {
  const isArticle =
    kind !== 'none' || !['no-date', 'no-page', 'section', 'template', 'resource'].includes(reason ?? '');
  return isArticle && path.includes('/') && isIndex(path);
}
