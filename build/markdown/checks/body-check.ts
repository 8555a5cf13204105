import type { PositionOf } from '../marked/locate.ts';
import { type BodyToken, tokensWithMeaning } from '../marked/tokens.ts';
import type { Rendered } from '../render-markdown.ts';
import type { BodyProblem } from './body-problems.ts';

/** Looks in the tokens of a body for what readers would miss, or its author hardly meant. */
export interface BodyCheck {
  /** False only for Markdown in which it finds nothing, which then costs nothing. */
  mayFind(markdown: string): boolean;
  begin(body: Rendered, positionOf: PositionOf): RunningCheck;
}

export interface RunningCheck {
  /** Is called for each token but text, in the order of the document. */
  visit(token: BodyToken): void;
  problems(): BodyProblem[];
}

/** Runs checks in one pass over the tokens. The problems of each stand together, in the order of the checks. */
export function runChecks(checks: readonly BodyCheck[], body: Rendered, positionOf: PositionOf): BodyProblem[] {
  const running = checks.filter(({ mayFind }) => mayFind(body.markdown)).map((check) => check.begin(body, positionOf));
  if (running.length === 0) return [];
  for (const token of tokensWithMeaning(body.tokens)) for (const { visit } of running) visit(token);
  return running.flatMap(({ problems }) => problems());
}
