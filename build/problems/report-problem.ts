import type { Position, Problem, ProblemCode } from './problem.ts';
import type { Facts } from './sentences/sentences.ts';

/** A problem at a place. Copies line and column only, so that `at` may be any value that has a position. */
export function reportProblem(
  code: ProblemCode,
  path: string,
  at: Position,
  facts: Facts,
  severity: Problem['severity'] = 'error',
): Problem {
  return { code, severity, path, line: at.line, column: at.column, facts };
}

/** The same for a warning. */
export function reportWarning(code: ProblemCode, path: string, at: Position, facts: Facts): Problem {
  return reportProblem(code, path, at, facts, 'warning');
}

/** The position of a problem of a whole file. */
export const topOfFile: Position = { line: 1, column: 1 };

/** A text as a message quotes it. */
export function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
