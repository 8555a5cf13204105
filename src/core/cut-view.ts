import type { Body, FileRange, Part } from './body.ts';
import type { ContentCoding } from './content-coding.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { gzipPath, pagePath, partsPath, withoutH1Path } from './format.ts';
import { gzipHeader, gzipTrailer, lastBlock, maxStored, storedHeader, storedLength, storedText } from './gzip.ts';
import type { PageSlice, PageTable } from './page-table.ts';
import { articleSeparator, between, type PageViews, type PartName, type StreamName } from './page-views.ts';
import { isHead, type View } from './view.ts';

/** An article of a page, and the view of it that is wanted. */
interface Slot {
  page: string;
  table: PageTable;
  views: PageViews;
  slot: number;
  view: View;
  /** Whether it has level-one headings that are excluded. */
  isWithout: boolean;
}

/**
 * The articles of `slices` in a view that `needsViews`, between `head` and `tail`, as `cut`. One article takes at most three ranges, and
 * neighbours whose ranges are neighbours as well share one.
 */
export function cutView(
  head: string,
  slices: readonly PageSlice[],
  tail: string,
  coding: ContentCoding,
  view: View,
): Body {
  const body = coding === 'gzip' ? gzipBody() : plainBody();
  body.addText(head);
  let count = 0;
  for (const { page, table, views, from, to } of slices) {
    if (views === null) throw new RangeError('The views of a page are not loaded.');
    for (let slot = from; slot < to; slot++) {
      if (count++ > 0) body.addText(articleSeparator);
      body.addArticle({ page, table, views, slot, view, isWithout: view.excludeH1 && table.hasCuts(slot) });
    }
  }
  body.addText(count === 0 ? tail : `}${tail}`);
  return body.end();
}

function plainBody() {
  const parts = collectRanges((text) => text.length);
  let text = '';
  return { addText, addArticle, end };

  function addText(more: string): void {
    text += more;
  }

  function addArticle(article: Slot): void {
    for (const range of toPlainRanges(article)) {
      parts.add(text, text, range);
      text = '';
    }
  }

  function end(): Body {
    return parts.end(text);
  }
}

function gzipBody() {
  const parts = collectRanges((text) => storedText(text).length);
  let literal = gzipHeader;
  let text = '';
  let isAfterStream = false;
  let crc = 0;
  let length = 0;
  return { addText, addArticle, end };

  function addText(more: string): void {
    text += more;
    count(more.length, crc32(more));
  }

  /** Puts the text into a stored block: after a stream always, since that ends with the header of one. */
  function store(): void {
    if (text !== '' || isAfterStream) literal += (isAfterStream ? '' : storedHeader) + storedText(text);
    isAfterStream = false;
  }

  function addStream(range: FileRange): void {
    const before = text;
    store();
    parts.add(literal, before, range);
    [literal, text, isAfterStream] = ['', '', true];
  }

  /** A range of a file that is not compressed, in stored blocks. */
  function addStored(range: FileRange): void {
    for (let start = range.start; start < range.end; start += maxStored) {
      store();
      const end = Math.min(range.end, start + maxStored);
      parts.add(literal + storedHeader + storedLength(end - start), '', { ...range, start, end, size: end - start });
      [literal, text] = ['', ''];
    }
  }

  function addArticle(article: Slot): void {
    const { views, slot, view, isWithout } = article;
    for (const part of partsOf(view, isWithout)) {
      if (part === 'between') count(between.length, crcOfBetween);
      else count(views.length(slot, part), views.crc(slot, part));
    }
    if (isHead(view)) addStream(toStream(article, 'head'));
    else if (view.excludeHtml) {
      // It would make a release a twelfth larger to have it compressed as well.
      for (const range of toPlainRanges({ ...article, view: { ...view, includeDetails: false } }))
        for (const each of withoutCuts(range)) addStored(each);
    } else addStream(toGzipRange(article));
    if (view.excludeMarkdown && !view.excludeHtml) {
      const start = views.headStart(slot) + views.length(slot, 'before');
      addStored(toPartRange(article, start, start + between.length + views.length(slot, 'after')));
    }
    if (view.includeDetails) addStream(toStream(article, 'details'));
  }

  function count(size: number, crcOfSize: number): void {
    crc = extendCrc32(crc, size) ^ crcOfSize;
    length += size;
  }

  function end(): Body {
    store();
    return parts.end(literal + lastBlock + gzipTrailer(crc >>> 0, length));
  }
}

const crcOfBetween = crc32(between);

