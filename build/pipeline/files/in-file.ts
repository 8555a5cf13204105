import { UsageError } from '../../../src/usage-error.ts';
import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { DamagedStore } from '../incremental/damaged-store.ts';

/**
 * Runs `work` on one file: whatever it throws becomes a problem of that file. Thrown on are a damaged store, messages to
 * the operator, and errors of the system, which concern all files.
 */
export function inFile<T>(path: string, work: () => T): { value: T | null; problems: Problem[] } {
  try {
    return { value: work(), problems: [] };
  } catch (error) {
    const isOfAll = error instanceof DamagedStore || error instanceof UsageError;
    if (isOfAll || !(error instanceof Error) || 'syscall' in error) throw error;
    return { value: null, problems: [failed(path, error)] };
  }
}

function failed(path: string, error: Error): Problem {
  return reportProblem('failed', path, topOfFile, {
    found: `something on which the build fails (${error.name}: ${error.message.split('\n')[0]})`,
    expected: 'an article, or what the build can name as wrong',
    fix: 'Take parts out until the file builds, and write the part that fails in another way. Please report it: it is a mistake of Galley.',
  });
}
