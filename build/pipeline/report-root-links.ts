import type { Problem } from '../problems/problem.ts';
import { neverCopied } from '../release/article/resolve-address.ts';
import { isSourcePath } from '../source/asset-paths.ts';
import { hasFile } from '../source/media.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** A problem for each link from the root of a website to a file that the content folder has, and that is never copied. */
export function reportRootLinks(records: readonly FileRecord[], content: string): Problem[] {
  return records.flatMap(({ path, body }) =>
    (body?.dependencies ?? []).flatMap(([kind, address, found, line, column = 1]) => {
      if (kind !== 'asset' || found !== '' || line === undefined || !isSourcePath(address)) return [];
      return hasFile(content, address) ? [{ ...neverCopied(address, { line, column }), path }] : [];
    }),
  );
}
