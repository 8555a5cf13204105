import { UsageError } from '../../usage-error.ts';

/** A message for the case that this process or the machine may open no more files; null for any other error. */
export function outOfFiles(error: unknown): UsageError | null {
  const { code = '', message = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // The error of a thread that cannot start has no code, only a message.
  const [found] = /\bE[MN]FILE\b/.exec(`${code} ${message}`) ?? [];
  if (found === undefined) return null;
  const reason =
    found === 'EMFILE'
      ? 'This process has as many files and connections open as it may (EMFILE). Allow more, as with ulimit -n 4096 or LimitNOFILE of systemd'
      : 'All processes of this machine together have as many files open as they may (ENFILE). Allow more, as with sysctl fs.file-max';
  return new UsageError(`${reason}.`, { cause: error });
}
