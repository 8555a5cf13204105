import { OtherFile } from '../../src/adapters/node/disk/read-regular.ts';
import type { Problem } from '../problems/problem.ts';
import { reportProblem, topOfFile } from '../problems/report-problem.ts';

/** An error of a file or a folder that is there, and that the build cannot read for the reason that the disk gave. */
export function reportUnreadable(path: string, what: 'file' | 'folder', error: unknown): Problem {
  const { code = 'EIO' } = error as NodeJS.ErrnoException;
  const isOther = error instanceof OtherFile;
  return reportProblem('unreadable', path, topOfFile, {
    found: isOther
      ? 'something other than a regular file, such as a socket'
      : `a ${what} that cannot be read (${code})`,
    expected: `a ${what} that the build may read`,
    fix: isOther
      ? 'Put the file itself there, or delete what is there.'
      : (fixes[code] ?? `Find out why the disk does not give it.`),
  });
}

/** The same where its name cannot be read. `path` has the bytes escaped. */
export function unnamed(path: string, what: 'file' | 'folder', severity: Problem['severity']): Problem {
  const text = {
    found: `a ${what} whose name is not UTF-8. The bytes that are not ASCII are shown here as \\x and two digits`,
    expected: 'a name in UTF-8',
    fix: `Rename the ${what}, or add it to \`exclude\`, with * in the place of these bytes.`,
  };
  return reportProblem('unreadable', path, topOfFile, text, severity);
}

const fixes: Readonly<Record<string, string>> = {
  EACCES: 'Check its permissions.',
  EPERM: 'Check its permissions.',
  ENAMETOOLONG: 'Shorten its path.',
};
