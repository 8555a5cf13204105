import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { UsageError } from '../../src/usage-error.ts';
import { findRepository, type Repository } from './find-repository.ts';
import { GitError, pipeGit, runGit } from './run-git.ts';

/** The commit that a branch, tag or hash names in the repository of a content folder; null where there is none, or no repository. */
export async function findCommit(content: string, folders: readonly string[], ref: string): Promise<string | null> {
  const repository = findRepository(content, folders);
  // Git would take it for an option.
  if (repository === null || ref.startsWith('-') || ref === '') return null;
  const found = await runGit(repository.top, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]).catch(() => '');
  return found.trim() || null;
}

/** What the repository of a content folder has; null where there is none, or no git. */
export async function describeRepository(
  content: string,
  folders: readonly string[],
): Promise<{ branches: string[]; isShallow: boolean } | null> {
  const repository = findRepository(content, folders);
  if (repository === null) return null;
  try {
    const shallow = await runGit(repository.top, ['rev-parse', '--is-shallow-repository']);
    const order = ['--sort=-committerdate', '--count=8', '--format=%(refname:short)'];
    const branches = await runGit(repository.top, ['for-each-ref', ...order, 'refs/heads', 'refs/remotes']);
    return { branches: branches.split('\n').filter((name) => name !== ''), isShallow: shallow.trim() === 'true' };
  } catch {
    return null;
  }
}

/** A file of a commit: a link where its mode says so. */
interface TreeFile {
  hash: string;
  isLink: boolean;
  /** In the content folder. */
  path: string;
}

/**
 * Writes what a commit holds in the `folders` of a content folder below `target`, which must not exist: the bytes that
 * git keeps, without filters such as that of Git LFS. Throws `UsageError`.
 */
export async function checkOutCommit(
  content: string,
  folders: readonly string[],
  commit: string,
  target: string,
): Promise<void> {
  const repository = findRepository(content, folders);
  try {
    if (repository === null) throw new GitError('there is no repository');
    const files = await listFiles(repository, folders, commit);
    mkdirSync(target, { recursive: true });
    await writeFiles(repository.top, files, target);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = error.message.split('\n').at(-1);
    throw new UsageError(`git cannot read the commit ${commit} of ${content}: ${reason}.`);
  }
}

async function listFiles({ top, path }: Repository, folders: readonly string[], commit: string): Promise<TreeFile[]> {
  const places = folders.map((folder) => posix.join(path, folder)).filter((place) => place !== '.');
  const isAll = places.length < folders.length;
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...(isAll ? [] : ['--', ...places])];
  const listed = (await runGit(top, args)).split('\0');
  return listed.flatMap((line): TreeFile[] => {
    // Other types are commits of submodules.
    const [, mode = '', hash = '', name = ''] = /^(\d+) blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
    if (name === '' || (path !== '' && !name.startsWith(`${path}/`))) return [];
    if (name.split(/[/\\]/).includes('..')) throw new GitError(`it has a file named ${name}`);
    return [{ hash, isLink: mode === '120000', path: path === '' ? name : name.slice(path.length + 1) }];
  });
}

/** Links come last, so that no file is written through one. */
async function writeFiles(top: string, files: readonly TreeFile[], target: string): Promise<void> {
  const ordered = [...files.filter(({ isLink }) => !isLink), ...files.filter(({ isLink }) => isLink)];
  const made = new Set<string>();
  let next = 0;
  const objects = createObjectReader(() => {
    const { path = '', isLink = false } = ordered[next++] ?? {};
    const file = join(target, path);
    const folder = dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return isLink ? linkWriter(file) : fileWriter(file);
  });
  await pipeGit(top, ['cat-file', '--batch', '--buffer'], ordered.map(({ hash }) => `${hash}\n`).join(''), objects);
  if (next < ordered.length) throw new GitError(`git gave only ${next} of ${ordered.length} files`);
}

/** What takes the bytes of an object, and then its end. */
interface ObjectWriter {
  write(part: Buffer): void;
  end(): void;
}

function fileWriter(file: string): ObjectWriter {
  const descriptor = openSync(file, 'w');
  return {
    write(part) {
      for (let done = 0; done < part.length; ) done += writeSync(descriptor, part, done);
    },
    end: () => closeSync(descriptor),
  };
}

function linkWriter(file: string): ObjectWriter {
  const parts: Buffer[] = [];
  return { write: (part) => parts.push(Buffer.from(part)), end: () => symlinkSync(Buffer.concat(parts), file) };
}

/** Reads what `git cat-file --batch` prints: of each object a line that ends in its size, its bytes, and the end of a line. */
function createObjectReader(start: () => ObjectWriter): (part: Buffer) => void {
  let head = '';
  let left = 0;
  let writer: ObjectWriter | null = null;
  return (part) => {
    for (let at = 0; at < part.length; ) {
      if (writer === null) {
        const end = part.indexOf('\n', at);
        head += part.toString('latin1', at, end === -1 ? part.length : end);
        if (end === -1) return;
        const [, size] = /^[0-9a-f]+ blob (\d+)$/.exec(head) ?? [];
        if (size === undefined) throw new GitError(`a file of it is missing in this clone (${head})`);
        [head, left, writer, at] = ['', Number(size), start(), end + 1];
      } else if (left > 0) {
        const own = part.subarray(at, at + left);
        writer.write(own);
        left -= own.length;
        at += own.length;
      } else {
        writer.end();
        writer = null;
        at++;
      }
    }
  };
}
