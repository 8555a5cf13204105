import type { Position, Problem, ProblemCode } from '../../problems/problem.ts';
import { type ProblemText, reportProblem } from '../../problems/report-problem.ts';

/** A problem of a body: its position counts from the first line of the body. */
export type BodyProblem = Omit<Problem, 'path'>;

/** `reportProblem` for a body, which does not know its path. */
export function reportInBody(
  code: ProblemCode,
  at: Position,
  text: ProblemText,
  severity: Problem['severity'] = 'error',
): BodyProblem {
  const { path: _, ...problem } = reportProblem(code, '', at, text, severity);
  return problem;
}

/** The same for a warning. */
export function warnInBody(code: ProblemCode, at: Position, text: ProblemText): BodyProblem {
  return reportInBody(code, at, text, 'warning');
}

/** Collects what is reported once for each kind, at its first place, with the number of the others. */
export function collectKinds<K, T>(): {
  add(kind: K, first: T): void;
  /** `more` counts the others, for the text of the problem; '' without any. */
  toProblems(toProblem: (first: T, more: string) => BodyProblem): BodyProblem[];
} {
  const kinds = new Map<K, { first: T; count: number }>();
  return {
    add(kind, first) {
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { first, count: 1 });
      else known.count++;
    },
    toProblems: (toProblem) =>
      [...kinds.values()].map(({ first, count }) => toProblem(first, count > 1 ? ` (${count} times)` : '')),
  };
}
