import { createHash } from 'node:crypto';
import type { Article } from '../../src/core/article.ts';
import type { Range } from '../stages.ts';

/** An article in its final octets. */
export interface SetArticle {
  id: number;
  slug: string;
  /** Former slugs. */
  aliases: string[];
  /** Seconds since 1970-01-01T00:00:00Z, as are the others. */
  publishAt: number;
  /** The newest of its date-times. */
  modified: number;
  /** `JSON.stringify` of the article, UTF-8. */
  bytes: Buffer;
  hash: string;
  /** Pairs of octet offsets into `bytes` that `exclude_h1` leaves out, ascending. */
  cuts: number[];
}

/** What an article is made of beside its fields. */
export interface Setting {
  aliases: string[];
  publishAt: number;
  modified: number;
  htmlCuts: readonly Range[];
  markdownCuts: readonly Range[];
}

/** Sets an article: its JSON, once, and where the cuts fall in it. */
export function setArticle(article: Article, setting: Setting): SetArticle {
  const bytes = Buffer.from(JSON.stringify(article));
  return {
    id: article.id,
    slug: article.slug,
    aliases: setting.aliases,
    publishAt: setting.publishAt,
    modified: setting.modified,
    bytes,
    hash: hashBytes(bytes),
    cuts: [
      ...toOctets(article, 'html', setting.htmlCuts),
      // `markdown` follows `html` in the order of the keys, so the offsets ascend.
      ...toOctets(article, 'markdown', setting.markdownCuts),
    ],
  };
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
