import { join } from 'node:path';
import { findPublished, type Published } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { BuildResult, FaultyFile, FullOptions } from './options.ts';

/** Articles to release, or why there is to be no release; and which faulty files readers could get until then. */
export async function leaveOut(
  records: readonly FileRecord[],
  { faulty }: BuildResult,
  { out, allowEmpty }: FullOptions,
): Promise<{ value: FileRecord[]; faulty: FaultyFile[]; refused: BuildResult['refused'] }> {
  const left = new Set(faulty.map(({ path }) => path));
  const value = records.filter(({ kind, path }) => kind === 'article' && !left.has(path));
  const mayBeEmpty = allowEmpty || value.length > 0;
  if (mayBeEmpty && faulty.length === 0) return { value, faulty, refused: null };
  const published = await findPublished(join(out, 'api', 'v1'));
  try {
    if (!mayBeEmpty && published !== null && published.articles > 0) return { value, faulty, refused: 'empty' };
    return { value, faulty: await findWithdrawn(faulty, records, published), refused: null };
  } finally {
    published?.close();
  }
}

/** Faulty files whose articles the last release has. */
async function findWithdrawn(
  faulty: readonly FaultyFile[],
  records: readonly FileRecord[],
  published: Published | null,
): Promise<FaultyFile[]> {
  const names = new Map(records.map((record) => [record.path, record.names]));
  const found: FaultyFile[] = [];
  for (const { path } of faulty) {
    const own = names.get(path) ?? null;
    found.push({ path, isWithdrawn: own !== null && published !== null && (await published.holds(own)) });
  }
  return found;
}
