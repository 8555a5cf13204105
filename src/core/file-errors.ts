/** What went wrong with a file. */
export abstract class FileError extends Error {
  /** Below `api/v1`, or below the folder that `galley build` wrote. */
  readonly path: string;

  constructor(name: string, path: string, message: string) {
    super(message);
    this.name = name;
    this.path = path;
  }
}

/** A file that a release names is not there: the release was removed, or never written whole. */
export class MissingFile extends FileError {
  constructor(path: string) {
    const fix = 'Build again, or restore the files of the release.';
    super('MissingFile', path, `The release names ${path}, which is missing. ${fix}`);
  }
}

/** A file of a release does not hold what was written: it was cut short, changed, or another was put in its place. */
export class DamagedFile extends FileError {
  constructor(path: string, reason = 'it is not what the build wrote', message = toDamage(path, reason)) {
    super('DamagedFile', path, message);
  }
}

function toDamage(path: string, reason: string): string {
  return `${path} is damaged: ${reason}. Build again, or restore the files of the release.`;
}

/** A file of a release that another version of Galley wrote, in a format that this one does not read. */
export class OtherFormat extends DamagedFile {
  constructor(path: string, found: number, expected: number) {
    const isNewer = found > expected;
    const which = `${isNewer ? 'a newer' : 'an older'} version of Galley wrote, but this version reads format ${expected}`;
    const fix = `${isNewer ? 'Install that version here, or build' : 'Build'} again with this version of Galley.`;
    super(path, '', `${path} has format ${found}, which ${which}. ${fix}`);
  }
}

const draftsFile = 'a file of the release of drafts';

/** An error for the log, without the name of a file of drafts, which may be that of a draft. */
export function withoutName(error: unknown): unknown {
  if (error instanceof MissingFile) return new MissingFile(draftsFile);
  if (error instanceof DamagedFile && !(error instanceof OtherFormat)) return new DamagedFile(draftsFile);
  const isOfFile = error instanceof FailedRead || (error instanceof Error && 'path' in error && 'code' in error);
  return isOfFile ? new FailedRead(draftsFile, 'its disk or store did not give it') : error;
}

/** Whether a file is missing or damaged, and not only unreadable at this moment. */
export function isBroken(error: unknown): error is MissingFile | DamagedFile {
  return error instanceof MissingFile || error instanceof DamagedFile;
}

/** A file could not be read at this moment: its store cannot be reached, refuses, or broke off. It may be read later. */
export class FailedRead extends FileError {
  constructor(path: string, reason: string) {
    super('FailedRead', path, `${path} could not be read: ${reason}.`);
  }
}
