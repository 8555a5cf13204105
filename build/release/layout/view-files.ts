import { crc32, inflateRawSync } from 'node:zlib';
import { copyWithout } from '../../../src/core/body.ts';
import { cutsOf } from '../../../src/core/cut-view.ts';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import { checkedBytes, partsPath, viewsPath } from '../../../src/core/format.ts';
import { lastBlock, storedText } from '../../../src/core/gzip.ts';
import { brace, comma, opening, type PageTable } from '../../../src/core/page-table.ts';
import {
  between,
  leftNames,
  type PartName,
  partNames,
  type RunName,
  runLengths,
  runNames,
  toPageViews,
} from '../../../src/core/page-views.ts';
import { sealOf, sealSize } from '../../../src/core/seal.ts';
import type { EntryParts, Streams, TableEntry } from '../../../src/core/write-page-table.ts';
import { toStream } from '../../source/to-stream.ts';

/** A page that is made, as far as views need it. The files end where their last article does. */
export interface MadePage {
  name: string;
  newestFirst: readonly TableEntry[];
  streams: readonly Streams[];
  table: PageTable;
  /** The page file, its gzip form, and that without level-one headings. */
  page: Uint8Array;
  zipped: Uint8Array;
  zippedWithout: Uint8Array;
}

/** Gives the stream of a run that is kept, by what it is made of, or else the one that `make` makes. */
export type RecallRun = (key: string, make: () => Uint8Array) => Uint8Array;

/** The files of a page that only views need. */
export function toViewFiles(made: MadePage, recall: RecallRun): { path: string; bytes: Uint8Array }[] {
  const { name, newestFirst, page } = made;
  const details = toDetails(made);
  const heads = Buffer.concat(toHeads(made, details));
  const { streams, runs } = toRuns(made, details, heads.length, recall);
  const parts = Buffer.concat([heads, ...streams]);
  const titles = Buffer.from(toAsciiJson(newestFirst.map(({ title }) => title)));
  const records = toRecords(newestFirst);
  const write = (left: readonly Uint8Array[]): Buffer => {
    const sizes = [parts, ...leftNames.map((_, i) => left[i] ?? nothing), titles].map(({ length }) => length);
    const sums = [parts, ...left].flatMap(sumBlocks);
    return toViewsFile(name, [[newestFirst.length], sizes, ...records, runs, sums], titles);
  };
  // Where the cuts are follows from the views.
  const views = toPageViews(write([]));
  const end = page.length - brace.length;
  const files = { zipped: made.zipped, zippedWithout: made.zippedWithout, head: heads.subarray(0, -2) };
  const left = leftNames.map((each) => {
    const isNeeded = made.table.cuts().length > 0 || !each.endsWith('Without');
    const file = each in files ? files[each as keyof typeof files] : page.subarray(0, end);
    return isNeeded ? withoutCuts(file, cutsOf(each, made.table, views)) : nothing;
  });
  return [
    { path: partsPath(name), bytes: parts },
    { path: viewsPath(name), bytes: write(left) },
  ];
}

/** The file of views of the page of that name. */
function toViewsFile(name: string, groups: readonly (readonly number[])[], titles: Buffer): Buffer {
  const end = groups.reduce((sum, numbers) => sum + numbers.length * 4, 0);
  const bytes = Buffer.alloc(end + titles.length + sealSize);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  let at = 0;
  for (const numbers of groups)
    for (const number of numbers) {
      view.setUint32(at, number, true);
      at += 4;
    }
  titles.copy(bytes, end);
  view.setUint32(end + titles.length, sealOf(bytes.subarray(0, -sealSize), name), true);
  return bytes;
}

const nothing = Buffer.alloc(0);

/** What stands between two articles, from the closing brace of the first. */
const articleSeparator = brace + comma;

function withoutCuts(file: Uint8Array, cuts: Uint32Array): Uint8Array {
  const left = new Uint8Array(file.length);
  return left.subarray(0, copyWithout(cuts, file, 0, left));
}

/** CRC-32s of the blocks of a file. */
export function sumBlocks(bytes: Uint8Array): number[] {
  const count = Math.ceil(bytes.length / checkedBytes);
  return Array.from({ length: count }, (_, i) => crc32(bytes.subarray(i * checkedBytes, (i + 1) * checkedBytes)));
}

