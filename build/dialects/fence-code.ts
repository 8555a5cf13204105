import type { CurrentBody, Edit } from '../markdown/adapt/body-dialect.ts';

/**
 * Fenced code in place of what stands between two tags, of which the first begins a line. `opening` has all that is before the tag on its
 * line as its first group, and `options` of the tag as its second; `closing` is found behind it. A language is the first word of the
 * options, or named.
 */
export function fenceCode({ rendered: { markdown }, masked }: CurrentBody, opening: RegExp, closing: RegExp): Edit[] {
  if (markdown.search(closing) === -1) return [];
  const edits: Edit[] = [];
  let from = 0;
  for (const { 0: line, 1: prefix = '', 2: options = '', index } of markdown.matchAll(opening)) {
    const start = index + prefix.length;
    if (index < from || masked()[start] === '\0') continue;
    const end = index + line.length;
    closing.lastIndex = end;
    const found = closing.exec(markdown);
    if (found === null) break;
    const code = markdown.slice(end, found.index);
    const fence = '`'.repeat(Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length)) + 1);
    const [, word] = named.exec(options) ?? first.exec(options) ?? [];
    from = found.index + found[0].length;
    const isAlone = /\n[ \t>]*$/.test(code);
    edits.push(
      { start, end, text: `${fence}${word ?? ''}${code.startsWith('\n') ? '' : `\n${prefix}`}` },
      {
        start: found.index,
        end: from,
        text: `${isAlone ? '' : `\n${prefix}`}${fence}${/^[ \t]*(?:\n|$)/.test(markdown.slice(from)) ? '' : `\n\n${prefix}`}`,
      },
    );
  }
  return edits;
}

const first = /^\s*["']?([a-z][\w+#.-]*)["']?(?=\s|$)/i;

const named = /\blang(?:uage)?\s*[:=]\s*["']?([\w+#.-]+)/i;
