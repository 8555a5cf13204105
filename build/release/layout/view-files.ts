import { crc32, inflateRawSync } from 'node:zlib';
import { sealOf } from '../../../src/core/crc32.ts';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import { checkedBytes, partsPath, viewsPath } from '../../../src/core/format.ts';
import { lastBlock, storedText } from '../../../src/core/gzip.ts';
import { opening } from '../../../src/core/page-table.ts';
import {
  articleSeparator,
  between,
  type PartName,
  partNames,
  streamNames,
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
  const parts = Buffer.concat([
    heads,
    ...separate(streams.map(({ head }) => head)),
    ...streams.map(({ details }) => details),
  ]);
  return [
    { path: partsPath(name), bytes: parts },
    { path: viewsPath(name), bytes: writeViews(name, newestFirst, parts, heads.length) },
  ];
}

/** Paths and sizes of the same. */
export function sizeViewFiles(name: string, newestFirst: readonly Sized[]): [path: string, size: number][] {
  const ends = opening.length + 1;
  let partsSize = 1 + (newestFirst.length - 1) * separator.length;
  let titles = 1;
  for (const { sizes } of newestFirst) {
    partsSize += sizes[0] + ends;
    titles += sizes[1] + 1;
  }
  return [
    [partsPath(name), partsSize],
    [viewsPath(name), viewsSize(newestFirst.length, partsSize, titles)],
  ];
}

/** Bytes of an article in the file of parts, and of its title as JSON. */
export type ViewSizes = readonly [parts: number, title: number];

interface Sized {
  sizes: ViewSizes;
}

export function toViewSizes({ title, parts }: Pick<TableEntry, 'title' | 'parts'>): ViewSizes {
  const streams = parts.streams.reduce((sum, size) => sum + size, 0);
  const details = lengthOf(parts, 'details');
  return [headSize(parts) + details + streams, toAsciiJson(title).length];
}

function headSize(parts: EntryParts): number {
  return lengthOf(parts, 'before') + between.length + lengthOf(parts, 'after');
}

const separator = Buffer.from(storedText(articleSeparator), 'latin1');

/** Streams as they stand in a response, one behind the other. */
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

function writeViews(name: string, entries: readonly TableEntry[], parts: Buffer, headsSize: number): Buffer {
  const titles = Buffer.from(toAsciiJson(entries.map(({ title }) => title)));
  const bytes = Buffer.alloc(viewsSize(entries.length, parts.length, titles.length));
  let at = 0;
  const put = (numbers: readonly number[]): void => {
    for (const number of numbers) at = bytes.writeUInt32LE(number, at);
  };
  put([entries.length, parts.length, titles.length]);
  const starts = toStarts(entries, headsSize);
  let headAt = 0;
  for (const [slot, { parts: own }] of entries.entries()) {
    headAt += slot === 0 ? opening.length : articleSeparator.length;
    put(own.lengths);
    put(own.crcs);
    put(own.prefixes);
    put(starts[slot] ?? []);
    put([headAt]);
    put(own.digests);
    headAt += headSize(own) + lengthOf(own, 'details');
  }
  for (let start = 0; start < parts.length; start += checkedBytes)
    put([crc32(parts.subarray(start, start + checkedBytes))]);
  at += titles.copy(bytes, at);
  put([sealOf(bytes.subarray(0, at), name)]);
  return bytes;
}

/** Of each article, the first byte and the one behind the last of each of its streams, which begin at `from` in the file of parts. */
function toStarts(entries: readonly TableEntry[], from: number): number[][] {
  const starts = entries.map((): number[] => []);
  let at = from;
  for (const [index, name] of streamNames.entries()) {
    for (const [slot, { parts }] of entries.entries()) {
      if (slot > 0 && name === 'head') at += separator.length;
      const size = parts.streams[index] ?? 0;
      starts[slot]?.push(at, at + size);
      at += size;
    }
  }
  return starts;
}
