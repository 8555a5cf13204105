import { collectProblems } from '../../problems/cap-problems.ts';
import type { PositionOf } from '../marked/locate.ts';
import { isLeaf, walkTokens, withoutCode } from '../marked/tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

/** Reports links and pictures that are shown as text, since a space ends their address. */
export function checkSpaces({ markdown, tokens }: Rendering, positionOf: PositionOf): BodyProblem[] {
  if (!mayHaveSpaces(markdown)) return [];
  const problems = collectProblems<BodyProblem>();
  walkTokens(tokens, (token) => {
    if (!isLeaf(token) || token.type === 'html') return;
    for (const { 0: written, 1: before = '', 2: address = '', index } of withoutCode(token).matchAll(linkLike)) {
      if (!isSpacedName(address.trim())) continue;
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

/** False only for a text without a link whose address holds a space. */
function mayHaveSpaces(markdown: string): boolean {
  for (const [, address = ''] of markdown.matchAll(/\]\(([^()<>\n]{3,})\)/g))
    if (address.slice(1, -1).includes(' ')) return true;
  return false;
}

/** Whether an address without white space at its ends is the name of a file, with a space in it. */
function isSpacedName(address: string): boolean {
  const query = address.search(/[?#]\S*$/);
  return [address, address.slice(0, query === -1 ? 0 : query)].some(
    (name) => /\s/.test(name.replace(extension, '')) && extension.test(name),
  );
}

const extension = /\.[a-z][a-z\d]{1,7}$/i;
