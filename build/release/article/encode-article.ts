import { hash } from 'node:crypto';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Article, ArticleDetails } from '../../../src/core/article.ts';
import { between, digestNames, partNames, streamNames } from '../../../src/core/page-views.ts';
import type { TermKind } from '../../../src/core/terms.ts';
import type { Streams, TableEntry } from '../../../src/core/write-page-table.ts';
import type { Range } from '../../markdown/rendered-body.ts';
import { hashBytes } from '../../source/hash-bytes.ts';

/** An article as bytes, with its row of the page table. */
export interface EncodedArticle extends TableEntry {
  slug: string;
  /** Former slugs. */
  aliases: readonly string[];
  /** By which readers select it. */
  terms: [TermKind, string][];
  /** Hash of content, cuts and streams. */
  name: string;
  /** `JSON.stringify` of the article, UTF-8. */
  bytes: Buffer;
  streams: Streams;
}

/** An article, and what its fields do not say. */
export interface ArticleContent {
  article: Article;
  details: ArticleDetails;
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

/** The parts of the JSON of an article: see `PageViews`. */
export interface ArticleParts {
  before: Buffer;
  html: Buffer;
  markdown: Buffer;
  after: Buffer;
  details: Buffer;
}

/** Writes the JSON of an article, finds where the cuts fall in it, and compresses it as it is and without them. */
export function encodeArticle({ article, details, ...content }: ArticleContent): EncodedArticle {
  const { id, slug, title, html, markdown } = article;
  const fields = JSON.stringify({ ...article, html: '', markdown: '' });
  const [before = '', after = ''] = splitOnce(fields, `"html":"${between}`);
  const parts = {
    before: Buffer.from(`${before}"html":"`),
    html: Buffer.from(toText(html)),
    markdown: Buffer.from(toText(markdown)),
    after: Buffer.from(after.slice(0, -1)),
    details: Buffer.from(detailsStart + JSON.stringify(details)),
  };
  const htmlAt = parts.before.length;
  const markdownAt = htmlAt + parts.html.length + between.length;
  const cuts = [
    ...toByteOffsets(htmlAt, html, content.htmlCuts),
    // `markdown` follows `html` in the order of the keys, so the offsets ascend.
    ...toByteOffsets(markdownAt, markdown, content.markdownCuts),
  ];
  return encodeParts(parts, cuts, { id, slug, title, ...content });
}

/** The same of the parts of the JSON of an article, and the pairs of offsets of its cuts. */
export function encodeParts(
  parts: ArticleParts,
  cuts: readonly number[],
  {
    id,
    slug,
    title,
    aliases,
    publishAt,
    modified,
  }: Pick<EncodedArticle, 'id' | 'slug' | 'title' | 'aliases' | 'publishAt' | 'modified'>,
): EncodedArticle {
  const { before, html, markdown, after, details } = parts;
  const bytes = Buffer.concat([before, html, betweenBytes, markdown, after, brace]);
  const hasCuts = cuts.length > 0;
  const htmlWithout = cutBytes(html, cuts, before.length);
  const markdownWithout = cutBytes(markdown, cuts, before.length + html.length + between.length);
  const whole = toStreams([before, html], [betweenBytes, markdown, after]);
  const without = hasCuts ? toStreams([before, htmlWithout], [betweenBytes, markdownWithout, after]) : null;
  const streams: Streams = {
    whole: whole.stream,
    without: without?.stream ?? null,
    head: toStream(Buffer.concat([before, betweenBytes, after])),
    details: toStream(details),
  };
  const all = { before, html, htmlWithout, markdown, markdownWithout, after, details };
  const crc = crc32(bytes);
  const left = hasCuts ? [before, htmlWithout, betweenBytes, markdownWithout, after, brace] : [];
  const entry: TableEntry = {
    ...{ id, title, publishAt, modified, hash: hashBytes(bytes), size: bytes.length, cuts, crc },
    crcWithout: hasCuts ? left.reduce((sum, part) => crc32(part, sum), 0) : crc,
    streamSize: streams.whole.length,
    streamSizeWithout: streams.without?.length ?? 0,
    parts: {
      lengths: partNames.map((name) => all[name].length),
      crcs: partNames.map((name) => crc32(all[name])),
      prefixes: [whole.prefix, without?.prefix ?? 0],
      streams: streamNames.map((name) => streams[name].length),
      digests: digestNames.map((name) => digestOf(name === 'before' ? Buffer.concat([before, after]) : all[name])),
    },
  };
  // Another version of zlib compresses the same article to other bytes.
  const sums = Object.values(streams).map((stream) => stream && crc32(stream));
  const name = hashBytes(Buffer.from(JSON.stringify([entry, ...sums])));
  return { ...entry, slug, aliases, terms: toTerms(details), name, bytes, streams };
}

/** Of the member `details`, from its comma on. */
function toTerms(details: Buffer): [TermKind, string][] {
  const { authors, tags, section, language }: ArticleDetails = JSON.parse(
    details.toString('utf8', detailsStart.length),
  );
  const own = (kind: TermKind, terms: readonly (string | null)[]): [TermKind, string][] =>
    terms.flatMap((term) => (term === null ? [] : [[kind, term]]));
  return [...own('tag', tags), ...own('author', authors), ...own('section', [section]), ...own('language', [language])];
}

const detailsStart = ',"details":';
const brace = Buffer.from('}');
const betweenBytes = Buffer.from(between);

/** What stands before the first `separator` and behind it. */
function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** 64 bits in hexadecimal. */
function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex').slice(0, 16);
}

/** A text as it stands in JSON, without its quotation marks. */
function toText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What is left of a part that begins at `start` in the article. */
function cutBytes(part: Buffer, cuts: readonly number[], start: number): Buffer {
  if (cuts.length === 0) return part;
  const kept: Buffer[] = [];
  let from = 0;
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const [cutStart, cutEnd] = [(cuts[i] ?? 0) - start, (cuts[i + 1] ?? 0) - start];
    if (cutStart < 0 || cutEnd > part.length) continue;
    kept.push(part.subarray(from, cutStart));
    from = cutEnd;
  }
  return Buffer.concat([...kept, part.subarray(from)]);
}

/** Ranges of a text that begins at `start` bytes of the JSON, as byte offsets. */
function toByteOffsets(start: number, text: string, ranges: readonly Range[]): number[] {
  let offset = start;
  let done = 0;
  const bytes: number[] = [];
  for (const edge of ranges.flat()) {
    offset += Buffer.byteLength(toText(text.slice(done, edge)));
    done = edge;
    bytes.push(offset);
  }
  return bytes;
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

/**
 * Such a stream of two parts. Its first `prefix` bytes are one by itself, of the first part; the rest refers to them, and begins with the
 * rest of their stored block, which is empty.
 */
function toStreams(first: readonly Buffer[], second: readonly Buffer[]): { stream: Buffer; prefix: number } {
  const [start, rest] = [Buffer.concat(first), Buffer.concat(second)];
  const prefix = toStream(start);
  const dictionary = start.subarray(-32_768);
  const deflated = deflateRawSync(rest, { ...options, dictionary, chunkSize: rest.length + 64 });
  return { stream: Buffer.concat([prefix, emptyBlock, deflated.subarray(0, -flushed)]), prefix: prefix.length };
}

/** The length of an empty stored block, twice. */
const emptyBlock = Buffer.from([0, 0, 0xff, 0xff]);
