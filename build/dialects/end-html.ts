import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';
import { voidElements } from '../markdown/html/elements.ts';
import { scanTags } from '../markdown/html/tags.ts';
import { offsetAt } from '../markdown/marked/aligned-text.ts';

/**
 * A blank line behind HTML whose elements have all ended, so that the text on the next line is Markdown, as it is to kramdown and
 * Python-Markdown.
 */
export function endHtml({ rendered: { markdown, tokens }, spans }: CurrentBody): Edit[] {
  if (!/^ {0,3}<[^\n]*>[ \t]*\n[ \t]*[^\s<]/m.test(markdown)) return [];
  return tokens.flatMap((token) => {
    const span = token.type === 'html' ? spans().get(token) : undefined;
    if (span === undefined || /^ {0,3}<(?:[!?]|(?:pre|script|style|textarea)\b)/i.test(token.raw)) return [];
    let depth = 0;
    for (const { name, closing, empty, end } of scanTags(token.raw)) {
      if (!empty && !voidElements.has(name)) depth += closing ? -1 : 1;
      textBelow.lastIndex = end;
      if (depth > 0 || !textBelow.test(token.raw)) continue;
      const start = offsetAt(span, token.raw.indexOf('\n', end));
      return [{ start, end: start, text: '\n' }];
    }
    return [];
  });
}

const textBelow = /[ \t]*\n[ \t]*[^\s<]/y;
