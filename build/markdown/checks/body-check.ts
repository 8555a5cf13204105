import type { PositionOf } from '../marked/locate.ts';
import { type BodyToken, walkTokens } from '../marked/tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import type { BodyProblem } from './body-problems.ts';

/** Looks in the tokens of a body for what readers would miss, or its author hardly meant. */
export interface BodyCheck {
  /** False only for Markdown in which it finds nothing, which then costs nothing. */
  mayFind(markdown: string): boolean;
  begin(body: Rendering, positionOf: PositionOf): RunningCheck;
}

export interface RunningCheck {
  /** Is called for each token, in the order of the document. */
  visit(token: BodyToken): void;
  problems(): BodyProblem[];
}

/** Runs checks in one walk over the tokens. The problems of each stand together, in the order of the checks. */
export function runChecks(checks: readonly BodyCheck[], body: Rendering, positionOf: PositionOf): BodyProblem[] {
  const running = checks.filter(({ mayFind }) => mayFind(body.markdown)).map((check) => check.begin(body, positionOf));
  if (running.length === 0) return [];
  walkTokens(body.tokens, (token) => {
    for (const { visit } of running) visit(token);
  });
  return running.flatMap(({ problems }) => problems());
}
