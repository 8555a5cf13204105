import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../../src/usage-error.ts';

/** A commit, checked out beside the work tree of its repository. */
export interface Checkout {
  /** What the given folder is in it; it may not be there. */
  folder: string;
  /** Takes it away again; synchronous, so that a signal can ask for it. */
  remove(): void;
}

/** The commit that a branch, tag or hash names in the repository of `folder`; null where there is none, or no repository. */
export async function findCommit(folder: string, ref: string): Promise<string | null> {
  // Git would take it for an option.
  if (ref.startsWith('-') || ref === '') return null;
  const found = await git(folder, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch(() => '');
  return found.trim() || null;
}

/** What the repository of `folder` has; null where there is none, or no git. */
export async function describeRepository(folder: string): Promise<{ branches: string[]; isShallow: boolean } | null> {
  try {
    const shallow = await git(folder, ['rev-parse', '--is-shallow-repository']);
    const order = ['--sort=-committerdate', '--count=8', '--format=%(refname:short)'];
    const branches = await git(folder, ['for-each-ref', ...order, 'refs/heads', 'refs/remotes']);
    return { branches: branches.split('\n').filter((name) => name !== ''), isShallow: shallow.trim() === 'true' };
  } catch {
    return null;
  }
}

/**
 * Checks a commit out into `target`, which must not exist and whose name must be one of its own. `start` is called with what
 * removes it before anything is written. Throws `UsageError`.
 */
export async function checkOutCommit(
  folder: string,
  commit: string,
  target: string,
  start: (remove: () => void) => void,
): Promise<Checkout> {
  try {
    // Without the end of the line alone: a name may end with a blank.
    const below = (await git(folder, ['rev-parse', '--show-prefix'])).replace(/\n$/, '');
    const common = resolve(folder, (await git(folder, ['rev-parse', '--git-common-dir'])).replace(/\n$/, ''));
    let adding: ChildProcess | null = null;
    const remove = (): void => {
      if (adding !== null) endGroup(adding);
      try {
        execFileSync('git', toArgs(folder, ['worktree', 'remove', '--force', target]), {
          env: environment(),
          stdio: 'ignore',
        });
      } catch {
        // It is not whole, or git is gone.
      }
      rmSync(target, { recursive: true, force: true, maxRetries: 5 });
      rmSync(join(common, 'worktrees', basename(target)), { recursive: true, force: true });
    };
    start(remove);
    // In a group of its own, since git starts another that writes the files.
    adding = spawn('git', toArgs(folder, ['worktree', 'add', '--detach', '--quiet', target, commit]), {
      ...{ env: environment(), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    });
    await untilEnded(adding);
    adding = null;
    return { folder: join(target, below), remove };
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const reason = (stderr || message).trim().split('\n').at(-1);
    throw new UsageError(`git cannot check ${commit} out of the repository of ${folder}: ${reason}.`);
  }
}

/** Throws where it fails, with what it printed. */
function untilEnded(child: ChildProcess): Promise<void> {
  let stderr = '';
  child.stderr?.on('data', (piece) => {
    stderr += piece;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(stderr))));
  });
}

/** Ends a process and those that it has started. */
function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
  // They may be writing still.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, endingTime);
}

/** Milliseconds in which a killed process comes to its end. */
const endingTime = 100;

async function git(folder: string, args: readonly string[]): Promise<string> {
  const options = { maxBuffer: Number.POSITIVE_INFINITY, env: environment() };
  return (await promisify(execFile)('git', toArgs(folder, args), options)).stdout;
}

/** Without hooks, which are for the people who work in the repository. */
function toArgs(folder: string, args: readonly string[]): string[] {
  return ['-C', folder, '-c', 'core.hooksPath=/dev/null', ...args];
}

/** Without what git tells its hooks of the repository that they run in. */
function environment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, GIT_PREFIX: ____, ...others } = process.env;
  return others;
}
