import type { Position } from '../../problems/problem.ts';
import { shorten } from '../../problems/report-problem.ts';
import type { BodyCheck } from './body-check.ts';
import { warnInBody } from './body-problems.ts';

/** Markdown in a block of HTML, which readers see as it is written: once in a body, at its first place. */
export const htmlTextCheck: BodyCheck = {
  mayFind: (markdown) => markdown.includes('<') && /^[ \t>]*<\/?[a-z]/im.test(markdown),
  begin(_, positionOf) {
    let first: { written: string; at: Position } | null = null;
    let count = 0;
    return {
      visit(token) {
        if (token.type !== 'html' || token.block !== true) return;
        const found = markdownText.exec(token.text.replace(hidden, (whole) => whole.replace(/[^\n]/g, '\0')));
        if (found === null) return;
        count++;
        const [written = ''] = found[0].trim().split('\n', 1);
        first ??= { written, at: positionOf(token, found.index + found[0].search(/\S/)) };
      },
      problems() {
        if (first === null) return [];
        const more = count === 1 ? '' : ` (and in ${count - 1} more)`;
        return [
          warnInBody('markdown-in-html', first.at, {
            found: `\`${shorten(first.written)}\` in a block of HTML. The block ends at the next blank line, so readers see this as it is written${more}`,
            expected: 'a blank line between HTML and Markdown',
            fix: 'Put a blank line above it, and one above the HTML that follows. Otherwise write it in HTML.',
          }),
        ];
      },
    };
  },
};

/** What is no prose: comments, tags, code and programs. */
const hidden =
  /<!--[\s\S]*?-->|<(pre|code|script|style|textarea|svg|math|kbd|samp|template)\b[\s\S]*?(?:<\/\1\s*>|$)|<\/?[a-z][^<>]*>/gi;

/** Strong text, a link or an image, a heading, two items of a list, a code span or a fence. */
const markdownText =
  /\*\*[^\s*][^*\n]{0,200}\*\*|\[[^[\]\n]{1,200}\]\([^()\s]{1,300}\)|^[ \t]{0,3}#{1,6}[ \t]\S|^[ \t]{0,20}[-*+][ \t]+\S[^\n]*\n[ \t]{0,20}[-*+][ \t]+\S|`[^`\n]{1,200}`|^[ \t]{0,3}`{3}/m;
