/** A file that a release names is not there: the release was removed, or never written whole. */
export class MissingFile extends Error {
  /** Below `api/v1`. */
  readonly path: string;

  constructor(path: string) {
    super(`The release names ${path}, which is not there. Build again, or restore the files of the release.`);
    this.name = 'MissingFile';
    this.path = path;
  }
}

/** A file of a release does not hold what was written: it was cut short, changed, or another was put in its place. */
export class DamagedFile extends Error {
  /** Below `api/v1`. */
  readonly path: string;

  constructor(path: string, reason = 'it does not hold what the build wrote') {
    super(`${path} is damaged: ${reason}. Build again, or restore the files of the release.`);
    this.name = 'DamagedFile';
    this.path = path;
  }
}

/** A file could not be read at this moment: its store cannot be reached, refuses, or broke off. It may be read later. */
export class FailedRead extends Error {
  /** Below `api/v1`, or below the folder that `galley build` wrote. */
  readonly path: string;

  constructor(path: string, reason: string) {
    super(`${path} could not be read: ${reason}.`);
    this.name = 'FailedRead';
    this.path = path;
  }
}
