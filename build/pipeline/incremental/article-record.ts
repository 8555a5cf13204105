import { readSync } from 'node:fs';
import { constants, crc32, inflateRawSync } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import type { TableEntry } from '../../../src/core/page-table.ts';
import type { EncodedArticle } from '../../release/article/encode-article.ts';
import type { Rendering } from '../render-source.ts';
import { DamagedCache } from './damaged-store.ts';

/** Where the record of an article stands in the pack: its first byte, the bytes of both its parts, their CRC-32. */
export type Place = readonly [at: number, headSize: number, deflatedSize: number, crc: number];

/** What a record holds beside the deflate blocks, of which the article's own JSON can be had back. */
interface Head {
  entry: TableEntry;
  rendering: Omit<Rendering, 'rendered'> & { rendered: Omit<Rendering['rendered'], 'html' | 'markdown'> };
}

/** The bytes of a record; its place is that at the start of a pack. */
export function writeRecord(article: EncodedArticle, rendering: Rendering): { bytes: Buffer; place: Place } {
  const head = Buffer.from(
    JSON.stringify({
      entry: { ...article, bytes: undefined, deflated: undefined },
      rendering: { ...rendering, rendered: { ...rendering.rendered, html: undefined, markdown: undefined } },
    }),
  );
  const bytes = Buffer.concat([head, article.deflated]);
  return { bytes, place: [0, head.length, article.deflated.length, crc32(bytes)] };
}

/** What a page is made of. Throws `DamagedCache`, as does `readRendering`. */
export function readEntry(pack: number, place: Place): { entry: TableEntry; deflated: Buffer } {
  const { head, deflated } = readRecord(pack, place);
  return { entry: head.entry, deflated };
}

/** What a body became when it was rendered. */
export function readRendering(pack: number, place: Place): Rendering {
  const { head, deflated } = readRecord(pack, place);
  // The last block does not say that it is the last.
  const json = inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH });
  if (crc32(json) !== head.entry.crc) throw new DamagedCache('The blocks of a record hold another article.');
  const { html, markdown }: Article = JSON.parse(json.toString());
  return { ...head.rendering, rendered: { ...head.rendering.rendered, html, markdown } };
}

function readRecord(pack: number, [at, headSize, deflatedSize, crc]: Place): { head: Head; deflated: Buffer } {
  const bytes = Buffer.allocUnsafe(headSize + deflatedSize);
  const size = readSync(pack, bytes, 0, bytes.length, at);
  if (size !== bytes.length || crc32(bytes) !== crc) throw new DamagedCache(`There is no record at ${at}.`);
  return { head: JSON.parse(bytes.toString('utf8', 0, headSize)), deflated: bytes.subarray(headSize) };
}