/** The text of each article's details: inflated at once, since each call takes longer than what it inflates. */
function toDetails({ newestFirst, streams }: MadePage): Buffer[] {
  const empty = Buffer.from(storedText(''), 'latin1');
  const all = streams.flatMap(({ details }) => [details, empty]);
  const texts = inflateRawSync(Buffer.concat([...all, Buffer.from(lastBlock, 'latin1')]));
  let end = 0;
  return newestFirst.map(({ parts }) => {
    const start = end;
    end += lengthOf(parts, 'details');
    return texts.subarray(start, end);
  });
}

function toHeads({ newestFirst, table, page }: MadePage, details: readonly Buffer[]): Uint8Array[] {
  const heads = newestFirst.flatMap(({ parts }, slot) => {
    const { before, after } = around(parts, page, table.start(slot, 'identity', false));
    const separator = Buffer.from(slot === 0 ? opening : articleSeparator);
    return [separator, before, Buffer.from(between), after, details[slot] ?? nothing];
  });
  return [...heads, Buffer.from('}]')];
}

/** What stands before the bodies of an article, which begins at `start`, and behind them; and its Markdown. */
function around(parts: EntryParts, page: Uint8Array, start: number) {
  const htmlAt = start + lengthOf(parts, 'before');
  const markdownAt = htmlAt + lengthOf(parts, 'html') + between.length;
  const afterAt = markdownAt + lengthOf(parts, 'markdown');
  return {
    before: page.subarray(start, htmlAt),
    markdown: page.subarray(markdownAt, afterAt),
    after: page.subarray(afterAt, afterAt + lengthOf(parts, 'after')),
  };
}

/** The streams of runs, from `from` on in the file of parts, and where each begins and ends. An article has its own. */
function toRuns(
  { newestFirst, streams, table, page }: MadePage,
  details: readonly Buffer[],
  from: number,
  recall: RecallRun,
) {
  const betweenBytes = Buffer.from(between);
  const found = newestFirst.map(({ parts }, slot) => around(parts, page, table.start(slot, 'identity', false)));
  const heads = found.map(({ before, after }) => Buffer.concat([before, betweenBytes, after]));
  const texts: Partial<Record<RunName, readonly Buffer[]>> = {
    head: heads,
    headDetails: heads.map((head, slot) => Buffer.concat([head, details[slot] ?? nothing])),
    markdown: found.map(({ before, markdown, after }) => Buffer.concat([before, betweenBytes, markdown, after])),
  };
  const made: Uint8Array[] = [];
  const runs: number[] = [];
  let at = from;
  for (const name of runNames)
    for (const length of runLengths[name])
      for (let first = 0; first < newestFirst.length; first += length) {
        const level = name === 'markdown' ? markdownLevel : undefined;
        const own = newestFirst.slice(first, first + length);
        const make = () => toStream(joinTexts(texts[name]?.slice(first, first + length) ?? []), nothing, level);
        const stream =
          length === 1 && name !== 'headDetails'
            ? (streams[first]?.[name] ?? nothing)
            : recall([name, ...own.flatMap(({ hash, parts }) => [hash, ...parts.digests])].join(), make);
        const lead = first > 0 && stream.length > 0 ? separator : nothing;
        made.push(lead, stream);
        at += lead.length;
        runs.push(at, at + stream.length);
        at += stream.length;
      }
  return { streams: made, runs };
}

/** Of zlib: 6 takes longer than it is worth. */
const markdownLevel = 4;

/** As it stands in a response between two streams. */
const separator = Buffer.from(storedText(articleSeparator), 'latin1');

function joinTexts(texts: readonly Buffer[]): Buffer {
  const [first = nothing] = texts;
  if (texts.length === 1) return first;
  return Buffer.concat(texts.flatMap((text, i) => (i === 0 ? [text] : [Buffer.from(articleSeparator), text])));
}

function lengthOf({ lengths }: EntryParts, part: PartName): number {
  return lengths[partNames.indexOf(part)] ?? 0;
}

/** See `viewRecord`. */
function toRecords(entries: readonly TableEntry[]): number[][] {
  let headAt = 0;
  return entries.map(({ parts: { lengths, crcs, around, digests }, parts }, slot) => {
    headAt += slot === 0 ? opening.length : articleSeparator.length;
    const record = [...lengths, ...crcs, ...around, headAt, ...digests];
    headAt += lengthOf(parts, 'before') + between.length + lengthOf(parts, 'after') + lengthOf(parts, 'details');
    return record;
  });
}
