import { shorten } from '../../problems/report-problem.ts';
import { type Fence, type FindHeader, lineAt } from './fence.ts';
import { codeLine } from './key-lines.ts';
import { scoreKeys } from './score-keys.ts';

/**
 * Finds front matter without an opening fence at the top of a text without empty lines before it: what one of `finders` finds. Anything
 * else is text; it is doubtful if two names that front matter has are within its first six lines.
 */
export function findUnfenced(text: string, line: number, finders: readonly FindHeader[]): Fence {
  for (const find of finders) {
    const header = find(text, line);
    if (header !== null) return header;
  }
  const comment = /^<!--[\s\S]*?-->\s*/.exec(text)?.[0] ?? '';
  const lines = firstLines(text.slice(comment.length));
  const { fields, relatedKeys } = scoreKeys(lines);
  if (fields + relatedKeys < 2) return { kind: 'none' };
  const found = `\`${shorten((lines[0] ?? '').trim())}\``;
  return { kind: 'doubtful', line: line + comment.split('\n').length - 1, found };
}

const maxLines = 6;

/** The first lines but empty ones and comments, up to code, which may be an example of front matter. */
function firstLines(text: string): string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length && lines.length < maxLines; ) {
    const written = lineAt(text, start);
    if (codeLine.test(written)) break;
    if (/^\s*[^\s#]/.test(written)) lines.push(written);
    start += written.length + 1;
  }
  return lines;
}
