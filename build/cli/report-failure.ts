import { CommanderError } from 'commander';
import { outOfFiles } from '../../src/adapters/node/out-of-files.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { ExitCode, Output } from './output.ts';

/** Prints why a command failed, and gives the code that it ends with. Throws what is a fault of Galley itself. */
export function reportFailure(error: unknown, output: Output): ExitCode {
  const known = error instanceof UsageError ? error : outOfFiles(error);
  if (known !== null) {
    output.printError(known.message);
    return 2;
  }
  // Commander has printed what is wrong; help and version end with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    // A system error, such as a full disk.
    const hint = error.code === 'ENOENT' && error.syscall === 'mkdir' ? hints.EROFS : hints[String(error.code)];
    output.printError([`${error.message}. Fix this and run the command again.`, hint].filter(Boolean).join(' '));
    return 2;
  }
  throw error;
}

const hints: Record<string, string | undefined> = {
  ENOSPC: 'galley prune --now removes all releases but the current one, where they take the room.',
  // Node says ENOENT of folders in folders that it cannot make.
  EROFS: 'The disk may be read-only: write to another, such as with --out, or mount it so that it can be written.',
  EACCES: 'This user may not write there: run the command as the owner of the folder, or choose another folder.',
};
