import { CommanderError } from 'commander';
import { outOfFiles } from '../../src/adapters/node/out-of-files.ts';
import { UsageError } from '../../src/usage-error.ts';
import type { Commands } from './command-entry.ts';
import { type ExitCode, type Output, type Stream, toOutput } from './output.ts';
import { createProgram } from './program.ts';

/** Where a command runs. */
export interface Surroundings {
  /** The working directory, from which relative paths lead. */
  cwd: string;
  env: NodeJS.ProcessEnv;
}

let isRunning = false;

/**
 * Runs `galley` with these arguments, and gives the code that it ends with. Commands that serve go on until a signal
 * ends the process. Throws what is an error of Galley itself, and where another command is running in this process.
 */
export async function run(
  args: readonly string[],
  commands: Commands,
  { stdout, stderr, cwd, env }: Surroundings & { stdout: Stream; stderr: Stream },
): Promise<ExitCode> {
  // The file system and other programs know only the working directory and the environment of the process.
  if (isRunning)
    throw new Error('A process runs one command at a time, since its working directory is that of the command.');
  isRunning = true;
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const output = toOutput(stdout, stderr);
  let code: ExitCode = 0;
  const end = (ended: ExitCode): void => {
    code = ended;
  };
  try {
    enter({ cwd, env });
    await createProgram(commands, { ...output, end }).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return reportFailure(error, output);
  } finally {
    enter(before);
    isRunning = false;
  }
}

function enter({ cwd, env }: Surroundings): void {
  if (cwd !== process.cwd()) process.chdir(cwd);
  if (env === process.env) return;
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Prints why a command failed, and gives the code that it ends with. Throws what is an error of Galley itself. */
function reportFailure(error: unknown, output: Output): ExitCode {
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
  ENOSPC: 'The disk is full. galley prune --now removes all releases except the current one.',
  // Node says ENOENT of folders in folders that it cannot make.
  EROFS: 'The disk may be read-only. Choose another with --out, or mount it so that it can be written.',
  EACCES: 'This user may not write there. Run the command as the owner of the folder, or choose another folder.',
};
