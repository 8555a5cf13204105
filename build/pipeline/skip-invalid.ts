import { join } from 'node:path';
import type { Problem } from '../problems/problem.ts';
import { reportProblem } from '../problems/report-problem.ts';
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

/** Which files have errors, so that they are skipped, and where the articles that are published link to them. */
export function findInvalid(
  records: readonly FileRecord[],
  problems: readonly Problem[],
): { value: ReadonlySet<string>; problems: Problem[] } {
  const invalid = new Set(problems.filter(({ severity }) => severity === 'error').map(({ path }) => path));
  if (invalid.size === 0) return { value: invalid, problems: [] };
  const links = records.flatMap(({ path, kind, body }) => {
    if (kind !== 'article' || invalid.has(path)) return [];
    return (body?.dependencies ?? []).flatMap(([what, target, , line = 1, column = 1]) => {
      return what === 'article' && invalid.has(target) ? [toInvalidLink(path, target, { line, column })] : [];
    });
  });
  return { value: invalid, problems: links };
}

function toInvalidLink(path: string, target: string, at: { line: number; column: number }): Problem {
  const found = `a link to ${target}, which is skipped because of its errors`;
  const fix = `Fix ${target}: the link then needs no change.`;
  return reportProblem(
    'broken-link',
    path,
    at,
    { found, expected: 'a link to an article that readers can get', fix },
    'warning',
  );
}
