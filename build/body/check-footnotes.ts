import type { BodyProblem } from './body-problems.ts';
import type { Places } from './locate.ts';
import { offsetAt, positionAt } from './place.ts';
import type { Rendering } from './render-markdown.ts';
import { walkTokens } from './walk-tokens.ts';

/** The footnotes that are not published, since nothing refers to them. */
export function checkFootnotes({ markdown, tokens }: Rendering, places: () => Places): BodyProblem[] {
  const problems: BodyProblem[] = [];
  walkTokens(tokens, (token) => {
    if (token.type !== 'footnote' || token.number !== undefined) return;
    const place = places().get(token);
    problems.push({
      code: 'unused-footnote',
      severity: 'warning',
      ...positionAt(markdown, place === undefined ? 0 : offsetAt(place, 0)),
      found: `the footnote \`[^${token.label}]\`, to which nothing refers, so it is left out`,
      expected: `\`[^${token.label}]\` in the text, where Markdown is read: not in HTML`,
      mend: 'Put it behind the word that the footnote belongs to, or take the footnote out.',
    });
  });
  return problems;
}
