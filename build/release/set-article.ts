import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Article } from '../../src/core/article.ts';
import type { TableEntry } from '../../src/core/page-table.ts';
import type { Range } from '../stages.ts';
import { deflate } from './deflate.ts';

/** What a release says of an article; it is small, whatever the article's size. */
export interface ArticleFacts extends TableEntry {
  slug: string;
  /** Former slugs. */
  aliases: string[];
  /** CRC-32 of the deflate blocks. */
  deflatedCrc: number;
}

/** An article in its final octets. */
export interface SetArticle extends ArticleFacts {
  /** `JSON.stringify` of the article, UTF-8. */
  bytes: Buffer;
  /** The same as deflate blocks, split at the cuts. */
  deflated: Buffer;
}

/** What an article is made of beside its fields. */
export interface Setting {
  aliases: string[];
  publishAt: number;
  modified: number;
  htmlCuts: readonly Range[];
  markdownCuts: readonly Range[];
}

/** Sets an article: its JSON, once, its deflate blocks, and where the cuts fall in both. */
export function setArticle(article: Article, setting: Setting): SetArticle {
  const bytes = Buffer.from(JSON.stringify(article));
  const cuts = [
    ...toOctets(article, 'html', setting.htmlCuts),
    // `markdown` follows `html` in the order of the keys, so the offsets ascend.
    ...toOctets(article, 'markdown', setting.markdownCuts),
  ];
  const { deflated, deflatedCuts } = deflate(bytes, cuts);
  const crc = crc32(bytes);
  return {
    id: article.id,
    slug: article.slug,
    aliases: setting.aliases,
    publishAt: setting.publishAt,
    modified: setting.modified,
    hash: hashBytes(bytes),
    size: bytes.length,
    cuts,
    crc,
    crcWithout: cuts.length === 0 ? crc : crcOfKept(bytes, cuts),
    deflatedSize: deflated.length,
    deflatedCuts,
    deflatedCrc: crc32(deflated),
    bytes,
    deflated,
  };
}

function crcOfKept(bytes: Buffer, cuts: readonly number[]): number {
  let crc = 0;
  for (let i = 0, from = 0; i <= cuts.length; i += 2) {
    crc = crc32(bytes.subarray(from, cuts[i]), crc);
    from = cuts[i + 1] ?? 0;
  }
  return crc;
}

/** The name of content: 128 bits of its SHA-256, in hexadecimal. */
export function hashBytes(...pieces: Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}

/** Ranges of a member's text, as octet offsets into the article's JSON. */
function toOctets(article: Article, member: 'html' | 'markdown', ranges: readonly Range[]): number[] {
  if (ranges.length === 0) return [];
  const before: Partial<Article> = {};
  for (const [key, value] of Object.entries(article)) {
    if (key === member) break;
    Object.assign(before, { [key]: value });
  }
  // `{…}` without its brace, then `,"html":"`.
  let offset = Buffer.byteLength(JSON.stringify(before)) - 1 + `,"${member}":"`.length;
  let done = 0;
  const octets: number[] = [];
  for (const edge of ranges.flat()) {
    offset += escapedSize(article[member].slice(done, edge));
    done = edge;
    octets.push(offset);
  }
  return octets;
}

function escapedSize(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
