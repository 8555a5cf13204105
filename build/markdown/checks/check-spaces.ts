import { collectProblems } from '../../problems/cap-problems.ts';
import { isLeaf, withoutCode } from '../marked/leaf-source.ts';
import type { PositionOf } from '../marked/locate.ts';
import { walkTokens } from '../marked/walk-tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

/** Reports links and pictures that are shown as text, since a space ends their address. */
export function checkSpaces({ markdown, tokens }: Rendering, positionOf: PositionOf): BodyProblem[] {
  if (!/\]\([^()<>\n]+ [^()<>\n]+\)/.test(markdown)) return [];
  const problems = collectProblems<BodyProblem>();
  walkTokens(tokens, (token) => {
    if (!isLeaf(token) || token.type === 'html') return;
    for (const { 0: written, 1: before = '', 2: address = '', index } of withoutCode(token).matchAll(linkLike)) {
      if (!spacedName.test(address.trim())) continue;
      const kind = { code: written.startsWith('!') ? 'missing-image' : 'broken-link', severity: 'warning' } as const;
      const toProblem = () =>
        warnInBody(kind.code, positionOf(token, index), {
          found: `\`${written}\`, which is shown as it is written, since its address holds a space`,
          expected: 'an address without spaces, or between `<` and `>`',
          fix: `Write \`${before}<${address.trim()}>)\`.`,
        });
      problems.report(kind, toProblem);
    }
  });
  return problems.problems();
}

/** What looks like a link, without titles and angle brackets. */
const linkLike = /(!?\[[^[\]\n]{0,200}\]\()([^()<>"'`\n]{1,300})\)/g;

/** The name of a file, with a space in it. */
const spacedName = /\S\s.*\.[a-z][a-z\d]{1,7}(?:[?#]\S*)?$/i;
