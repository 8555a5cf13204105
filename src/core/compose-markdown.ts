import { type Awaitable, whenReady } from './awaitable.ts';
import type { Body } from './body.ts';
import { type ContentCoding, parseQualities } from './content-coding.ts';
import { cut } from './cut.ts';
import { encodePercent, textOfBytes } from './encoding.ts';
import { byteHex, hash64 } from './hash.ts';
import { toArticleAddress, usualArticleUrl } from './links.ts';
import type { PageSlice } from './page-table.ts';
import type { Release } from './release.ts';
import { type Composed, lastModified, toTag } from './reply.ts';
import type { View } from './view.ts';

/**
 * Whether `Accept` prefers Markdown to JSON (RFC 9110 section 12.5.1). Of each of the two, the most specific range that
 * holds it counts; what no range holds is not acceptable. Where both are liked the same, it is Markdown if that alone
 * is named, else JSON.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  // Who names neither it nor all texts gets what was there before it.
  if (accept === undefined || !/\btext\/(?:markdown|\*)/i.test(accept)) return false;
  const qualities = parseQualities(accept);
  const qualityOf = (kind: string, type: string): number => {
    return qualities.get(`${kind}/${type}`) ?? qualities.get(`${kind}/*`) ?? qualities.get('*/*') ?? 0;
  };
  const [markdown, json] = [qualityOf('text', 'markdown'), qualityOf('application', 'json')];
  if (markdown !== json) return markdown > json;
  return markdown > 0 && qualities.has('text/markdown') && !qualities.has('application/json');
}

/** The bytes of a body. Throws where it cannot be read. */
export type ReadBytes = (body: Body) => Awaitable<Uint8Array>;

/**
 * The Markdown of the article of `slice` below a header block: what a client gets that prefers it to JSON. Nothing is
 * prepared for that: it is in the JSON of the article and its details. The entity tag is that of its bytes.
 */
export function composeMarkdown(
  release: Release,
  slice: PageSlice,
  coding: ContentCoding,
  { excludeH1, excludeMarkdown }: View,
  more: Readonly<Record<string, string>>,
  read: ReadBytes,
): Awaitable<Composed> {
  // With `html`, which is not used: a platform without ranges then reads one small file.
  const view: View = { excludeH1, excludeHtml: false, excludeMarkdown, includeDetails: true };
  const before = slice.table.view(slice.from, 'before');
  const htmlEnd = before + slice.table.view(slice.from, excludeH1 ? 'htmlWithout' : 'html');
  return whenReady(read(cut('', [slice], '', 'identity', view)), (json) => {
    const text = toMarkdown(textOfBytes(json.subarray(0, before)) + textOfBytes(json.subarray(htmlEnd)), release);
    const [tag, modified] = [toTag([hash64(text)], coding), lastModified([slice])];
    const mediaType = 'text/markdown; charset=utf-8';
    const representation = { mediaType, coding, tag, modified, release: release.id, more };
    return { body: { parts: [text], size: text.length }, isText: coding === 'gzip', representation };
  });
}

/**
 * The header block is YAML in which each value is JSON, too. `json` and the result are texts of bytes, in which a
 * letter beyond ASCII is several characters: nothing here looks into them but for the slug.
 */
function toMarkdown(json: string, { site, settings: { articleUrl = usualArticleUrl } }: Release): string {
  const { title, id, slug, publish_at, updated_at, markdown, details } = JSON.parse(json);
  const encoded = slug.replace(/[\x80-\xff]/g, (byte: string) => `%${byteHex(byte.charCodeAt(0)).toUpperCase()}`);
  const address = toArticleAddress({ site, articleUrl }, encoded).replace(/[^!-~]+/g, encodePercent);
  const block = { title, id, address, publish_at, updated_at, tags: details.tags };
  const lines = Object.entries(block).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n${markdown}`;
}
