import { join } from 'node:path';
import { findPublished, type Published } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { BuildResult, FullOptions, InvalidFile } from './options.ts';

/** Articles to release, or why there is to be no release; and which invalid files readers could get until then. */
export async function skipInvalid(
  records: readonly FileRecord[],
  { invalid }: BuildResult,
  { out, allowEmpty }: FullOptions,
): Promise<{ value: FileRecord[]; invalid: InvalidFile[]; refused: BuildResult['refused'] }> {
  const left = new Set(invalid.map(({ path }) => path));
  const value = records.filter(({ kind, path }) => kind === 'article' && !left.has(path));
  const mayBeEmpty = allowEmpty || value.length > 0;
  if (mayBeEmpty && invalid.length === 0) return { value, invalid, refused: null };
  const published = await findPublished(join(out, 'api', 'v1'));
  try {
    if (!mayBeEmpty && published !== null && published.articles > 0) return { value, invalid, refused: 'empty' };
    return { value, invalid: await findWithdrawn(invalid, records, published), refused: null };
  } finally {
    published?.close();
  }
}

/** Invalid files whose articles the last release has. */
async function findWithdrawn(
  invalid: readonly InvalidFile[],
  records: readonly FileRecord[],
  published: Published | null,
): Promise<InvalidFile[]> {
  const names = new Map(records.map((record) => [record.path, record.names]));
  const found: InvalidFile[] = [];
  for (const { path } of invalid) {
    const own = names.get(path) ?? null;
    found.push({ path, isWithdrawn: own !== null && published !== null && (await published.holds(own)) });
  }
  return found;
}
