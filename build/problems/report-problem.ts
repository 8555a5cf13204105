import type { Position, Problem, ProblemCode } from './problem.ts';

/** What a problem says, apart from where. */
export type ProblemText = Pick<Problem, 'found' | 'expected' | 'fix' | 'setting' | 'target' | 'alike'>;

/** A problem at a place. Copies line and column only, so that `at` may be any value that has a position. */
export function reportProblem(
  code: ProblemCode,
  path: string,
  at: Position,
  text: ProblemText,
  severity: Problem['severity'] = 'error',
): Problem {
  return { code, severity, path, line: at.line, column: at.column, ...text };
}

/** The same for a warning. */
export function reportWarning(code: ProblemCode, path: string, at: Position, text: ProblemText): Problem {
  return reportProblem(code, path, at, text, 'warning');
}

/** The position of a problem of a whole file. */
export const topOfFile: Position = { line: 1, column: 1 };

/** A text that is cut off if it is longer, never inside a surrogate pair. */
export function clipText(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A text as a message quotes it. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
