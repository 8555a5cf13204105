import { constants, crc32, inflateRawSync } from 'node:zlib';
import type { Article } from '../../../src/core/article.ts';
import type { Streams, TableEntry } from '../../../src/core/write-page-table.ts';
import type { RenderedBody } from '../../markdown/rendered-body.ts';
import type { BodyProblem } from '../../markdown/walk/body-problems.ts';
import type { AddressKind } from '../../markdown/walk/find-addresses.ts';
import type { EncodedArticle } from '../../release/article/encode-article.ts';
import { type ArticlesLog, DamagedStore, readAt } from './articles-log.ts';

/** Where the record of an article stands in the articles log: its first byte, the bytes of both its parts, their CRC-32. */
export type RecordRef = readonly [at: number, headSize: number, streamsSize: number, crc: number];

/** What a record holds beside the streams, of which the article's own JSON can be had back. */
interface Head {
  entry: TableEntry;
  rendering: Omit<RenderedRecord, 'rendered'> & { rendered: Omit<RenderedRecord['rendered'], 'html' | 'markdown'> };
}

/** The bytes of a record; `ref` is that at the start of a log. `rendering` is null for an article of an earlier release. */
export function writeRecord(
  article: EncodedArticle,
  rendering: RenderedRecord | null,
): { bytes: Buffer; ref: RecordRef } {
  const { whole, without, markdown, details } = article.streams;
  const head = Buffer.from(
    JSON.stringify({
      entry: { ...article, bytes: undefined, streams: undefined },
      rendering: rendering && {
        ...rendering,
        rendered: { ...rendering.rendered, html: undefined, markdown: undefined },
      },
    }),
  );
  const streams = [whole, without, markdown, details];
  const bytes = Buffer.concat([head, ...streams.flatMap((stream) => stream ?? [])]);
  return { bytes, ref: [0, head.length, bytes.length - head.length, crc32(bytes)] };
}

/** What a page is made of. Throws `DamagedStore`, as does `readRendering`. */
export function readEntry(log: ArticlesLog, ref: RecordRef): { entry: TableEntry; streams: Streams } {
  const { head, streams } = readRecord(log, ref);
  return { entry: head.entry, streams };
}

/** What a body became when it was rendered. */
export function readRendering(log: ArticlesLog, ref: RecordRef): RenderedRecord {
  const { head, streams } = readRecord(log, ref);
  const json = inflate(streams);
  if (crc32(json) !== head.entry.crc) throw new DamagedStore('The stream of a record holds another article.');
  const { html, markdown }: Article = JSON.parse(json.toString());
  return { ...head.rendering, rendered: { ...head.rendering.rendered, html, markdown } };
}

/** An article as readers get it. */
export function readArticle(log: ArticlesLog, ref: RecordRef): Article {
  return JSON.parse(inflate(readRecord(log, ref).streams).toString());
}

function inflate({ whole }: Streams): Buffer {
  // It does not end with a last block, nor with the closing brace.
  return Buffer.concat([inflateRawSync(whole, { finishFlush: constants.Z_SYNC_FLUSH }), Buffer.from('}')]);
}

function readRecord(log: ArticlesLog, [at, headSize, streamsSize, crc]: RecordRef): { head: Head; streams: Streams } {
  const bytes = readAt(log, at, headSize + streamsSize);
  if (crc32(bytes) !== crc) throw new DamagedStore(`There is no record at ${at}.`);
  const head: Head = JSON.parse(bytes.toString('utf8', 0, headSize));
  const { streamSize, streamSizeWithout, markdownSize } = head.entry;
  let start = headSize;
  const take = (size: number): Buffer => {
    start += size;
    return bytes.subarray(start - size, start);
  };
  const streams = {
    whole: take(streamSize),
    without: streamSizeWithout === 0 ? null : take(streamSizeWithout),
    markdown: take(markdownSize),
    details: bytes.subarray(start),
  };
  return { head, streams };
}

/** An address that the renderer asked for: what stood there, where in the body, and what it became. */
export type Call = readonly [
  address: string,
  kind: AddressKind | 'name',
  line: number,
  column: number,
  result: string | null,
];

/** A body that was rendered, and all that shows whether it would be rendered alike again. */
export interface RenderedRecord {
  rendered: RenderedBody;
  calls: Call[];
  /** Those of the body itself, at their places in the body. */
  problems: BodyProblem[];
}
