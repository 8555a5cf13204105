import { UsageError } from './usage-error.ts';

/** What to say where this process, or the machine, may open no more files; null where something else is wrong. */
export function outOfFiles(error: unknown): UsageError | null {
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // A thread that cannot start says it in its message alone.
  const [found] = /\bE[MN]FILE\b/.exec(`${code} ${message}`) ?? [];
  if (found === undefined) return null;
  const reason =
    found === 'EMFILE'
      ? 'This process has as many files and connections open as it may (EMFILE). Allow more, as with ulimit -n 4096 or LimitNOFILE of systemd'
      : 'All processes of this machine together have as many files open as they may (ENFILE). Allow more, as with sysctl fs.file-max';
  return new UsageError(`${reason}.`, { cause: error });
}
