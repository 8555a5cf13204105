import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Article, ArticleDetails } from '../../../src/core/article.ts';
import { kindsOf } from '../../../src/core/fields.ts';
import type { DeclaredFields } from '../../../src/core/format.ts';
import { between } from '../../../src/core/page-table.ts';
import { maxTermLength, toTerm } from '../../../src/core/terms.ts';
import type { Streams, TableEntry } from '../../../src/core/write-page-table.ts';
import type { Range } from '../../markdown/rendered-body.ts';
import { hashBytes } from '../../source/hash-bytes.ts';
import { toStream } from '../../source/to-stream.ts';
import { type ArticleJson, toMarkdownStream, toStreams } from './article-streams.ts';

/** An article as bytes, with its row of the page table. */
export interface EncodedArticle extends TableEntry {
  /** Former slugs. */
  aliases: readonly string[];
  /** By which readers select it. */
  terms: [kind: string, term: string][];
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
  /** Fields of authors. */
  declared: DeclaredFields;
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
  const { id, slug, title, html, markdown } = article;
  const fields = JSON.stringify({ ...article, html: '', markdown: '' });
  const [start, after] = splitOnce(fields, `"html":"${between}`);
  const [before, htmlBytes, markdownBytes] = [Buffer.from(`${start}"html":"`), toBytes(html), toBytes(markdown)];
  const json = {
    bytes: Buffer.concat([before, htmlBytes, betweenBytes, markdownBytes, Buffer.from(after)]),
    before: before.length,
    html: htmlBytes.length,
    markdown: markdownBytes.length,
  };
  const cuts = [
    ...toByteOffsets(json.before, html, content.htmlCuts),
    // `markdown` follows `html` in the order of the keys, so the offsets ascend.
    ...toByteOffsets(json.before + json.html + between.length, markdown, content.markdownCuts),
  ];
  return encodeJson(json, cuts, { id, slug, title, ...content });
}

/** The same of the JSON of an article, and the pairs of offsets of its cuts. */
export function encodeJson(
  json: ArticleJson,
  cuts: readonly number[],
  {
    id,
    slug,
    title,
    aliases,
    publishAt,
    modified,
    details,
    declared,
  }: Pick<EncodedArticle, 'id' | 'slug' | 'title' | 'aliases' | 'publishAt' | 'modified'> &
    Pick<ArticleContent, 'details' | 'declared'>,
): EncodedArticle {
  const { bytes } = json;
  const jsonWithout = cuts.length === 0 ? json : cutJson(json, cuts);
  const own = toParts(json);
  const without = jsonWithout === json ? own : toParts(jsonWithout);
  const detailsText = Buffer.from(detailsStart + JSON.stringify(details));
  const last = toStream(own.after);
  const [whole, cut] = [toStreams(json, last), jsonWithout === json ? null : toStreams(jsonWithout, last)];
  const crcs = crcsOf(own);
  const crcsWithout = without === own ? crcs : crcsOf(without);
  const maxLength = Math.min(whole.stream.length, cut?.stream.length ?? Number.POSITIVE_INFINITY);
  const inMarkdown = cuts.filter((at) => at > json.before + json.html).map((at) => at - json.html);
  const { stream: markdown, streamCuts } = toMarkdownStream(toNoHtml(own), inMarkdown, maxLength);
  const streams = { whole: whole.stream, without: cut?.stream ?? null, markdown, details: detailsText };
  const [headHigh, headLow] = digestOf(Buffer.concat([own.before, own.after]));
  const [detailsHigh, detailsLow] = digestOf(detailsText);
  const [streamBefore, streamAfter] = whole.around;
  const [streamBeforeWithout, streamAfterWithout] = cut?.around ?? [0, 0];
  const entry: TableEntry = {
    id,
    title,
    slug,
    publishAt,
    modified,
    hash: hashBytes(bytes),
    size: bytes.length,
    cuts,
    crc: crc32('}', crcs.whole),
    crcWithout: crc32('}', crcsWithout.whole),
    streamSize: streams.whole.length,
    streamSizeWithout: streams.without?.length ?? 0,
    markdownSize: markdown.length,
    streamCuts,
    views: {
      before: own.before.length,
      html: own.html.length,
      htmlWithout: without.html.length,
      markdown: own.markdown.length,
      markdownWithout: without.markdown.length,
      details: detailsText.length,
      streamCuts: streamCuts.length / 2,
      streamBefore,
      streamAfter,
      streamBeforeWithout,
      streamAfterWithout,
      crc: crcs.whole,
      crcWithout: crcsWithout.whole,
      crcNoHtml: crcs.noHtml,
      crcNoHtmlWithout: crcsWithout.noHtml,
      crcNoMarkdown: crcs.noMarkdown,
      crcNoMarkdownWithout: crcsWithout.noMarkdown,
      crcDetails: crc32(detailsText),
      headHigh,
      headLow,
      detailsHigh,
      detailsLow,
    },
  };
  // Another version of zlib compresses the same article to other bytes.
  const name = hashBytes(
    Buffer.from(JSON.stringify([entry, ...Object.values(streams).map((each) => each && crc32(each))])),
  );
  return { ...entry, aliases, terms: toTerms(details, declared), name, bytes, streams };
}

