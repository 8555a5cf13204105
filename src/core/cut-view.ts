import { type Body, excluding, type FileRange, type Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { gzipPath, pagePath, partsPath, withoutH1Path } from './format.ts';
import { gzipHeader, gzipTrailer, lastBlock, storedBlocks } from './gzip.ts';
import type { PageSlice, PageTable } from './page-table.ts';
import {
  articleSeparator,
  between,
  type LeftName,
  leftOf,
  type PageViews,
  type RunName,
  runLengths,
} from './page-views.ts';
import { isHead, type View } from './view.ts';

/** A slice whose views are loaded. */
type ViewSlice = PageSlice & { views: PageViews };

/** A range, and whether it goes on with the article of the range before it. */
type Piece = FileRange & { isSame?: boolean };

/**
 * The articles of `slices` in a view that `needsViews`, between `head` and `tail`, as `cut`. Neighbours are a few ranges, whatever their
 * number, except where details follow bodies: these are two for each article.
 */
export function cutView(
  head: string,
  slices: readonly PageSlice[],
  tail: string,
  coding: ContentCoding,
  view: View,
): Body {
  const zips = coding === 'gzip';
  const parts: Part[] = [];
  let literal = zips ? gzipHeader : '';
  let text = head;
  let isAfterStream = false;
  let [crc, length] = [crc32(head), head.length];
  const count = (size: number, crcOfSize: number): void => {
    crc = extendCrc32(crc, size) ^ crcOfSize;
    length += size;
  };
  const store = (): void => {
    // A stream ends with the header of a stored block.
    literal += zips ? storedBlocks(text, isAfterStream) : text;
    [text, isAfterStream] = ['', false];
  };
  for (const [index, slice] of slices.entries()) {
    if (slice.views === null) throw new RangeError('The views of a page are not loaded.');
    const sums = slice.views.sums(view, slice.from, slice.to);
    if (index > 0) count(articleSeparator.length, crc32(articleSeparator));
    count(sums.length, sums.crc);
    let isFirst = index === 0;
    for (const { isSame, ...range } of toPieces(slice as ViewSlice, zips, view)) {
      if (!isFirst && isSame !== true) text += articleSeparator;
      isFirst = false;
      if (text !== '' || isAfterStream) store();
      if (literal !== '') parts.push(literal);
      parts.push(range);
      [literal, isAfterStream] = ['', zips];
    }
  }
  const end = slices.length === 0 ? tail : `}${tail}`;
  text += end;
  count(end.length, crc32(end));
  store();
  if (zips) literal += lastBlock + gzipTrailer(crc >>> 0, length);
  parts.push(literal);
  addSpans(parts);
  return { parts, size: parts.reduce((size, part) => size + (typeof part === 'string' ? part.length : part.size), 0) };
}

function toPieces(slice: ViewSlice, zips: boolean, view: View): Iterable<Piece> {
  if (!view.includeDetails) return zips ? toZipped(slice, view) : [toPlain(slice, view)];
  if (!isHead(view)) return withDetails(slice, zips, view);
  return zips
    ? toRuns(slice, 'headDetails', (slot) => withDetails(one(slice, slot), zips, view))
    : [toPlain(slice, view)];
}

/** Each article, and then its details. */
function* withDetails(slice: ViewSlice, zips: boolean, view: View): Generator<Piece> {
  const { views } = slice;
  for (let slot = slice.from; slot < slice.to; slot++) {
    yield* toPieces(one(slice, slot), zips, { ...view, includeDetails: false });
    const start = detailsStart(views, slot);
    const range: [number, number] = zips
      ? views.run('details', 1, slot)
      : [start, start + views.length(slot, 'details')];
    yield { ...inParts(slice, ...range), isSame: true };
  }
}

function one(slice: ViewSlice, slot: number): ViewSlice {
  return { ...slice, from: slot, to: slot + 1 };
}

/** One range of a file that is not compressed. */
function toPlain({ page, table, views, from, to }: ViewSlice, view: View): FileRange {
  const last = to - 1;
  if (isHead(view)) {
    const end = detailsStart(views, last) + (view.includeDetails ? views.length(last, 'details') : 0);
    const range = inParts({ page, views }, views.headStart(from), end);
    return view.includeDetails ? range : leave(range, 'head', table, views);
  }
  const [start, end] = [table.start(from, 'identity', false), table.end(last, 'identity', false) - 1];
  const checksums = table.checksums('identity', false);
  const range = { file: pagePath(page), start, end, size: end - start, checksums, without: null };
  return leave(range, leftOf(view, table.cuts().length > 0), table, views);
}

function toZipped(slice: ViewSlice, view: View): Iterable<Piece> {
  const { table } = slice;
  if (isHead(view)) return toRuns(slice, 'head', () => []);
  const isWithout = (slot: number): boolean => view.excludeH1 && table.hasCuts(slot);
  return split(slice, isWithout);

  /** Articles that have level-one headings which are excluded come from elsewhere. */
  function* split({ from, to }: ViewSlice, isOther: (slot: number) => boolean): Generator<Piece> {
    for (let first = from, next = from; first < to; first = next) {
      const without = isOther(first);
      for (next = first + 1; next < to && isOther(next) === without; ) next++;
      const part = { ...slice, from: first, to: next };
      if (view.excludeHtml) yield* toRuns(part, without ? 'markdownWithout' : 'markdown', () => []);
      else yield toForm(part, without, view.excludeMarkdown);
    }
  }
}

/** A range of a gzip form of the page. */
function toForm({ page, table, views, from, to }: ViewSlice, without: boolean, excludesMarkdown: boolean): FileRange {
  const [start, end] = [table.start(from, 'gzip', without), table.end(to - 1, 'gzip', without)];
  const file = without ? withoutH1Path(page) : gzipPath(page);
  const range = { file, start, end, size: end - start, checksums: table.checksums('gzip', without), without: null };
  return excludesMarkdown ? leave(range, without ? 'zippedWithout' : 'zipped', table, views) : range;
}

/** The lengthAt runs that there are; neighbours of one length are one range. `toOthers` has what is in none. */
function* toRuns(slice: ViewSlice, name: RunName, toOthers: (slot: number) => Iterable<Piece>): Generator<Piece> {
  const { table, views, from, to } = slice;
  const endOf = (slot: number, length: number): number => Math.min(slot + length, table.length);
  const lengthAt = (slot: number): number =>
    runLengths[name].findLast((length) => slot % length === 0 && endOf(slot, length) <= to) ?? 0;
  for (let slot = from; slot < to; ) {
    const length = lengthAt(slot);
    if (length === 0) {
      yield* toOthers(slot++);
      continue;
    }
    const [start] = views.run(name, length, slot / length);
    let end = start;
    for (; slot < to && lengthAt(slot) === length; slot = endOf(slot, length))
      [, end] = views.run(name, length, slot / length);
    yield inParts(slice, start, end);
  }
}

function detailsStart(views: PageViews, slot: number): number {
  return views.headStart(slot) + views.length(slot, 'before') + between.length + views.length(slot, 'after');
}

function inParts({ page, views }: Pick<ViewSlice, 'page' | 'views'>, start: number, end: number): FileRange {
  return { file: partsPath(page), start, end, size: end - start, checksums: views.checksums, without: null };
}

function leave(range: FileRange, name: LeftName | null, table: PageTable, views: PageViews): FileRange {
  return name === null ? range : excluding(range, name, cutsOf(name, table, views), views.left(name));
}

const cutsOfViews = new WeakMap<PageViews, Map<LeftName, Uint32Array>>();

/** Pairs of offsets, ascending, of what a view excludes from a file of the page. */
export function cutsOf(name: LeftName, table: PageTable, views: PageViews): Uint32Array {
  if (name === 'headings') return table.cuts();
  const known = cutsOfViews.get(views) ?? new Map<LeftName, Uint32Array>();
  cutsOfViews.set(views, known);
  const cuts = known.get(name) ?? Uint32Array.from(findCuts(name, table, views));
  known.set(name, cuts);
  return cuts;
}

function findCuts(name: LeftName, table: PageTable, views: PageViews): number[] {
  const cuts: number[] = [];
  const headings = /^(?:html|markdown)Without$/.test(name) ? table.cuts() : new Uint32Array();
  let next = 0;
  for (let slot = 0; slot < table.length; slot++) {
    const [start, end] = findCut(name, slot, table, views);
    // Both kinds ascend. Headings in what is excluded as a whole go with it.
    for (; next < headings.length && (headings[next] ?? 0) < end; next += 2)
      if ((headings[next] ?? 0) < start) cuts.push(headings[next] ?? 0, headings[next + 1] ?? 0);
    if (end > start) cuts.push(start, end);
  }
  return [...cuts, ...headings.subarray(next)];
}

function findCut(name: LeftName, slot: number, table: PageTable, views: PageViews): [start: number, end: number] {
  const toCut = (start: number, length: number): [number, number] => [start, start + length];
  if (name === 'head') return toCut(detailsStart(views, slot), views.length(slot, 'details'));
  if (name === 'zipped' || name === 'zippedWithout') {
    const without = name === 'zippedWithout';
    if (without && !table.hasCuts(slot)) return [0, 0];
    const [before, after] = views.aroundMarkdown(slot, without);
    return [table.start(slot, 'gzip', without) + before, table.end(slot, 'gzip', without) - after];
  }
  const html = table.start(slot, 'identity', false) + views.length(slot, 'before');
  if (name.startsWith('html')) return toCut(html, views.length(slot, 'html'));
  return toCut(html + views.length(slot, 'html') + between.length, views.length(slot, 'markdown'));
}

/** A storage without a cache reads the ranges of one file at once. */
function addSpans(parts: readonly Part[]): void {
  const spans = new Map<string, { ranges: FileRange[]; start: number; end: number }>();
  for (const range of parts) {
    if (typeof range === 'string') continue;
    const span = spans.get(range.file) ?? { ranges: [], start: range.start, end: range.end };
    span.ranges.push(range);
    span.start = Math.min(span.start, range.start);
    span.end = Math.max(span.end, range.end);
    spans.set(range.file, span);
  }
  for (const { ranges, start, end } of spans.values()) {
    if (ranges.length > 1) for (const range of ranges) range.span = { start, end };
  }
}
