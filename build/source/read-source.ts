import { readFileSync, statSync } from 'node:fs';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';
import { hashBytes } from './hash-bytes.ts';
import type { SourceFile } from './source-file.ts';

/** The bytes of a file, and a hash of them and of what git says of the file. */
export interface SourceBytes {
  bytes: Buffer;
  hash: string;
}

/** Reads a file of at most so many bytes. `value` is null where it cannot be read, as where it `isGone`, or is larger. */
export function readSource(
  { path, file, gitDates }: SourceFile,
  maxFileSize: number,
): { value: SourceBytes | null; problems: Problem[]; isGone?: boolean } {
  let bytes: Buffer;
  try {
    const { size } = statSync(file);
    if (size > maxFileSize) return { value: null, problems: [tooLarge(path, size, maxFileSize)] };
    bytes = readFileSync(file);
  } catch (error) {
    const isGone = ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
    return { value: null, problems: [unreadable(path, error)], isGone };
  }
  // The same text means something else under the other name.
  const own = /\.mdx$/i.test(path) ? `${hashBytes(bytes)} mdx` : hashBytes(bytes);
  const hash = gitDates ? `${own} ${gitDates.first} ${gitDates.last}` : own;
  return { value: { bytes, hash }, problems: [] };
}

function unreadable(path: string, error: unknown): Problem {
  return reportProblem('unreadable', path, topOfFile, {
    found: `a file that cannot be read (${(error as NodeJS.ErrnoException).code})`,
    expected: 'a file that the build may read',
    fix: 'Check its permissions.',
  });
}

function tooLarge(path: string, size: number, most: number): Problem {
  return reportProblem('too-large', path, topOfFile, {
    found: `a file of ${megabytes(size)}`,
    expected: `at most ${megabytes(most)} of text`,
    fix: 'Take out what is no text, such as pictures in `data:` addresses, or set `maxFileSize` in galley.config.yaml.',
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e5 ? 6 : 1).replace(/\.?0+$/, '')} MB`;
}
