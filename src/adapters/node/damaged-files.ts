import { DamagedFile, FailedRead, isBroken, MissingFile, OtherFormat } from '../../core/file-errors.ts';
import { UsageError } from '../../usage-error.ts';

/** Milliseconds after which the same file is logged again, and between two checks whether it is whole. */
const minute = 60_000;
const checkInterval = 2000;

/** How many files the reasons name. */
const maxReasons = 10;

export interface DamagedFilesOptions {
  /** Resolves where a file is as it was written. Rejects with `DamagedFile` or `MissingFile`. */
  verify(path: string): Promise<void>;
  /** Whether responses may need it. */
  isServed(path: string): Promise<boolean>;
  /** Has the next build read it. */
  mark?: ((path: string) => Promise<void>) | undefined;
  log(error: unknown): void;
  /** Called with each file that was not known to be damaged or missing. */
  onFound?: ((path: string) => void) | undefined;
}

export interface DamagedFiles {
  /**
   * Logs an error: one of a file at most once a minute. Where `isRemembered`, which is so by default, the file is
   * remembered until it is whole, or belongs to nothing that is served.
   */
  report(error: unknown, isRemembered?: boolean): void;
  /** Checks a file in which another process found damage. */
  suspect(path: string): void;
  /** A sentence on each file, for anybody. */
  reasons(): string[];
  /** Checks now whether they are whole, without waiting for the interval. */
  check(): Promise<void>;
  stop(): void;
}

/**
 * The files that were found missing or damaged. Sets the times of a damaged one, so that the next build reads it: a
 * file that a disk spoilt looks unchanged.
 */
export function damagedFiles({ verify, isServed, mark, log, onFound }: DamagedFilesOptions): DamagedFiles {
  const known = new Map<string, DamagedFile | MissingFile>();
  const logged = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let isChecking = false;
  let failed = Number.NEGATIVE_INFINITY;
  return { report, suspect, reasons, check, stop };

  function report(error: unknown, isRemembered = true): void {
    if (error instanceof FailedRead) {
      // Each response may need it, and the next check of the pointer says whether it is over.
      if (performance.now() - failed < minute) return;
      failed = performance.now();
    }
    if (!isBroken(error)) {
      log(error);
      return;
    }
    const { path } = error;
    // It is as it was written: nothing of it is to be repaired.
    const isOther = error instanceof OtherFormat;
    if (isRemembered && !isOther && remember(error)) onFound?.(path);
    const now = performance.now();
    // Who does not want it remembered repeats itself no more often.
    if (isRemembered && now - (logged.get(path) ?? Number.NEGATIVE_INFINITY) < minute) return;
    logged.set(path, now);
    log(error);
    if (error instanceof DamagedFile && !isOther) void touch(path);
  }

  function suspect(path: string): void {
    verify(path).catch((error) => {
      if (isBroken(error)) remember(error);
    });
  }

  /** Whether it was not known. */
  function remember(error: DamagedFile | MissingFile): boolean {
    const isNew = !known.has(error.path);
    known.set(error.path, error);
    timer ??= setInterval(() => void (isChecking || check()), checkInterval).unref();
    return isNew;
  }

  function reasons(): string[] {
    const sentences = [...known.values()].slice(0, maxReasons).map((error) => {
      const state = error instanceof MissingFile ? 'is missing' : 'is damaged';
      return `${error.path} ${state}. Responses that need it are 503 until a build writes it again.`;
    });
    const more = known.size - sentences.length;
    return more > 0 ? [...sentences, `More such files: ${more}.`] : sentences;
  }

  async function check(): Promise<void> {
    isChecking = true;
    for (const path of [...known.keys()]) {
      if (await isOver(path)) known.delete(path);
    }
    isChecking = false;
    if (known.size === 0) stop();
  }

  /** A file that cannot be checked, such as with too many open files, stays as it is. */
  async function isOver(path: string): Promise<boolean> {
    try {
      await verify(path);
      return true;
    } catch {
      return !(await isServed(path).catch(() => true));
    }
  }

  async function touch(path: string): Promise<void> {
    try {
      await mark?.(path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const message =
        `${path} is damaged, and this process has no permission to set its time (${code}), so a build would not notice. ` +
        'Delete the file, then build.';
      log(Object.assign(new UsageError(message), { path, code }));
    }
  }

  function stop(): void {
    if (timer !== null) clearInterval(timer);
    timer = null;
  }
}
