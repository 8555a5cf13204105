import { crc32, inflateRawSync } from 'node:zlib';
import { sealOf } from '../../../src/core/crc32.ts';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import { checkedBytes, headStreamsPath, headsPath, markdownStreamsPath, viewsPath } from '../../../src/core/format.ts';
import { lastBlock, storedText } from '../../../src/core/gzip.ts';
import { opening } from '../../../src/core/page-table.ts';
import {
  articleSeparator,
  between,
  type PartName,
  partNames,
  type StreamName,
  streamNames,
  viewRecord,
  viewsSize,
} from '../../../src/core/page-views.ts';
import type { EntryParts, Streams, TableEntry } from '../../../src/core/write-page-table.ts';

/** The files of a page that only views need. `page` is the page file, and `starts` say where in it each article begins. */
export function toViewFiles(
  name: string,
  newestFirst: readonly TableEntry[],
  streams: readonly Streams[],
  page: Uint8Array,
  starts: readonly number[],
): { path: string; bytes: Uint8Array }[] {
  const heads = Buffer.concat(toHeads(newestFirst, inflateDetails(streams), page, starts));
  const headStreams = Buffer.concat([
    ...separate(streams.map(({ head }) => head)),
    ...streams.map(({ details }) => details),
  ]);
  const markdownStreams = Buffer.concat([
    ...separate(streams.map(({ markdown }) => markdown)),
    ...streams.flatMap(({ markdownWithout }) => markdownWithout ?? []),
  ]);
  const views = writeViews(name, newestFirst, [heads, headStreams, markdownStreams]);
  return [
    { path: headsPath(name), bytes: heads },
    { path: headStreamsPath(name), bytes: headStreams },
    { path: markdownStreamsPath(name), bytes: markdownStreams },
    { path: viewsPath(name), bytes: views },
  ];
}

/** Paths and sizes of the same. */
export function sizeViewFiles(name: string, newestFirst: readonly Sized[]): [path: string, size: number][] {
  const sum = (sizeOf: (each: Sized) => number): number => newestFirst.reduce((sum, each) => sum + sizeOf(each), 0);
  const separators = (newestFirst.length - 1) * separator.length;
  const files = {
    heads: sum(({ sizes: [head] }) => head + opening.length + 1) + 1,
    headStreams: sum(({ sizes: [, streams] }) => streams) + separators,
    markdownStreams: sum(({ sizes: [, , streams] }) => streams) + separators,
  };
  const titles = sum(({ sizes: [, , , title] }) => title + 1) + 1;
  return [
    [headsPath(name), files.heads],
    [headStreamsPath(name), files.headStreams],
    [markdownStreamsPath(name), files.markdownStreams],
    [viewsPath(name), viewsSize(newestFirst.length, files, titles)],
  ];
}

/** Bytes of an article in these files: of its head with details, of the streams of heads, of Markdown, and of its title as JSON. */
export type ViewSizes = readonly [head: number, headStreams: number, markdownStreams: number, title: number];

interface Sized {
  sizes: ViewSizes;
}

export function toViewSizes({ title, parts }: Pick<TableEntry, 'title' | 'parts'>): ViewSizes {
  const [markdown = 0, markdownWithout = 0, head = 0, details = 0] = parts.streams;
  const headSize = lengthOf(parts, 'before') + between.length + lengthOf(parts, 'after') + lengthOf(parts, 'details');
  return [headSize, head + details, markdown + markdownWithout, toAsciiJson(title).length];
}

const separator = Buffer.from(storedText(articleSeparator), 'latin1');

/** Streams as they stand in a response one behind the other. */
function separate(streams: readonly Uint8Array[]): Uint8Array[] {
  return streams.flatMap((stream, index) => (index === 0 ? [stream] : [separator, stream]));
}

/** The texts of all details, one behind the other: inflated at once, since each call takes longer than what it inflates. */
function inflateDetails(streams: readonly Streams[]): Buffer {
  const empty = Buffer.from(storedText(''), 'latin1');
  const parts = streams.flatMap(({ details }) => [details, empty]);
  return inflateRawSync(Buffer.concat([...parts, Buffer.from(lastBlock, 'latin1')]));
}

function toHeads(
  entries: readonly TableEntry[],
  details: Buffer,
  page: Uint8Array,
  starts: readonly number[],
): Uint8Array[] {
  let detailsAt = 0;
  const heads = entries.flatMap(({ parts }, slot) => {
    const start = starts[slot] ?? 0;
    const htmlAt = start + lengthOf(parts, 'before');
    const afterAt = htmlAt + lengthOf(parts, 'html') + between.length + lengthOf(parts, 'markdown');
    const detailsEnd = detailsAt + lengthOf(parts, 'details');
    const own = details.subarray(detailsAt, detailsEnd);
    detailsAt = detailsEnd;
    return [
      Buffer.from(slot === 0 ? opening : articleSeparator),
      page.subarray(start, htmlAt),
      Buffer.from(between),
      page.subarray(afterAt, afterAt + lengthOf(parts, 'after')),
      own,
    ];
  });
  return [...heads, Buffer.from('}]')];
}

function lengthOf({ lengths }: EntryParts, part: PartName): number {
  return lengths[partNames.indexOf(part)] ?? 0;
}

function writeViews(name: string, entries: readonly TableEntry[], files: readonly Buffer[]): Buffer {
  const titles = Buffer.from(toAsciiJson(entries.map(({ title }) => title)));
  const numbers = [entries.length, ...files.map(({ length }) => length), titles.length];
  const at = { heads: 0, markdown: 0, markdownWithout: 0, head: 0, details: 0 };
  const total = (stream: StreamName): number => entries.reduce((sum, { parts }) => sum + streamOf(parts, stream), 0);
  const separators = (entries.length - 1) * separator.length;
  at.details = total('head') + separators;
  at.markdownWithout = total('markdown') + separators;
  for (const [slot, { parts }] of entries.entries()) {
    at.heads += slot === 0 ? opening.length : articleSeparator.length;
    const record = new Array<number>(viewRecord.size).fill(0);
    const put = (index: number, values: readonly number[]): void => void record.splice(index, values.length, ...values);
    put(viewRecord.lengths, parts.lengths);
    put(viewRecord.crcs, parts.crcs);
    put(viewRecord.prefixes, parts.prefixes);
    for (const [index, stream] of streamNames.entries()) {
      const size = streamOf(parts, stream);
      put(viewRecord.streams + index * 2, [at[stream], at[stream] + size]);
      at[stream] += size + (stream === 'head' || stream === 'markdown' ? separator.length : 0);
    }
    put(viewRecord.head, [at.heads]);
    at.heads += lengthOf(parts, 'before') + between.length + lengthOf(parts, 'after') + lengthOf(parts, 'details');
    put(
      viewRecord.digests,
      parts.digests.flatMap((digest) => [0, 8].map((digit) => Number.parseInt(digest.slice(digit, digit + 8), 16))),
    );
    numbers.push(...record);
  }
  for (const file of files) {
    for (let start = 0; start < file.length; start += checkedBytes)
      numbers.push(crc32(file.subarray(start, start + checkedBytes)));
  }
  const bytes = Buffer.alloc((numbers.length + 1) * 4 + titles.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4);
  titles.copy(bytes, numbers.length * 4);
  const end = bytes.length - 4;
  bytes.writeUInt32LE(sealOf(bytes.subarray(0, end), name), end);
  return bytes;
}

function streamOf({ streams }: EntryParts, stream: StreamName): number {
  return streams[streamNames.indexOf(stream)] ?? 0;
}
