import { posix } from 'node:path';
import { isIndex } from '../front-matter/fields/path-name.ts';
import { type ContentOptions, isHiding } from '../front-matter/options.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Files } from './read-files.ts';

/** Files without front matter beside the `index.md` of an article, or of a hidden one, are its resources and no articles, unless git dates them. */
export function skipResources(files: Files, options: ContentOptions): Files {
  const bundles = new Set(files.records.filter(isOfBundle).map(({ path }) => posix.dirname(path)));
  if (bundles.size === 0 || !isHiding('resource', options)) return files;
  const records = files.records.map((record, place) => {
    const { path, hash, stamp, kind, identity } = record;
    const isPlain = kind === 'article' && identity?.syntax === null && !files.sources[place]?.gitDates?.first;
    if (!isPlain || isIndex(path) || !bundles.has(posix.dirname(path))) return record;
    return toRecord({ path, hash, stamp, kind: 'none', reason: 'resource', rule: 'resource' });
  });
  return { ...files, records };
}

/** Whether a file is the `index.md` of an article in a folder of its own. Front pages and lists have no date. */
function isOfBundle({ path, kind, reason }: FileRecord): boolean {
  const isArticle =
    kind !== 'none' || !['no-date', 'no-page', 'section', 'template', 'resource'].includes(reason ?? '');
  return isArticle && path.includes('/') && isIndex(path);
}
