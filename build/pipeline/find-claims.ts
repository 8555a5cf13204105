import { hashId } from '../../src/core/hash.ts';
import type { PublishedNames } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** What readers know files by: names of the last release by the paths of the files that they belong to now. */
export type Claims = ReadonlyMap<string, PublishedNames>;

/**
 * Who has which names of the last release: the file of the same path; where that is gone, one with the same id, or else
 * the same slug, a valid one first. `invalid` are the paths of invalid files, also of those that cannot be found.
 */
export function findClaims(
  records: readonly FileRecord[],
  published: readonly PublishedNames[],
  invalid: ReadonlySet<string>,
): Claims {
  const claims = new Map<string, PublishedNames>();
  const byPath = new Map(published.map((names) => [names.path, names]));
  const candidates = records.filter(({ identity }) => identity !== null);
  for (const path of [...candidates.map(({ path }) => path), ...invalid]) {
    const own = byPath.get(path);
    if (own !== undefined) claims.set(path, own);
  }
  const paths = new Set(records.map(({ path }) => path));
  const gone = new Set(published.filter(({ path }) => path === null || !(paths.has(path) || claims.has(path))));
  const byName = new Map<unknown, PublishedNames>();
  for (const names of gone) byName.set(names.id, names).set(names.slug, names);
  const isValid = ({ path }: FileRecord): boolean => !invalid.has(path);
  for (const record of [...candidates.filter(isValid), ...candidates.filter((each) => !isValid(each))]) {
    const { path, identity } = record;
    if (identity === null) continue;
    const own = byName.get(identity.id ?? hashId(identity.slug)) ?? byName.get(identity.slug);
    if (own !== undefined && gone.delete(own) && !claims.has(path)) claims.set(path, own);
  }
  return claims;
}
