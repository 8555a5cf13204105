import type { BodyToken } from '../parse/tokens.ts';
import type { BodyProblem } from './body-problems.ts';
import type { PositionOf } from './span.ts';

/** Looks in the tokens of a body for what readers would miss, or its author hardly meant. */
export interface BodyCheck {
  /** False only for Markdown in which it finds nothing, which then costs nothing. */
  mayFind(markdown: string): boolean;
  begin(tokens: readonly BodyToken[], positionOf: PositionOf): RunningCheck;
}

export interface RunningCheck {
  /** Is called for each token but text, in the order of the document. */
  visit(token: BodyToken): void;
  problems(): BodyProblem[];
}
