import { DamagedFile, FailedRead, MissingFile } from './core/file-errors.ts';
import { pointerPath } from './core/format.ts';

/** Says of a release that cannot be opened what is wrong, and nothing of this machine. */
export function toReleaseProblem(error: unknown): string {
  if (error instanceof FailedRead) {
    return 'The store of the release gives nothing at this moment: what is served may not be the newest release, and what is not in memory is 503.';
  }
  const file = error instanceof DamagedFile || error instanceof MissingFile ? error.path : null;
  const what = `${file} is ${error instanceof MissingFile ? 'missing' : 'damaged'}`;
  if (file === pointerPath) return `${what}: what is served may not be the newest release.`;
  return `The newest release cannot be opened${file === null ? '' : `, since ${what}`}; an earlier one is served.`;
}
