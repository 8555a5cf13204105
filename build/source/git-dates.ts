import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';

/** When a file was first committed and when its content last changed, in seconds since 1970-01-01T00:00:00Z. */
export interface GitDates {
  first: number;
  last: number;
}

/**
 * The author dates of all committed files below `within`, by their path in `folder`, from one run of `git log`. A file that was
 * moved within the folder keeps the dates of its former path. Throws `UsageError` where git cannot tell.
 */
export async function readGitDates(folder: string, within: readonly string[] = ['']): Promise<Map<string, GitDates>> {
  const shallow = await git(folder, ['rev-parse', '--is-shallow-repository']);
  if (shallow.trim() === 'true') {
    throw new UsageError(
      `gitDates: ${folder} is in a shallow clone, which does not hold the commits that dates come from. ` +
        'Fetch them with git fetch --unshallow; in GitHub Actions, give actions/checkout fetch-depth: 0.',
    );
  }
  const format = ['-z', '-M', '--name-status', '--relative', '--format=%x01%at'];
  const log = await git(folder, ['log', ...format, '--', ...within.map((path) => path || '.')]);
  return toDates(log.split('\0'));
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

async function git(folder: string, args: readonly string[]): Promise<string> {
  try {
    // Names as they are, whatever the user's settings say.
    const options = ['-C', folder, '-c', 'core.quotePath=false', '-c', 'log.showSignature=false'];
    const { stdout } = await promisify(execFile)('git', [...options, ...args], { maxBuffer: Number.POSITIVE_INFINITY });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { code: unknown; stderr?: string };
    const reason = code === 'ENOENT' ? 'there is no git on this machine' : (stderr ?? '').trim().split('\n')[0];
    throw new UsageError(
      `gitDates: git cannot tell the dates of ${folder}: ${reason}. ` +
        'Build in a clone with its commits, or take gitDates out of galley.config.yaml.',
    );
  }
}
