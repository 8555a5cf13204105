import { isHiding } from '../front-matter/options.ts';
import { isConflictCopy, possibleOriginals } from '../source/copy-names.ts';
import { type ReadSetting, readUnrendered } from './files/read-file.ts';
import { type FileRecord, toRecord } from './incremental/file-record.ts';
import type { Files } from './read-files.ts';

/**
 * Copies that programs make of a file, such as one that two machines changed, are no articles. A name that an author
 * may have given, such as `x 2.md`, is that of a copy if the original lies beside it and is the same article: with its
 * id, its written slug, its title or its bytes.
 */
export function skipCopies(files: Files, setting: ReadSetting): Files {
  if (!isHiding('conflict-copy', setting.contentOptions)) return files;
  const copies = files.records.filter(({ kind, path }) => kind !== 'none' && isConflictCopy(path));
  const doubtful = files.records.flatMap((record) => {
    const originals = record.kind === 'article' ? possibleOriginals(record.path) : [];
    return originals.length === 0 ? [] : [{ record, originals }];
  });
  if (copies.length + doubtful.length === 0) return files;
  const places = new Map(files.records.map(({ path }, place) => [path, place]));
  const others = doubtful.filter(({ record, originals }) => originals.some((path) => isSame(record, path)));
  const skipped = new Set([...copies, ...others.map(({ record }) => record)]);
  const records = files.records.map((record) => {
    const { path, hash, stamp } = record;
    return skipped.has(record)
      ? toRecord({ path, hash, stamp, kind: 'none', reason: 'copy', rule: 'conflict-copy' })
      : record;
  });
  return { ...files, records };

  function isSame(copy: FileRecord, path: string): boolean {
    const original = files.records[places.get(path) ?? -1];
    if (original?.kind !== 'article') return false;
    const [one, other] = [copy.identity, original.identity];
    if (copy.hash === original.hash || (one?.id && one.id === other?.id)) return true;
    if (one?.isSlugWritten && one.slug === other?.slug) return true;
    const title = titleOf(copy);
    return title !== null && title === titleOf(original);
  }

  function titleOf({ path, hash }: FileRecord): string | null {
    const source = files.sources[places.get(path) ?? -1];
    const body = source && readUnrendered(source, hash, setting);
    return body?.fields?.title ?? /^#[ \t](.*)$/m.exec(body?.text ?? '')?.[1] ?? null;
  }
}
