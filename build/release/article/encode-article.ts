import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import type { Streams, TableEntry } from '../../../src/core/write-page-table.ts';
import type { Range } from '../../markdown/rendered-body.ts';
import { hashBytes } from '../../source/hash-bytes.ts';

/** An article as bytes, with its row of the page table. */
export interface EncodedArticle extends TableEntry {
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  /** Hash of content, cuts and streams. */
  name: string;
  /** `JSON.stringify` of the article, UTF-8. */
  bytes: Buffer;
  streams: Streams;
}

/** An article, and what its fields do not say. */
export interface ArticleContent {
  article: Article;
  /** Former slugs. */
  aliases: readonly string[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  publishAt: number;
  /** The latest of its dates. */
  modified: number;
  /** Level-one headings in the texts of `html` and `markdown`. */
  htmlCuts: readonly Range[];
  markdownCuts: readonly Range[];
}

/** Writes the JSON of an article, finds where the cuts fall in it, and compresses it as it is and without them. */
export function encodeArticle({ article, ...content }: ArticleContent): EncodedArticle {
  const { json, starts } = toJson(article);
  const bytes = Buffer.from(json);
  const cuts = [
    ...toByteOffsets(json, starts.html, article.html, content.htmlCuts),
    // `markdown` follows `html` in the order of the keys, so the offsets ascend.
    ...toByteOffsets(json, starts.markdown, article.markdown, content.markdownCuts),
  ];
  return encodeBytes(bytes, cuts, { id: article.id, slug: article.slug, ...content });
}

/** The same of the JSON of an article, and the pairs of offsets of its cuts. */
export function encodeBytes(
  bytes: Buffer,
  cuts: readonly number[],
  {
    id,
    slug,
    aliases,
    publishAt,
    modified,
  }: Pick<EncodedArticle, 'id' | 'slug' | 'aliases' | 'publishAt' | 'modified'>,
): EncodedArticle {
  const kept = cuts.length === 0 ? null : cutBytes(bytes, cuts);
  const streams = { whole: toStream(bytes), without: kept && toStream(kept) };
  const crc = crc32(bytes);
  const entry: TableEntry = {
    id,
    publishAt,
    modified,
    hash: hashBytes(bytes),
    size: bytes.length,
    cuts,
    crc,
    crcWithout: kept === null ? crc : crc32(kept),
    streamSize: streams.whole.length,
    streamSizeWithout: streams.without?.length ?? 0,
  };
  // Another version of zlib compresses the same article to other bytes.
  const sums = [crc32(streams.whole), streams.without && crc32(streams.without)];
  const name = hashBytes(Buffer.from(JSON.stringify([entry, ...sums])));
  return { ...entry, slug, aliases, name, bytes, streams };
}

/** `JSON.stringify`, and where in it the texts of `html` and `markdown` begin. */
function toJson(article: Article): { json: string; starts: { html: number; markdown: number } } {
  const starts = { html: 0, markdown: 0 };
  let json = '{';
  for (const [key, value] of Object.entries(article)) {
    json += `${json.length === 1 ? '' : ','}"${key}":`;
    if (key === 'html' || key === 'markdown') starts[key] = json.length + 1;
    json += JSON.stringify(value);
  }
  return { json: `${json}}`, starts };
}

function cutBytes(bytes: Buffer, cuts: readonly number[]): Buffer {
  const kept: Buffer[] = [];
  for (let i = 0, from = 0; i <= cuts.length; i += 2) {
    kept.push(bytes.subarray(from, cuts[i]));
    from = cuts[i + 1] ?? 0;
  }
  return Buffer.concat(kept);
}

/** Ranges of a text that begins at `start` in the JSON, as byte offsets. */
function toByteOffsets(json: string, start: number, text: string, ranges: readonly Range[]): number[] {
  if (ranges.length === 0) return [];
  let offset = Buffer.byteLength(json.slice(0, start));
  let done = 0;
  const bytes: number[] = [];
  for (const edge of ranges.flat()) {
    offset += escapedSize(text.slice(done, edge));
    done = edge;
    bytes.push(offset);
  }
  return bytes;
}

function escapedSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** Higher levels save a thousandth. */
const options = { level: 6, finishFlush: constants.Z_FULL_FLUSH };

/** What a full flush writes behind the header of its empty stored block: a length of 0, twice. */
const flushed = 4;

/**
 * A deflate stream that needs nothing before it, and that ends with the header of a stored block: whatever comes next, a comma or the end
 * of a response, is that block's text.
 */
export function toStream(bytes: Buffer): Buffer {
  // The least that gives the same bytes: a window for the text and the longest match, and more room than the result takes,
  // since zlib writes its end marker twice where there is none left.
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 262))));
  const deflated = deflateRawSync(bytes, { ...options, windowBits, chunkSize: bytes.length + 64 });
  return deflated.subarray(0, -flushed);
}
