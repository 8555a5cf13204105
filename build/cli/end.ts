/** 0 done, 1 problems in the content, 2 wrong usage or configuration. */
export type ExitCode = 0 | 1 | 2;

/** The code with which the process ends once it has nothing more to do. */
export function end(code: ExitCode): void {
  process.exitCode = code;
}
