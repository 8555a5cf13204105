import { type ExitCode, type Stream, toOutput } from './output.ts';
import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';
import { type Surroundings, within } from './within.ts';

/**
 * Runs `galley` with these arguments, and gives the code that it ends with. Commands that serve go on until a signal ends the
 * process. Throws what is a fault of Galley itself, and where another command is running in this process.
 */
export function run(
  args: readonly string[],
  { stdout, stderr, ...surroundings }: Surroundings & { stdout: Stream; stderr: Stream },
): Promise<ExitCode> {
  const output = toOutput(stdout, stderr);
  return within(surroundings, async () => {
    let code: ExitCode = 0;
    const end = (ended: ExitCode): void => {
      code = ended;
    };
    try {
      await createProgram({ ...output, end }).parseAsync(args, { from: 'user' });
      return code;
    } catch (error) {
      return reportFailure(error, output);
    }
  });
}
