import { closeSync, constants, existsSync, lstatSync, openSync, readlinkSync, realpathSync, type Stats } from 'node:fs';
import { join, sep } from 'node:path';
import { type CheckOpen, OtherFile, readChunks, readRegular } from '../../src/adapters/node/disk/read-regular.ts';
import { UsageError } from '../../src/usage-error.ts';

/** Thrown where a file is another than the one that was found, or read before. */
export class ChangedMeanwhile extends UsageError {
  override name = 'ChangedMeanwhile';
  /** Which file it is, where one is. */
  file?: string | undefined;
}

export function changedMeanwhile(file?: string): ChangedMeanwhile {
  const what = file ?? 'The last release';
  const error = new ChangedMeanwhile(`${what} was changed during the build, again and again. Build again.`);
  return Object.assign(error, { file });
}

/** Thrown for a file that is larger than what is read. */
export class TooLarge extends Error {
  override name = 'TooLarge';
  readonly size: number;

  constructor(size: number) {
    super(`found ${size} bytes`);
    this.size = size;
  }
}

/**
 * Reads a file of content of at most `maxBytes` bytes, through no link on disk: its path must be its real one, as
 * `createLocator` makes it of a name that was listed, so that a link which took the place of the file, or of a folder
 * above it, since then leads to nothing. Throws `TooLarge`, an error that `isReplaced` knows, or what else the disk
 * says.
 */
export function readReal(file: string, maxBytes = Number.POSITIVE_INFINITY): Buffer {
  return readRegular(file, checkReal(file, maxBytes), noFollow);
}

/** The same in chunks, as `readChunks`. */
export function readRealParts(file: string, maxBytes = Number.POSITIVE_INFINITY): Generator<Buffer, void> {
  return readChunks(file, checkReal(file, maxBytes), noFollow);
}

const noFollow = constants.O_NOFOLLOW ?? 0;

function checkReal(file: string, maxBytes: number): CheckOpen {
  return (descriptor, stats) => {
    if (!isAt(descriptor, stats, file)) throw new OtherFile(`${file} is reached by a link`);
    if (stats.size > maxBytes) throw new TooLarge(stats.size);
  };
}

/** Whether something says that a file is not there any more, or something else in its place. */
export function isReplaced(error: unknown): boolean {
  return error instanceof OtherFile || replaced.has((error as NodeJS.ErrnoException).code ?? '');
}

/** `ELOOP` and `EMLINK` stand for a link, `ENXIO` for a socket. */
const replaced: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EMLINK', 'ENXIO']);

/** The real path of what is called `name` in a content folder, each of whose `folders` may be a link itself. */
export function createLocator(content: string, folders: readonly string[]): (name: string) => string {
  const places = folders.map((folder): [prefix: string, real: string] => [
    folder === '' ? '' : `${folder}/`,
    join(toRealFolder(join(content, folder)), sep),
  ]);
  // A folder in another one may be a link, and so is looked for first.
  places.sort(([a], [b]) => b.length - a.length);
  return (name) => {
    const [prefix, real] = places.find(([start]) => name.startsWith(start)) ?? ['', join(content, sep)];
    // Names that were listed need nothing else that `join` does.
    return real + name.slice(prefix.length).replaceAll('/', sep);
  };
}

/** Where Linux says what is open. */
const openFiles = '/proc/self/fd';
const isListed = existsSync(openFiles);

/** Spelt as the system spells the paths of open files in it. */
export function toRealFolder(folder: string): string {
  if (!isListed) return realpathSync.native(folder);
  const descriptor = openSync(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0));
  try {
    return readlinkSync(`${openFiles}/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

function isAt(descriptor: number, { dev, ino }: Stats, file: string): boolean {
  if (isListed) return readlinkSync(`${openFiles}/${descriptor}`) === file;
  // Whoever swaps folders would have to do it in the right moments four times.
  const isReal = (): boolean => realpathSync.native(file) === file;
  if (!isReal()) return false;
  const there = lstatSync(file);
  return there.dev === dev && there.ino === ino && isReal();
}
