import { type Checksums, excluding, type FileRange, type OwnFile } from './body.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { articlePath, checksumOf, gzipPath, headsPath, pagePath, withoutH1Path } from './format.ts';
import { between, brace, comma, type PageSlice, type PageTable } from './page-table.ts';
import { isHead, type View } from './view.ts';

/** Ranges that follow one another without anything between. */
export interface Piece {
  ranges: FileRange[];
  /** They are the details of the article of the piece before, as text. */
  isDetails?: true;
}

/**
 * The ranges of a slice without its last closing brace. Between two that are no details stand a closing brace and a comma, which are
 * no part of them. `zips` means deflate streams, which heads do not have.
 */
export function* toPieces(slice: PageSlice, zips: boolean, view: View): Generator<Piece> {
  if (isHead(view)) yield { ranges: [toHeads(slice, view.includeDetails)] };
  else if (!view.includeDetails) yield* toBodies(slice, zips, view);
  else {
    for (let slot = slice.from; slot < slice.to; slot++) {
      yield* toBodies({ ...slice, from: slot, to: slot + 1 }, zips, view);
      yield { ranges: [inHeads(slice, ...slice.table.details(slot))], isDetails: true };
    }
  }
}

/** The text of neighbours without bodies. */
function toHeads(slice: PageSlice, withDetails: boolean): FileRange {
  const { table, from, to } = slice;
  const [, end] = table.details(to - 1);
  const range = inHeads(slice, table.view(from, 'head'), end);
  if (withDetails) return range;
  const cuts = Array.from({ length: table.length }, (_, slot) => table.details(slot)).flat();
  return excluding(range, Uint32Array.from(cuts), table.headsChecksums(true));
}

/** Of streams, articles that have level-one headings which are excluded come from elsewhere. */
function* toBodies(slice: PageSlice, zips: boolean, view: View): Generator<Piece> {
  if (!zips) return yield { ranges: toPlain(slice, view) };
  if (view.excludeHtml) return yield { ranges: toMarkdown(slice, view.excludeH1) };
  const { table, from, to } = slice;
  const isWithout = (slot: number): boolean => view.excludeH1 && table.hasCuts(slot);
  for (let first = from, next = from; first < to; first = next) {
    const without = isWithout(first);
    for (next = first + 1; next < to && isWithout(next) === without; ) next++;
    yield { ranges: toForm({ ...slice, from: first, to: next }, without, view.excludeMarkdown) };
  }
}

/** Of the page file. */
function toPlain(slice: PageSlice, { excludeH1, excludeHtml, excludeMarkdown }: View): FileRange[] {
  const { page, table, from, to } = slice;
  const [start, end] = [table.start(from, 'identity', false), table.end(to - 1, 'identity', false) - brace.length];
  const range = toRange(pagePath(page), start, end, table.checksums('identity', false));
  const toBody = (slot: number): number[] => {
    const html = table.start(slot, 'identity', false) + table.view(slot, 'before');
    const htmlEnd = html + table.view(slot, 'html');
    const markdown = htmlEnd + between.length;
    return excludeHtml ? [html, htmlEnd] : [markdown, markdown + table.view(slot, 'markdown')];
  };
  const isWhole = !excludeHtml && !excludeMarkdown;
  const own = to - from === 1 ? () => toOwnFile(table, from) : undefined;
  const ranges = isWhole ? [{ ...range, own }] : split(range, slotsOf(slice).flatMap(toBody));
  if (!excludeH1) return ranges;
  return ranges.map((each) => excluding(each, table.cuts(), table.checksums('identity', true)));
}

/** Of a gzip form of the page. */
function toForm(slice: PageSlice, without: boolean, excludesMarkdown: boolean): FileRange[] {
  const { page, table, from, to } = slice;
  const [start, end] = [table.start(from, 'gzip', without), table.end(to - 1, 'gzip', without)];
  const file = without ? withoutH1Path(page) : gzipPath(page);
  const range = toRange(file, start, end, table.checksums('gzip', without));
  if (!excludesMarkdown) return [range];
  const toMarkdownText = (slot: number): number[] => {
    const before = table.view(slot, without ? 'streamBeforeWithout' : 'streamBefore');
    const after = table.view(slot, without ? 'streamAfterWithout' : 'streamAfter');
    return [table.start(slot, 'gzip', without) + before, table.end(slot, 'gzip', without) - after];
  };
  return split(range, slotsOf(slice).flatMap(toMarkdownText));
}

