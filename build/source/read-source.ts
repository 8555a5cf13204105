import { extname } from 'node:path';
import type { Problem, Result } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import { hashBytes } from './hash-bytes.ts';
import { changedMeanwhile, isReplaced, readReal, TooLarge } from './read-real.ts';
import type { SourceFile } from './source-file.ts';

/** The bytes of a file, and a hash of them and of the dates that git has for the file. */
export interface SourceBytes {
  bytes: Buffer;
  hash: string;
}

/**
 * Reads a file of at most `maxFileSize` bytes. `value` is null where it cannot be read, or is larger. Throws `ChangedMeanwhile` where it is
 * not the one that was found.
 */
export function readSource({ path, file, gitDates }: SourceFile, maxFileSize: number): Result<SourceBytes | null> {
  let bytes: Buffer;
  try {
    bytes = readReal(file, maxFileSize);
  } catch (error) {
    if (isReplaced(error)) throw changedMeanwhile();
    const problem = error instanceof TooLarge ? tooLarge(path, error.size, maxFileSize) : unreadable(path, error);
    return { value: null, problems: [problem] };
  }
  // The same text may mean something else under another extension.
  const own = isPlain.test(path) ? hashBytes(bytes) : `${hashBytes(bytes)} ${extname(path).slice(1).toLowerCase()}`;
  const hash = gitDates ? `${own} ${gitDates.first} ${gitDates.last}` : own;
  return { value: { bytes, hash }, problems: [] };
}

const isPlain = /\.(?:md|markdown)$/i;

function unreadable(path: string, error: unknown): Problem {
  return reportProblem('unreadable', path, topOfFile, {
    found: `a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
    expected: 'a file that the build may read',
    fix: 'Check its permissions.',
  });
}

function tooLarge(path: string, size: number, maxFileSize: number): Problem {
  return reportProblem('too-large', path, topOfFile, {
    found: `a file of ${megabytes(size)}`,
    expected: `at most ${megabytes(maxFileSize)} of text`,
    fix: 'Remove what is not text, such as images in `data:` addresses, or set `maxFileSize` in galley.config.yaml.',
  });
}

function megabytes(bytes: number): string {
  return `${Number((bytes / 1e6).toFixed(bytes < 1e5 ? 6 : 1))} MB`;
}
