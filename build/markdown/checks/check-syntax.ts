import { collectProblems } from '../../problems/cap-problems.ts';
import { mayHaveFootnotes } from '../marked/footnotes.ts';
import { isLeaf, withoutCode } from '../marked/tokens.ts';
import type { BodyCheck } from './body-check.ts';
import { type BodyProblem, warnInBody } from './body-problems.ts';

/** Footnotes that are not published, since nothing refers to them. */
export const footnoteCheck: BodyCheck = {
  mayFind: mayHaveFootnotes,
  begin(_, positionOf) {
    const { report, problems } = collectProblems<BodyProblem>();
    const kind = { code: 'unused-footnote', severity: 'warning' } as const;
    return {
      visit(token) {
        if (token.type !== 'footnote' || token.number !== undefined) return;
        report(kind, () =>
          warnInBody(kind.code, positionOf(token, 0), {
            found: `the footnote \`[^${token.label}]\`, to which nothing refers, so it is left out`,
            expected: `\`[^${token.label}]\` in the text, where Markdown is read: not in HTML`,
            fix: 'Put it behind the word that the footnote belongs to, or take the footnote out.',
          }),
        );
      },
      problems,
    };
  },
};

/** Links and pictures that are shown as text, since a space ends their address. */
export const spaceCheck: BodyCheck = {
  mayFind(markdown) {
    for (const [, address = ''] of markdown.matchAll(/\]\(([^()<>\n]{3,})\)/g))
      if (address.slice(1, -1).includes(' ')) return true;
    return false;
  },
  begin(_, positionOf) {
    const { report, problems } = collectProblems<BodyProblem>();
    return {
      visit(token) {
        if (!isLeaf(token) || token.type === 'html') return;
        for (const { 0: written, 1: before = '', 2: address = '', index } of withoutCode(token).matchAll(linkLike)) {
          if (!isSpacedName(address.trim())) continue;
          const kind = {
            code: written.startsWith('!') ? 'missing-image' : 'broken-link',
            severity: 'warning',
          } as const;
          report(kind, () =>
            warnInBody(kind.code, positionOf(token, index), {
              found: `\`${written}\`, which is shown as it is written, since its address holds a space`,
              expected: 'an address without spaces, or between `<` and `>`',
              fix: `Write \`${before}<${address.trim()}>)\`.`,
            }),
          );
        }
      },
      problems,
    };
  },
};

/** What looks like a link, without titles and angle brackets. */
const linkLike = /(!?\[[^[\]\n]{0,200}\]\()([^()<>"'`\n]{1,300})\)/g;

/** Whether an address without white space at its ends is the name of a file, with a space in it. */
function isSpacedName(address: string): boolean {
  const query = address.search(/[?#]\S*$/);
  return [address, address.slice(0, query === -1 ? 0 : query)].some(
    (name) => /\s/.test(name.replace(extension, '')) && extension.test(name),
  );
}

const extension = /\.[a-z][a-z\d]{1,7}$/i;

/** Comments and fences that nothing closes, so that all that follows is left out, or shown as code. */
export const unclosedCheck: BodyCheck = {
  mayFind: (markdown) => /`{3}|~{3}|<!--|<\?/.test(markdown),
  begin(_, positionOf) {
    const { report, problems } = collectProblems<BodyProblem>();
    const kind = { code: 'unclosed', severity: 'warning' } as const;
    return {
      visit(token) {
        const fence = token.type === 'code' ? openFence(token.raw) : null;
        const isComment = token.type === 'html' && token.block === true && isOpenComment(token.text);
        if (fence !== null || isComment)
          report(kind, () => warnInBody(kind.code, positionOf(token, 0), isComment ? openComment : toOpenCode(fence)));
      },
      problems,
    };
  },
};

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

const openComment = {
  found: 'a comment that nothing closes, so that all that follows is left out',
  expected: '`-->` where the comment ends',
  fix: 'Add `-->`, or take the beginning out.',
};

function toOpenCode(fence: string | null): typeof openComment {
  return {
    found: `code behind ${fence} that nothing closes, so that all that follows is code`,
    expected: `a line of ${fence} where the code ends`,
    fix: 'Add that line, or take the beginning out.',
  };
}