function toTerms({ authors, tags, fields, ...details }: ArticleDetails, declared: DeclaredFields): [string, string][] {
  const values: Record<string, unknown> = { ...details, author: authors, tag: tags, ...fields };
  return kindsOf(declared).flatMap((kind) => toTermsOf(values[kind]).map((term): [string, string] => [kind, term]));
}

/** What is longer than a term is none. */
function toTermsOf(value: unknown): string[] {
  const terms = [value ?? []].flat().map((each) => toTerm(String(each)));
  return [...new Set(terms)].filter((term) => term !== '' && term.length <= maxTermLength);
}

/** Views, not copies. */
function toParts({ bytes, before, html, markdown }: ArticleJson) {
  const htmlEnd = before + html;
  const markdownAt = htmlEnd + between.length;
  const markdownEnd = markdownAt + markdown;
  return {
    before: bytes.subarray(0, before),
    html: bytes.subarray(before, htmlEnd),
    markdown: bytes.subarray(markdownAt, markdownEnd),
    after: bytes.subarray(markdownEnd, -1),
  };
}

/** All but `html`, without the closing brace. */
function toNoHtml({ before, markdown, after }: ReturnType<typeof toParts>): Buffer {
  return Buffer.concat([before, betweenBytes, markdown, after]);
}

/** CRC-32 of the JSON without its closing brace, of all but `html` of it, and of all but `markdown`. */
function crcsOf({ before, html, markdown, after }: ReturnType<typeof toParts>) {
  const start = crc32(before);
  const withHtml = crc32(betweenBytes, crc32(html, start));
  return {
    whole: crc32(after, crc32(markdown, withHtml)),
    noHtml: crc32(after, crc32(markdown, crc32(betweenBytes, start))),
    noMarkdown: crc32(after, withHtml),
  };
}

const detailsStart = ',"details":';
const betweenBytes = Buffer.from(between);
/** What stands before the first `separator` and behind it. */
function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}

/** 64 bits, in two numbers. */
function digestOf(bytes: Buffer): [number, number] {
  const digest = hash('sha256', bytes, 'buffer');
  return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
}

/** A text as it stands in JSON, without its quotation marks. */
function toBytes(text: string): Buffer {
  return Buffer.from(JSON.stringify(text)).subarray(1, -1);
}

/** What is left of the JSON of an article without the cuts. */
function cutJson({ bytes, before, html, markdown }: ArticleJson, cuts: readonly number[]): ArticleJson {
  const kept: Buffer[] = [];
  const left = { before, html, markdown };
  let from = 0;
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const [start, end] = [cuts[i] ?? 0, cuts[i + 1] ?? 0];
    kept.push(bytes.subarray(from, start));
    left[start < before + html ? 'html' : 'markdown'] -= end - start;
    from = end;
  }
  return { bytes: Buffer.concat([...kept, bytes.subarray(from)]), ...left };
}

/** Ranges of a text that begins at `start` bytes of the JSON, as byte offsets. */
function toByteOffsets(start: number, text: string, ranges: readonly Range[]): number[] {
  let offset = start;
  let done = 0;
  const bytes: number[] = [];
  for (const edge of ranges.flat()) {
    offset += toBytes(text.slice(done, edge)).length;
    done = edge;
    bytes.push(offset);
  }
  return bytes;
}
