import { spawn } from 'node:child_process';
import { dirname } from 'node:path';

/** What git printed where it failed, or why it did not run. */
export class GitError extends Error {
  override name = 'GitError';
}

/**
 * What git prints at the top of a repository that `findRepository` found, whose own settings and those of the user may
 * say much that nobody asked for: all that would start a program is off, and so is the network. `args` must be
 * plumbing, or `log` without patches: these use no filter, and no program that `.gitattributes` names. Throws
 * `GitError`.
 */
export async function runGit(top: string, args: readonly string[]): Promise<string> {
  const parts: Buffer[] = [];
  await pipeGit(top, args, '', (part) => parts.push(part));
  return Buffer.concat(parts).toString();
}

/** The same for much output, each part of which is given to `take`, and for what git reads. */
export function pipeGit(
  top: string,
  args: readonly string[],
  input: string,
  take: (part: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const git = spawn('git', ['-C', top, ...options, ...args], { env: environment(top) });
    let stderr = '';
    let failure: unknown = null;
    git.stdout.on('data', (part: Buffer) => {
      if (failure !== null) return;
      try {
        take(part);
      } catch (error) {
        failure = error;
        git.kill();
      }
    });
    git.stderr.on('data', (part) => {
      stderr += part;
    });
    git.on('error', (error: NodeJS.ErrnoException) => {
      failure = new GitError(error.code === 'ENOENT' ? 'git is not installed on this machine' : error.message);
    });
    git.on('close', (code) => {
      if (failure === null && code === 0) resolve();
      else reject(failure ?? new GitError(toReason(stderr, top) || `git ended with ${code}`));
    });
    // It may end before it has read all.
    git.stdin.on('error', () => {});
    git.stdin.end(input);
  });
}

/** Git's own advice stands in many lines, and names no place where settings of the system do not count. */
function toReason(stderr: string, top: string): string {
  if (!stderr.includes('dubious ownership')) return stderr.trim();
  return `detected dubious ownership of ${top}; if it is yours, run git config --global --add safe.directory ${top}`;
}

const settings = [
  'safe.bareRepository=explicit',
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  'log.showSignature=false',
  // Names as they are.
  'core.quotePath=false',
];

const options = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...settings.flatMap((setting) => ['-c', setting]),
];

/**
 * The variables of the user that name the settings of git. Others are dropped: those that name a repository, as in
 * hooks, or programs.
 */
const kept = /^GIT_(?:EXEC_PATH|CONFIG_(?:GLOBAL|COUNT|KEY_\d+|VALUE_\d+))$/;

function environment(top: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_') || kept.test(name));
  return {
    ...Object.fromEntries(others),
    GIT_CEILING_DIRECTORIES: dirname(top),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    // None: unlike `protocol.allow`, no setting of a repository goes before it.
    GIT_ALLOW_PROTOCOL: '',
  };
}
