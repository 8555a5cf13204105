import type { Position, Problem, ProblemCode } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { Facts } from '../../problems/sentences/sentences.ts';

/** A problem of a body: its position counts from the first line of the body. */
export type BodyProblem = Omit<Problem, 'path'>;

/** `reportProblem` for a body, which does not know its path. */
export function reportInBody(
  code: ProblemCode,
  at: Position,
  facts: Facts,
  severity: Problem['severity'] = 'error',
): BodyProblem {
  const { path: _, ...problem } = reportProblem(code, '', at, facts, severity);
  return problem;
}

/** The same for a warning. */
export function warnInBody(code: ProblemCode, at: Position, facts: Facts): BodyProblem {
  return reportInBody(code, at, facts, 'warning');
}

/** Collects what is reported once for each kind, at its first place, with the number of the others. */
export function collectKinds<K, T>(): {
  add(kind: K, first: T): void;
  /** `times`: how many there are of the kind. */
  toProblems(toProblem: (first: T, times: number) => BodyProblem): BodyProblem[];
} {
  const kinds = new Map<K, { first: T; count: number }>();
  return {
    add(kind, first) {
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { first, count: 1 });
      else known.count++;
    },
    toProblems: (toProblem) => [...kinds.values()].map(({ first, count }) => toProblem(first, count)),
  };
}
