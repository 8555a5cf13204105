import { extname } from 'node:path';
import type { Problem, Result } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import { hashBytes } from './hash-bytes.ts';
import { changedMeanwhile, isReplaced, readReal, TooLarge } from './read-real.ts';
import type { SourceFile } from './source-file.ts';
import { reportUnreadable } from './unreadable.ts';

/** The bytes of a file, and a hash of them and of the dates that git has for the file. */
export interface SourceBytes {
  bytes: Buffer;
  hash: string;
}

/**
 * Reads a file of at most `maxFileSize` bytes. `value` is null where it cannot be read, or is larger. Throws
 * `ChangedMeanwhile` where it is not the one that was found, which may be another when it is looked for again.
 */
export function readSource(
  { path, file, gitDates, isCertain }: SourceFile,
  maxFileSize: number,
): Result<SourceBytes | null> {
  let bytes: Buffer;
  try {
    bytes = readReal(file, maxFileSize);
  } catch (error) {
    if (isReplaced(error) && isCertain === undefined) throw changedMeanwhile(file);
    const problem =
      error instanceof TooLarge ? tooLarge(path, error.size, maxFileSize) : reportUnreadable(path, 'file', error);
    return { value: null, problems: [problem] };
  }
  // The same text may mean something else under another extension.
  const own = isPlain.test(path) ? hashBytes(bytes) : `${hashBytes(bytes)} ${extname(path).slice(1).toLowerCase()}`;
  const hash = gitDates ? `${own} ${gitDates.first} ${gitDates.last}` : own;
  return { value: { bytes, hash }, problems: [] };
}

const isPlain = /\.(?:md|markdown)$/i;

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
