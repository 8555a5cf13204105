import { randomBytes } from 'node:crypto';
import { parsePlain } from '../markdown/parse/parse-body.ts';
import { unlessTooMuch } from '../markdown/parse/too-much-work.ts';
import { locate } from '../markdown/walk/locate.ts';
import { offsetAt } from '../markdown/walk/span.ts';
import { groupBy } from '../package/group-by.ts';
import { countPlaces } from '../problems/positions.ts';

/** A body as HTML with marks, and the lines that have none, since no block is theirs. */
export interface MarkedBody {
  html: string;
  unmarked: number[];
}

/** Blocks that get their own mark. */
const maxBlocks = 50;

/**
 * Adds marks to the HTML of a body, before each block that holds one of `lines` (1-based). They are in the Markdown
 * while that is rendered, and only where the rest becomes the same as without them.
 */
export function markBlocks(
  { text: body, html: plain }: { text: string; html: string },
  lines: readonly number[],
  render: (body: string) => string,
  toMark: (lines: readonly number[]) => string,
): MarkedBody {
  const starts = lines.length === 0 ? null : findBlocks(body);
  if (starts === null) return { html: plain, unmarked: [...lines] };
  const blockOf = (line: number): number => starts.findLast((block) => block.line <= line)?.offset ?? -1;
  const byBlock = [...groupBy([...new Set(lines)], blockOf)].filter(([offset]) => offset >= 0).slice(0, maxBlocks);
  const blocks = byBlock.map(([offset, own]) => ({ offset, lines: own })).sort((a, b) => a.offset - b.offset);
  const key = `mark${randomBytes(8).toString('hex')}x`;
  const isEach = new RegExp(`<p>${key}(\\d+)</p>\\s*`, 'g');
  const attempt = (some: typeof blocks): string | null => {
    const html = render(insert(body, some, key));
    const found = html.match(isEach)?.length ?? 0;
    return found === some.length && flat(html.replace(isEach, '')) === flat(plain) ? html : null;
  };
  const all = attempt(blocks);
  const fitting = all === null ? blocks.filter((block) => attempt([block]) !== null) : blocks;
  const html = all ?? attempt(fitting);
  if (html === null) return { html: plain, unmarked: [...lines] };
  const marked = new Set(fitting.flatMap((block) => block.lines));
  return {
    html: html.replace(isEach, (_, i: string) => toMark(fitting[Number(i)]?.lines ?? [])),
    unmarked: lines.filter((line) => !marked.has(line)),
  };
}

/** Where the blocks begin that stand in no other; null for a body that cannot be parsed. */
function findBlocks(body: string): { offset: number; line: number }[] | null {
  const tokens = unlessTooMuch(() => parsePlain(body));
  if (tokens === null) return null;
  const places = locate(body, tokens);
  const toPosition = countPlaces(body);
  return tokens.flatMap((token) => {
    const place = places.get(token);
    if (place === undefined || token.type === 'space') return [];
    const { line, column } = toPosition(offsetAt(place, 0));
    return [{ offset: offsetAt(place, 0) - column + 1, line }];
  });
}

function insert(body: string, blocks: readonly { offset: number }[], key: string): string {
  const ends = [...blocks.slice(1).map(({ offset }) => offset), body.length];
  const parts = blocks.map(({ offset }, i) => `\n\n<p>${key}${i}</p>\n\n${body.slice(offset, ends[i])}`);
  return body.slice(0, blocks[0]?.offset ?? 0) + parts.join('');
}

/** Marks bring blank lines with them. */
function flat(html: string): string {
  return html.replace(/\s+/g, ' ').trim();
}
