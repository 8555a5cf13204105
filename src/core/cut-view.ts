import { type Checksums, excluding, type FileRange, type OwnFile } from './body.ts';
import { extendCrc32 } from './crc32.ts';
import { articlePath, checksumOf, gzipPath, pagePath, partsPath, withoutH1Path } from './format.ts';
import type { PageSlice, PageTable } from './page-table.ts';
import { between, type LeftName, leftOf, type PageViews, type RunName, runLengths } from './page-views.ts';
import { isHead, needsViews, type View } from './view.ts';

/** A range, and whether it goes on with the article of the range before it. */
type Piece = FileRange & { isSame?: boolean };

/** Bytes and CRC-32 of the articles of a slice, with what stands between them and the last closing brace. */
export function sumsOf(slice: PageSlice, view: View): { length: number; crc: number } {
  const { table, from, to } = slice;
  if (needsViews(view)) return viewsOf(slice).sums(view, from, to);
  const { excludeH1 } = view;
  const length = table.end(to - 1, 'identity', excludeH1) - table.start(from, 'identity', excludeH1);
  return { length, crc: extendCrc32(table.crcBefore(from, excludeH1), length) ^ table.crcAfter(to - 1, excludeH1) };
}

/** The ranges of a slice without its last closing brace. Between two articles stand a closing brace and a comma, which are no part of them. */
export function toPieces(slice: PageSlice, zips: boolean, view: View): Iterable<Piece> {
  if (!view.includeDetails) return zips ? toZipped(slice, view) : [toPlain(slice, view)];
  if (!isHead(view)) return withDetails(slice, zips, view);
  return zips
    ? toRuns(slice, 'headDetails', (slot) => withDetails(one(slice, slot), zips, view))
    : [toPlain(slice, view)];
}

function viewsOf({ views }: PageSlice): PageViews {
  if (views === null) throw new RangeError('No views.');
  return views;
}

/** Each article, and then its details. */
function* withDetails(slice: PageSlice, zips: boolean, view: View): Generator<Piece> {
  const views = viewsOf(slice);
  for (let slot = slice.from; slot < slice.to; slot++) {
    yield* toPieces(one(slice, slot), zips, { ...view, includeDetails: false });
    const start = detailsStart(views, slot);
    const range: [number, number] = zips
      ? views.run('details', 1, slot)
      : [start, start + views.length(slot, 'details')];
    yield { ...inParts(slice, ...range), isSame: true };
  }
}

function one(slice: PageSlice, slot: number): PageSlice {
  return { ...slice, from: slot, to: slot + 1 };
}

/** One range of a file that is not compressed. */
function toPlain(slice: PageSlice, view: View): FileRange {
  const { page, table, from, to } = slice;
  const last = to - 1;
  if (isHead(view)) {
    const views = viewsOf(slice);
    const end = detailsStart(views, last) + (view.includeDetails ? views.length(last, 'details') : 0);
    const range = inParts(slice, views.headStart(from), end);
    return view.includeDetails ? range : leave(range, 'head', slice);
  }
  const [start, end] = [table.start(from, 'identity', false), table.end(last, 'identity', false) - 1];
  const checksums = table.checksums('identity', false);
  const own = from === last ? () => toOwnFile(table, from) : undefined;
  const range = { ...toRange(pagePath(page), start, end, checksums), own };
  return leave(range, leftOf(view, table.cuts().length > 0), slice);
}

/** Articles that have level-one headings which are excluded come from elsewhere. */
function* toZipped(slice: PageSlice, view: View): Generator<Piece> {
  const { table, from, to } = slice;
  if (isHead(view)) return yield* toRuns(slice, 'head');
  const isWithout = (slot: number): boolean => view.excludeH1 && table.hasCuts(slot);
  for (let first = from, next = from; first < to; first = next) {
    const without = isWithout(first);
    for (next = first + 1; next < to && isWithout(next) === without; ) next++;
    const part = { ...slice, from: first, to: next };
    if (view.excludeHtml) yield* toRuns(part, without ? 'markdownWithout' : 'markdown');
    else yield toForm(part, without, view.excludeMarkdown);
  }
}

/** A range of a gzip form of the page. */
function toForm(slice: PageSlice, without: boolean, excludesMarkdown: boolean): FileRange {
  const { page, table, from, to } = slice;
  const [start, end] = [table.start(from, 'gzip', without), table.end(to - 1, 'gzip', without)];
  const file = without ? withoutH1Path(page) : gzipPath(page);
  const range = toRange(file, start, end, table.checksums('gzip', without));
  return excludesMarkdown ? leave(range, without ? 'zippedWithout' : 'zipped', slice) : range;
}

/** The lengthAt runs that there are; neighbours of one length are one range. `toOthers` has what is in none. */
function* toRuns(
  slice: PageSlice,
  name: RunName,
  toOthers: (slot: number) => Iterable<Piece> = () => [],
): Generator<Piece> {
  const { table, from, to } = slice;
  const views = viewsOf(slice);
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

function inParts(slice: PageSlice, start: number, end: number): FileRange {
  return toRange(partsPath(slice.page), start, end, viewsOf(slice).checksums);
}

function toRange(file: string, start: number, end: number, checksums: Checksums): FileRange {
  return { file, start, end, size: end - start, checksums, without: null };
}

function leave(range: FileRange, name: LeftName | 'headings' | null, slice: PageSlice): FileRange {
  const { table } = slice;
  if (name === null) return range;
  if (name === 'headings') return excluding(range, name, table.cuts(), table.checksums('identity', true));
  const views = viewsOf(slice);
  return excluding(range, name, cutsOf(name, table, views), views.left(name));
}

function toOwnFile(table: PageTable, slot: number): OwnFile {
  const hash = table.hash(slot);
  return { path: articlePath(table.id(slot), hash), crc: checksumOf(hash) };
}

const cutsOfViews = new WeakMap<PageViews, Map<LeftName, Uint32Array>>();

/** Pairs of offsets, ascending, of what a view excludes from a file of the page. */
export function cutsOf(name: LeftName, table: PageTable, views: PageViews): Uint32Array {
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
