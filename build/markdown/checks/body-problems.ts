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

/** For a level-one heading that cannot be left out without a change in what is around it. */
export function toUneven(body: string, line: number, toPosition: (offset: number) => Position): BodyProblem {
  const before = body.split('\n', line);
  const text = before.pop() ?? '';
  const { line: ownLine } = toPosition(before.reduce((sum, { length }) => sum + length + 1, 0));
  return warnInBody(
    'heading-uneven',
    { line: ownLine, column: 1 },
    {
      found: `a level-one heading that what follows depends on: ${JSON.stringify(text.trim())}`,
      expected: 'a heading that can be left out (exclude_h1) without a change in how the rest is read',
      fix: 'Put a blank line before and after the heading, and close the HTML tags before it.',
    },
  );
}
