import { collectProblems } from '../../problems/cap-problems.ts';
import type { PositionOf } from '../marked/locate.ts';
import { isLeaf, walkTokens } from '../marked/tokens.ts';
import type { Rendering } from '../render-markdown.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

const kind = { code: 'unclosed', severity: 'warning' } as const;

/** Reports comments and fences that nothing closes, so that all that follows is left out, or shown as code. */
export function checkUnclosed({ markdown, tokens }: Rendering, positionOf: PositionOf): BodyProblem[] {
  if (!/`{3}|~{3}|<!--|<\?/.test(markdown)) return [];
  const problems = collectProblems<BodyProblem>();
  walkTokens(tokens, (token) => {
    const fence = token.type === 'code' ? openFence(token.raw) : null;
    if (fence !== null) problems.report(kind, () => toProblem(fence));
    else if (token.type === 'html' && token.block && isOpenComment(token.text))
      problems.report(kind, () => toProblem(null));
    return !isLeaf(token);

    function toProblem(mark: string | null): BodyProblem {
      return warnInBody(kind.code, positionOf(token, 0), {
        found:
          mark === null
            ? 'a comment that nothing closes, so that all that follows is left out'
            : `code behind ${mark} that nothing closes, so that all that follows is code`,
        expected: mark === null ? '`-->` where the comment ends' : `a line of ${mark} where the code ends`,
        fix: `Add ${mark === null ? '`-->`' : 'that line'}, or take the beginning out.`,
      });
    }
  });
  return problems.problems();
}

/** The fence of code that has no other, else null. */
function openFence(raw: string): string | null {
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(raw)?.[1];
  if (fence === undefined) return null;
  const text = raw.trimEnd();
  const last = text.slice(text.lastIndexOf('\n') + 1).trim();
  const isEnd = text.includes('\n') && last.length >= fence.length && last === (fence[0] ?? '').repeat(last.length);
  return isEnd ? null : fence;
}

function isOpenComment(html: string): boolean {
  const text = html.trimStart();
  return text.startsWith('<!--') && !/^<!---?>/.test(text) && !text.includes('-->', '<!--'.length);
}