/** The parts of an article that a view has, in their order. */
function partsOf(view: View, isWithout: boolean): (PartName | 'between')[] {
  const { excludeHtml, excludeMarkdown, includeDetails } = view;
  const parts: (PartName | 'between')[] = ['before'];
  if (!excludeHtml) parts.push(isWithout ? 'htmlWithout' : 'html');
  parts.push('between');
  if (!excludeMarkdown) parts.push(isWithout ? 'markdownWithout' : 'markdown');
  parts.push('after');
  if (includeDetails) parts.push('details');
  return parts;
}

/** Parts of a body. Neighbouring ranges of a file become one where what stands between them there is what is to stand between them. */
function collectRanges(sizeOf: (text: string) => number) {
  const parts: Part[] = [];
  let size = 0;
  return { add, end };

  function add(literal: string, text: string, range: FileRange): void {
    const last = parts.at(-1);
    const isNext =
      typeof last === 'object' &&
      text === articleSeparator &&
      last.file === range.file &&
      last.end + sizeOf(text) === range.start &&
      last.without === null &&
      range.without === null;
    if (isNext) {
      size += range.end - last.end;
      last.end = range.end;
      last.size = range.end - last.start;
      return;
    }
    if (literal !== '') parts.push(literal);
    parts.push({ ...range });
    size += literal.length + range.size;
  }

  function end(literal: string): Body {
    if (literal !== '') parts.push(literal);
    addSpans(parts);
    return { parts, size: size + literal.length };
  }
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

/** What is left of a range, in ranges without cuts. */
function* withoutCuts(range: FileRange): Generator<FileRange> {
  let { start } = range;
  const toRange = (end: number): FileRange => ({ ...range, start, end, size: end - start, without: null });
  const cuts = range.without?.cuts ?? [];
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    const [cutStart = 0, cutEnd = 0] = [cuts[i], cuts[i + 1]];
    if (cutStart < start || cutEnd > range.end) continue;
    yield toRange(cutStart);
    start = cutEnd;
  }
  yield toRange(range.end);
}

function* toPlainRanges(article: Slot): Generator<FileRange> {
  const { table, views, slot, view } = article;
  const { excludeHtml, excludeMarkdown, includeDetails } = view;
  const size = (part: PartName): number => views.length(slot, part);
  const [start, end] = [table.start(slot, 'identity', false), table.end(slot, 'identity', false) - 1];
  const head = views.headStart(slot);
  const detailsAt = head + size('before') + between.length + size('after');
  const detailsEnd = detailsAt + size('details');
  if (isHead(view)) {
    yield toPartRange(article, head, includeDetails ? detailsEnd : detailsAt);
    return;
  }
  const htmlEnd = start + size('before') + size('html');
  if (excludeMarkdown) {
    yield toPageRange(article, start, htmlEnd);
    yield toPartRange(article, head + size('before'), includeDetails ? detailsEnd : detailsAt);
    return;
  }
  if (excludeHtml) {
    yield toPartRange(article, head, head + size('before') + between.length);
    yield toPageRange(article, htmlEnd + between.length, end);
  } else yield toPageRange(article, start, end);
  if (includeDetails) yield toPartRange(article, detailsAt, detailsEnd);
}

function toPartRange({ page, views }: Slot, start: number, end: number): FileRange {
  return { file: partsPath(page), start, end, size: end - start, checksums: views.checksums, without: null };
}

/** A part of an article that begins with its first byte or ends with its last, or with `html`. */
function toPageRange({ page, table, views, slot, isWithout }: Slot, start: number, end: number): FileRange {
  const checksums = table.checksums('identity', false);
  const range = { file: pagePath(page), start, end, size: end - start, checksums, without: null };
  if (!isWithout) return range;
  const cut = (part: 'html' | 'markdown'): number => views.length(slot, part) - views.length(slot, `${part}Without`);
  const first = table.start(slot, 'identity', false);
  const isFromStart = start === first;
  const hasMarkdown = end === table.end(slot, 'identity', false) - 1;
  const size = end - start - (isFromStart ? cut('html') : 0) - (hasMarkdown ? cut('markdown') : 0);
  const without = {
    start: table.start(slot, 'identity', true) + start - first - (isFromStart ? 0 : cut('html')),
    cuts: table.cuts(),
    checksums: table.checksums('identity', true),
  };
  return { ...range, size, without };
}

function toGzipRange({ page, table, views, slot, view, isWithout }: Slot): FileRange {
  const start = table.start(slot, 'gzip', isWithout);
  const end = view.excludeMarkdown ? start + views.prefix(slot, isWithout) : table.end(slot, 'gzip', isWithout);
  const file = isWithout ? withoutH1Path(page) : gzipPath(page);
  return { file, start, end, size: end - start, checksums: table.checksums('gzip', isWithout), without: null };
}

function toStream(article: Slot, stream: StreamName): FileRange {
  const { views, slot } = article;
  return toPartRange(article, views.start(slot, stream), views.end(slot, stream));
}
