import { collectProblems } from '../../problems/cap-problems.ts';
import { mayHaveFootnotes } from '../marked/footnotes.ts';
import type { PositionOf } from '../marked/locate.ts';
import { walkTokens } from '../marked/tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

const kind = { code: 'unused-footnote', severity: 'warning' } as const;

/** Reports footnotes that are not published, since nothing refers to them. */
export function checkFootnotes({ markdown, tokens }: Rendering, positionOf: PositionOf): BodyProblem[] {
  if (!mayHaveFootnotes(markdown)) return [];
  const found = collectProblems<BodyProblem>();
  walkTokens(tokens, (token) => {
    if (token.type !== 'footnote' || token.number !== undefined) return;
    const toProblem = () =>
      warnInBody(kind.code, positionOf(token, 0), {
        found: `the footnote \`[^${token.label}]\`, to which nothing refers, so it is left out`,
        expected: `\`[^${token.label}]\` in the text, where Markdown is read: not in HTML`,
        fix: 'Put it behind the word that the footnote belongs to, or take the footnote out.',
      });
    found.report(kind, toProblem);
  });
  return found.problems();
}