/** The streams of all but `html`. */
function toMarkdown(slice: PageSlice, without: boolean): FileRange[] {
  const { table, from, to } = slice;
  const range = inHeads(slice, table.view(from, 'streamStart'), table.view(to - 1, 'streamEnd'));
  return without ? split(range, table.streamCuts()) : [range];
}

/** Whether there are streams of what a view has of all articles of some slices. */
export function hasStreams(slices: readonly PageSlice[], view: View): boolean {
  if (isHead(view)) return false;
  if (!view.excludeHtml || !view.excludeH1) return true;
  return slices.every((slice) =>
    slotsOf(slice).every((slot) => {
      const isSame = slice.table.view(slot, 'markdown') === slice.table.view(slot, 'markdownWithout');
      return isSame || slice.table.view(slot, 'streamCuts') > 0;
    }),
  );
}

function slotsOf({ from, to }: PageSlice): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** What is left of a range without those of `cuts` that are in it: pairs of offsets in the file, ascending. */
function split(range: FileRange, cuts: ArrayLike<number>): FileRange[] {
  const ranges: FileRange[] = [];
  let next = range.start;
  const addUntil = (end: number): void => {
    if (end > next) ranges.push({ ...range, start: next, end, size: end - next });
  };
  for (let i = 0; i < cuts.length; i += 2) {
    const [start, end] = [cuts[i] ?? 0, cuts[i + 1] ?? 0];
    if (end <= next || end > range.end) continue;
    addUntil(start);
    next = end;
  }
  addUntil(range.end);
  return ranges;
}

function inHeads({ page, table }: PageSlice, start: number, end: number): FileRange {
  return toRange(headsPath(page), start, end, table.headsChecksums(false));
}

function toRange(file: string, start: number, end: number, checksums: Checksums): FileRange {
  return { file, start, end, size: end - start, checksums, without: null };
}

function toOwnFile(table: PageTable, slot: number): OwnFile {
  const hash = table.hash(slot);
  return { path: articlePath(table.id(slot), hash), crc: checksumOf(hash) };
}

/** Bytes and CRC-32 of the articles of a slice that has a body, with what stands between them and the last closing brace. */
export function sumsOf(slice: PageSlice, view: View): { length: number; crc: number } {
  const { table, from, to } = slice;
  const { excludeH1, excludeHtml, excludeMarkdown, includeDetails } = view;
  if (!excludeHtml && !excludeMarkdown && !includeDetails) {
    const length = table.end(to - 1, 'identity', excludeH1) - table.start(from, 'identity', excludeH1);
    return { length, crc: extendCrc32(table.crcBefore(from, excludeH1), length) ^ table.crcAfter(to - 1, excludeH1) };
  }
  let [length, crc] = [0, 0];
  const add = (size: number, crcOfSize: number): void => {
    length += size;
    crc = extendCrc32(crc, size) ^ crcOfSize;
  };
  const suffix = excludeH1 ? 'Without' : '';
  const crcName = `${excludeHtml ? 'crcNoHtml' : excludeMarkdown ? 'crcNoMarkdown' : 'crc'}${suffix}` as const;
  for (let slot = from; slot < to; slot++) {
    if (slot > from) add(comma.length, crcOfComma);
    const html = excludeHtml ? table.view(slot, `html${suffix}`) : 0;
    const markdown = excludeMarkdown ? table.view(slot, `markdown${suffix}`) : 0;
    const json = table.end(slot, 'identity', excludeH1) - table.start(slot, 'identity', excludeH1) - brace.length;
    add(json - html - markdown, table.view(slot, crcName));
    if (includeDetails) add(table.view(slot, 'details'), table.view(slot, 'crcDetails'));
    add(brace.length, crcOfBrace);
  }
  return { length, crc };
}

const crcOfBrace = crc32(brace);
const crcOfComma = crc32(comma);
