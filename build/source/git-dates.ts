import { posix } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { findRepository } from './find-repository.ts';
import { GitError, runGit } from './run-git.ts';

/** When a file was first committed and when its content last changed, in seconds since 1970-01-01T00:00:00Z. */
export interface GitDates {
  first: number;
  last: number;
}

/** A commit of the repository that a content folder is part of. */
export interface CommitOf {
  content: string;
  commit: string;
}

/**
 * The author dates of all files below `within` that a commit has, by default the current one, by their path in the
 * content folder, from one run of `git log`. A file that was moved within that keeps the dates of its former path.
 * Throws `UsageError` where git does not know them.
 */
export async function readGitDates(
  { content, commit }: Partial<CommitOf> & { content: string },
  within: readonly string[] = [''],
): Promise<Map<string, GitDates>> {
  const repository = findRepository(content, within);
  if (repository === null) throw untold(content, 'it is not in a git repository');
  const { top, path } = repository;
  try {
    const shallow = await runGit(top, ['rev-parse', '--is-shallow-repository']);
    if (shallow.trim() === 'true') {
      throw new UsageError(
        `gitDates: ${content} is in a shallow clone, which lacks the commits that dates come from. ` +
          'Fetch them with git fetch --unshallow; in GitHub Actions, give actions/checkout fetch-depth: 0.',
      );
    }
    const names = ['-z', '-M', '--name-status', path === '' ? '--no-relative' : `--relative=${path}/`];
    const format = [...names, '--no-ext-diff', '--no-textconv', '--ignore-submodules', '--format=%x01%at'];
    const folders = within.map((folder) => posix.join(path, folder) || '.');
    const log = await runGit(top, ['log', ...format, ...(commit === undefined ? [] : [commit]), '--', ...folders]);
    return toDates(log.split('\0'));
  } catch (error) {
    throw error instanceof GitError ? untold(content, error.message.split('\n')[0] ?? '') : error;
  }
}

function untold(content: string, reason: string): UsageError {
  return new UsageError(
    `gitDates: git cannot give the dates of ${content}: ${reason}. ` +
      'Build in a clone with all commits, or remove gitDates from galley.config.yaml.',
  );
}

/** From the newest commit to the oldest: `\x01` and the date, then of each file its status and path, or both its paths. */
function toDates(fields: readonly string[]): Map<string, GitDates> {
  const dates = new Map<string, GitDates>();
  /** What a former path is called today. */
  const moved = new Map<string, string>();
  let at = 0;
  for (let i = 0; i < fields.length; i++) {
    const field = (fields[i] ?? '').replace(/^\n/, '');
    if (field.startsWith('\x01')) at = Number(field.slice(1));
    else if (field !== '') {
      const from = fields[++i] ?? '';
      const isMove = field.startsWith('R');
      const to = isMove || field.startsWith('C') ? (fields[++i] ?? '') : from;
      const path = (moved.get(to) ?? to).normalize('NFC');
      // What was deleted here and came back later is another file.
      if (isMove) moved.set(from, path);
      if (field !== 'D') take(path, field === 'R100');
    }
  }
  return dates;

  function take(path: string, isSame: boolean): void {
    const known = dates.get(path);
    // A move alone changes nothing; what did is further back.
    const last = isSame ? 0 : at;
    dates.set(path, { first: Math.min(known?.first ?? at, at), last: Math.max(known?.last ?? 0, last) });
  }
}
