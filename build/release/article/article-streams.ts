import { between } from '../../../src/core/page-table.ts';
import { toStream } from '../../source/to-stream.ts';

/** The JSON of an article, and the bytes of its parts: see `viewNumbers`. */
export interface ArticleJson {
  bytes: Buffer;
  before: number;
  html: number;
  markdown: number;
}

/**
 * Such a stream of the JSON of an article without its closing brace, in three parts that are joined by empty stored
 * blocks: up to the text of `markdown`, that text, which refers to what is before it, and the `last`, which refers to
 * nothing. `around` are the bytes of the first and the last, which are a stream without the second.
 */
export function toStreams(
  { bytes, before, html, markdown }: ArticleJson,
  last: Buffer,
): { stream: Buffer; around: [number, number] } {
  const markdownAt = before + html + between.length;
  const start = bytes.subarray(0, markdownAt);
  const text = bytes.subarray(markdownAt, markdownAt + markdown);
  const first = Buffer.concat([toStream(start), emptyBlock]);
  const deflated = markdown === 0 ? nothing : Buffer.concat([toStream(text, start.subarray(-32_768)), emptyBlock]);
  return { stream: Buffer.concat([first, deflated, last]), around: [first.length, last.length] };
}

/**
 * A stream of all but `html`, which is rarely asked for, so by the level of zlib that takes a third of the time. Where
 * it has no more bytes than `maxLength`, as nearly always, level-one headings can be excluded: pairs of offsets in it
 * are `streamCuts`. `cuts` are those of the text.
 */
export function toMarkdownStream(
  text: Buffer,
  cuts: readonly number[],
  maxLength: number,
  level = 1,
): { stream: Buffer; streamCuts: number[] } {
  const edges = cuts.length > 2 * maxStreamCuts ? [] : cuts;
  const streamCuts: number[] = [];
  const parts: Buffer[] = [];
  let [from, size] = [0, 0];
  for (const edge of [...edges, text.length]) {
    const part = toStream(text.subarray(from, edge), nothing, level);
    parts.push(part);
    size += part.length;
    if (edge === text.length) break;
    parts.push(emptyBlock);
    size += emptyBlock.length;
    streamCuts.push(size);
    from = edge;
  }
  if (size <= maxLength || (level > 1 && cuts.length === 0)) return { stream: Buffer.concat(parts), streamCuts };
  return toMarkdownStream(text, level > 1 ? [] : cuts, maxLength, 6);
}

/** Each takes a call of zlib, and a few bytes. */
const maxStreamCuts = 64;

const nothing = Buffer.alloc(0);

/** The length of an empty stored block, twice. */
const emptyBlock = Buffer.from([0, 0, 0xff, 0xff]);
