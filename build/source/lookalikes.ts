import type { Problem, Result } from '../problems/problem.ts';
import { reportWarning, topOfFile } from '../problems/report-problem.ts';
import { readReal } from './read-real.ts';
import type { SourceFile } from './source-file.ts';

/**
 * Separates files whose names look the same, and differ in how Unicode writes them, as copies between macOS and other
 * systems do. Of equal files the second is skipped, with a warning; another keeps its name as it is on disk for its
 * path.
 */
export function separateLookalikes<File extends SourceFile>(
  sources: readonly File[],
  names: readonly string[],
): Result<File[]> {
  const paths = new Set(sources.map(({ path }) => path));
  if (paths.size === sources.length) return { value: [...sources], problems: [] };
  const composed = new Map(sources.flatMap((source, i) => (source.path === names[i] ? [[source.path, source]] : [])));
  const holders = new Map<string, File>();
  const problems: Problem[] = [];
  const value = sources.flatMap((source, i): File[] => {
    const holder = composed.get(source.path) ?? holders.get(source.path) ?? source;
    holders.set(source.path, holder);
    if (holder === source) return [source];
    if (!hasEqualBytes(source.file, holder.file)) return [{ ...source, path: names[i] ?? source.path }];
    problems.push(toProblem(source.path));
    return [];
  });
  return { value, problems };
}

function hasEqualBytes(one: string, other: string): boolean {
  try {
    return readReal(one).equals(readReal(other));
  } catch {
    // Reading it will report why.
    return false;
  }
}

function toProblem(path: string): Problem {
  const found =
    'a second file with this name and the same content. The two names look the same, but have different characters';
  const fix = 'Delete one of the two. Until then, only one is read.';
  return reportWarning('duplicate-slug', path, topOfFile, { found, expected: 'one file for each name', fix });
}
