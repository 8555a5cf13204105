import { posix } from 'node:path';
import { isIndex } from '../front-matter/fields/path-name.ts';
import { type ContentOptions, isHiding } from '../front-matter/options.ts';
import { toRecord } from './incremental/file-record.ts';
import type { FileInWork } from './read-files.ts';

/** Files without front matter beside the `index.md` of an article, or of a hidden one, are its resources and no articles, unless git dates them. */
export function skipResources(files: readonly FileInWork[], options: ContentOptions): FileInWork[] {
  const bundles = new Set(files.filter(isOfBundle).map(({ record }) => posix.dirname(record.path)));
  if (bundles.size === 0 || !isHiding('resource', options)) return [...files];
  return files.map((file) => {
    const { path, hash, stamp, kind, identity } = file.record;
    const isPlain = kind === 'article' && identity?.syntax === null && !file.source.gitDates?.first;
    if (!isPlain || isIndex(path) || !bundles.has(posix.dirname(path))) return file;
    const rest = { kind: 'none', reason: 'resource', rule: 'resource' } as const;
    return { ...file, body: null, record: toRecord({ path, hash, stamp, ...rest }) };
  });
}

/** Whether a file is the `index.md` of an article in a folder of its own. Front pages and lists have no date. */
function isOfBundle({ record: { path, kind, reason } }: FileInWork): boolean {
  const isArticle =
    kind !== 'none' || !['no-date', 'no-page', 'section', 'template', 'resource'].includes(reason ?? '');
  return isArticle && path.includes('/') && isIndex(path);
}
