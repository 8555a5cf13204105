import { linesOutsideCode } from '../linear-text.ts';

/**
 * A text without the insides of its drawings (`<svg>` at the start of a line, or behind other tags), which are removed from safe HTML with
 * all that they hold, so that their length costs nothing. Lines stay where they are. Null for a text without any.
 */
export function shortenSvg(markdown: string): string | null {
  if (!/<svg[\s>]/i.test(markdown)) return null;
  const lines = markdown.split('\n');
  let from = -1;
  let isShorter = false;
  for (const { index, line } of linesOutsideCode(markdown)) {
    // Behind other text it may be code.
    const start = from < 0 && /^[ \t]*</.test(line) && !line.includes('`') ? line.search(/<svg[\s>]/i) : -1;
    if (start >= 0) from = index;
    const end = from < 0 ? -1 : line.toLowerCase().indexOf('</svg>', Math.max(0, start));
    if (end < 0) continue;
    const first = lines[from] ?? '';
    const [head, rest] = [`${first.slice(0, first.search(/<svg[\s>]/i))}<svg>`, line.slice(end + 6)];
    lines.fill('', from, index + 1);
    lines[index] = rest;
    // The element on lines of its own is a block, as it was before.
    lines[from] = from === index ? `${head}</svg>${rest}` : head;
    if (from < index) lines[from + 1] = `</svg>${lines[from + 1]}`;
    from = -1;
    isShorter = true;
  }
  return isShorter ? lines.join('\n') : null;
}
