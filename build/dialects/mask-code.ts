import { linesOf } from '../markdown/linear-text.ts';

/**
 * A text as long as a source, with NUL for fenced code, code spans and the text of HTML comments. Line ends stay, and what is
 * before fenced code.
 */
export function maskCode(source: string): string {
  const masked = /`{3}|~{3}/.test(source) ? maskFences(source) : source;
  return masked.replace(
    /(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n)[^\0]){1,2000}?(?<!`)\1(?!`)|<!--[\s\S]{0,10000}?-->/g,
    toNul,
  );
}

function maskFences(source: string): string {
  const lines: string[] = [];
  let fence: { mark: string; column: number } | null = null;
  for (const line of linesOf(source)) {
    const [, before = '', mark] = (/`{3}|~{3}/.test(line) && fenceStart.exec(line)) || [];
    const [indentation = ''] = fence === null ? [] : (/^[ \t]*/.exec(line) ?? []);
    // Code in an item ends with it.
    if (fence !== null && widthOf(indentation) < fence.column && line !== indentation) fence = null;
    if (fence !== null) {
      lines.push(indentation + toNul(line.slice(indentation.length)));
      if (mark?.startsWith(fence.mark)) fence = null;
    } else if (mark !== undefined) {
      lines.push(before + toNul(line.slice(before.length)));
      fence = { mark, column: before.includes('>') ? 0 : widthOf(before) };
    } else lines.push(line);
  }
  return lines.join('\n');
}

function toNul(text: string): string {
  return text.replace(/[^\n]/g, '\0');
}

/** Behind markers of quotes and items, too. */
const fenceStart = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/;

function widthOf(before: string): number {
  return before.replaceAll('\t', '    ').length;
}
