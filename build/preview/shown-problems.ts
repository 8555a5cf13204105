import { resolve } from 'node:path';
import { compareProblems, type Position, type Problem } from '../problems/problem.ts';
import { readLines } from '../source/source-excerpt.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { ShownProblem, ShownProblems } from './protocol.ts';

/** Problems with their lines. */
type Lined = Omit<ShownProblems, 'problems'> & { problems: Omit<ShownProblem, 'editor' | 'guide'>[] };

/** Nobody reads more than this at once. */
const maxProblems = 200;

/** Characters shown of a line: before the place of a problem, and in all. */
const [before, maxLength] = [60, 160];

/** Problems with their lines: those of the last save first, then those of the file at `path`, then errors before warnings. */
export function showProblems(
  problems: readonly Problem[],
  fresh: ReadonlySet<Problem>,
  path: string | null,
  find: (path: string) => SourceFile | null,
): Lined {
  const rank = (problem: Problem): number =>
    (fresh.has(problem) ? 0 : 4) + (problem.path === path ? 0 : 2) + (problem.severity === 'error' ? 0 : 1);
  const ordered = [...problems].sort((a, b) => rank(a) - rank(b) || compareProblems(a, b)).slice(0, maxProblems);
  const files = new Map<string, string[]>();
  return {
    total: problems.length,
    problems: ordered.map((problem) => {
      const file = find(problem.path)?.file;
      const lines = files.get(problem.path) ?? (file === undefined ? [] : readLines(file, problem.code));
      files.set(problem.path, lines);
      return { ...problem, isFresh: fresh.has(problem), ...cutLine(lines[problem.line - 1] ?? null, problem.column) };
    }),
  };
}

function cutLine(line: string | null, column: number): Pick<ShownProblem, 'source' | 'from'> {
  if (line === null) return { source: null, from: 1 };
  const from = line.length <= maxLength ? 0 : Math.max(0, Math.min(column - 1, line.length) - before);
  return { source: line.slice(from, from + maxLength), from: from + 1 };
}

/**
 * The address that opens a file in an editor: `setting` with `{path}`, `{line}` and `{column}` filled in. The path is
 * that on this machine, from its root on, with its segments encoded.
 */
export function editorAddress(setting: string, file: string, { line, column }: Position): string {
  const segments = resolve(file).replaceAll('\\', '/').split('/').map(encodeURIComponent);
  // On Windows the letter of a drive comes first, which addresses have after a slash.
  const path = segments.join('/').replace(/^([a-z])%3A/i, '/$1:');
  return setting
    .replaceAll('{path}', () => path)
    .replaceAll('{line}', `${line}`)
    .replaceAll('{column}', `${column}`);
}
