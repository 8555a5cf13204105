import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import { stored } from '../../../src/core/gzip.ts';
import type { TableEntry } from '../../../src/core/write-page-table.ts';
import type { Range } from '../../markdown/rendered-body.ts';
import { hashBytes } from '../../source/hash-bytes.ts';

/** An article as bytes, with its row of the page table. */
export interface EncodedArticle extends TableEntry {
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  /** Hash of content, cuts and compressed blocks. */
  name: string;
  /** `JSON.stringify` of the article, UTF-8. */
  bytes: Buffer;
  /** The same as deflate blocks, split at the cuts. */
  deflated: Buffer;
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

/** Writes the JSON of an article, compresses it, and finds where the cuts fall in both. */
export function encodeArticle({ article, ...content }: ArticleContent): EncodedArticle {
  const { json, starts } = toJson(article);
  const bytes = Buffer.from(json);
  const cuts = [
    ...toByteOffsets(json, starts.html, article.html, content.htmlCuts),
    // `markdown` follows `html` in the order of the keys, so the offsets ascend.
    ...toByteOffsets(json, starts.markdown, article.markdown, content.markdownCuts),
  ];
  const { deflated, deflatedCuts } = deflate(bytes, cuts);
  const crc = crc32(bytes);
  const entry: TableEntry = {
    id: article.id,
    publishAt: content.publishAt,
    modified: content.modified,
    hash: hashBytes(bytes),
    size: bytes.length,
    cuts,
    crc,
    crcWithout: cuts.length === 0 ? crc : crcOfKept(bytes, cuts),
    deflatedSize: deflated.length,
    deflatedCuts,
  };
  // Another version of zlib compresses the same article to other bytes.
  const name = hashBytes(Buffer.from(JSON.stringify([entry, crc32(deflated)])));
  return { ...entry, slug: article.slug, aliases: content.aliases, name, bytes, deflated };
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

function crcOfKept(bytes: Buffer, cuts: readonly number[]): number {
  let crc = 0;
  for (let i = 0, from = 0; i <= cuts.length; i += 2) {
    crc = crc32(bytes.subarray(from, cuts[i]), crc);
    from = cuts[i + 1] ?? 0;
  }
  return crc;
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

/** Shorter parts are stored: deflate would make them longer. */
const shortest = 64;

/** Higher levels save a thousandth. */
const options = { level: 6, finishFlush: constants.Z_FULL_FLUSH };

/**
 * Compresses `bytes` in parts, split at `cuts` (ascending offsets). Each part ends on a whole byte and does not refer to
 * the ones before it, so that any of them can be skipped. `deflatedCuts` are the offsets of the cuts in the result.
 */
export function deflate(bytes: Buffer, cuts: readonly number[]): { deflated: Buffer; deflatedCuts: number[] } {
  const parts: Buffer[] = [];
  const deflatedCuts: number[] = [];
  let size = 0;
  let from = 0;
  for (const to of [...cuts, bytes.length]) {
    if (to > from) {
      const part = deflatePiece(bytes.subarray(from, to));
      parts.push(part);
      size += part.length;
    }
    deflatedCuts.push(size);
    from = to;
  }
  deflatedCuts.pop();
  return { deflated: Buffer.concat(parts, size), deflatedCuts };
}

function deflatePiece(bytes: Buffer): Buffer {
  if (bytes.length < shortest) return Buffer.from(stored(bytes.toString('latin1')), 'latin1');
  // The least that gives the same bytes: a window for the part and the longest match, and more room than the result takes,
  // since zlib writes its end marker twice where there is none left.
  const windowBits = Math.min(15, Math.max(9, Math.ceil(Math.log2(bytes.length + 262))));
  return deflateRawSync(bytes, { ...options, windowBits, chunkSize: bytes.length + 64 });
}
