import { type Awaitable, whenReady } from './awaitable.ts';
import type { Checksums } from './body.ts';
import { crc32, extendCrc32 } from './crc32.ts';
import { textOfBytes } from './encoding.ts';
import { checkedBytes, viewsPath } from './format.ts';
import type { Lanes } from './hash.ts';
import { checkSeal, sealSize } from './seal.ts';
import type { Storage } from './storage.ts';
import type { View } from './view.ts';

/**
 * The parts of the JSON of an article, in their order: `before` up to the text of `html`; `between` (a constant) and `after` stand around
 * that of `markdown`; `details` begins with its comma. A closing brace follows. `…Without` is without level-one headings.
 */
export const partNames = [
  ...(['before', 'html', 'htmlWithout', 'markdown', 'markdownWithout', 'after', 'details'] as const),
] satisfies readonly string[];
export type PartName = (typeof partNames)[number];

/** What stands between the texts of `html` and `markdown`. */
export const between = '","markdown":"';

/**
 * Deflate streams in the file of parts, in its order, of as many neighbours each as `runLengths` says: of all but the bodies, of that with
 * details, of all but `html`, of the same without level-one headings, and of details. A run of more sees what its articles have in common;
 * those at the edges of a response come one by one. The last run of a length may be shorter; an article that has no level-one headings
 * has an empty stream without them.
 */
export const runNames = ['head', 'headDetails', 'markdown', 'markdownWithout', 'details'] as const;
export type RunName = (typeof runNames)[number];
export const runLengths: Readonly<Record<RunName, readonly number[]>> = {
  head: [1, 4, 16, 48],
  headDetails: [16],
  markdown: [1, 4],
  markdownWithout: [1],
  details: [1],
};

/**
 * What is left of files of a page without what views exclude, each with checksums of its own: of the page file without `html` or
 * `markdown`, and without level-one headings as well; of its gzip forms without `markdown`; of the heads in the file of parts without details.
 */
export const leftNames = [
  ...(['html', 'htmlWithout', 'markdown', 'markdownWithout', 'zipped', 'zippedWithout', 'head'] as const),
] satisfies readonly string[];
export type LeftName = (typeof leftNames)[number];

/** Digests from which the entity tags of views are made, beside those of the table: `head` is that of `before` and `after`. */
export const digestNames = ['head', 'details'] as const;

/**
 * Where the parts of each article of a page stand. A file of it is little-endian numbers of 32 bits: articles, bytes of the file of parts,
 * those of each of `leftNames`, bytes of the titles; a record of `viewRecord` numbers for each article, newest first; first byte and the
 * one behind the last of each run, in the order of `runNames` and their lengths; the CRC-32s of the blocks of `checkedBytes` of the file
 * of parts and of what is left of each file; then the titles as a JSON array, and the CRC-32 of the page's name and all that stands before.
 */
export interface PageViews {
  /** Bytes of a part, uncompressed, and their CRC-32. */
  length(slot: number, part: PartName): number;
  crc(slot: number, part: PartName): number;
  digest(slot: number, name: (typeof digestNames)[number]): Lanes;
  /**
   * The bytes of an article's stream in a gzip form of the page up to the text of `markdown`, and of those behind it, which are a stream
   * by themselves: so that what is between can be excluded.
   */
  aroundMarkdown(slot: number, without: boolean): [before: number, after: number];
  /** First byte of run `number` of that length in the file of parts, and the one behind its last. */
  run(name: RunName, length: number, number: number): [start: number, end: number];
  /** First byte of the head of an article, which its details follow. */
  headStart(slot: number): number;
  /** Of the file of parts. */
  checksums: Checksums;
  left(name: LeftName): Checksums;
  /** Bytes and CRC-32 of the articles of a view from the slot `from` up to but not including `to`, as JSON with commas between. */
  sums(view: View, from: number, to: number): { length: number; crc: number };
  title(slot: number): string;
}

const headerCount = 3 + leftNames.length;

/** Where the fields of a record begin, and its length, in numbers. */
export const viewRecord = { lengths: 0, crcs: 7, around: 14, head: 18, digests: 19, size: 23 } as const;

/** Reads the views of the page of that name. Throws `MissingFile` or `DamagedFile`. */
export function readViews(storage: Storage, page: string): Awaitable<PageViews> {
  return whenReady(storage.read(viewsPath(page)), (bytes) => readPageViews(bytes, page));
}

/** The views of the page of that name. Throws `MissingFile` for null, `DamagedFile` where it is not what was written for it. */
export function readPageViews(bytes: Uint8Array | null, name: string): PageViews {
  return toPageViews(checkSeal(bytes, viewsPath(name), name));
}

/** The same without a check. */
export function toPageViews(bytes: Uint8Array): PageViews {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - sealSize;
  const number = (index: number): number => view.getUint32(index * 4, true);
  const [count, titlesSize] = [number(0), number(headerCount - 1)];
  const pair = (index: number): [number, number] => [number(index), number(index + 1)];
  const recordAt = (slot: number): number => headerCount + slot * viewRecord.size;
  const field = (slot: number, at: number): number => number(recordAt(slot) + at);
  const length = (slot: number, part: PartName): number => field(slot, viewRecord.lengths + partNames.indexOf(part));
  const crc = (slot: number, part: PartName): number => field(slot, viewRecord.crcs + partNames.indexOf(part));
  const firstRuns = new Map<string, number>();
  let at = recordAt(count);
  for (const name of runNames)
    for (const each of runLengths[name]) {
      firstRuns.set(`${name}${each}`, at);
      at += 2 * Math.ceil(count / each);
    }
  const checksums = ['parts', ...leftNames].map((_, i): Checksums => {
    const size = number(1 + i);
    const blocks = Uint32Array.from({ length: Math.ceil(size / checkedBytes) }, (_, block) => number(at + block));
    at += blocks.length;
    return { size, blocks };
  });
  const [ofParts, ...ofLeft] = checksums as [Checksums, ...Checksums[]];
  const summed = new Map<string, number[][]>();
  let titles: string[] | null = null;
  return {
    length,
    crc,
    digest: (slot, name) => pair(recordAt(slot) + viewRecord.digests + digestNames.indexOf(name) * 2),
    aroundMarkdown: (slot, without) => pair(recordAt(slot) + viewRecord.around + (without ? 2 : 0)),
    run: (name, length, run) => pair((firstRuns.get(`${name}${length}`) ?? 0) + 2 * run),
    headStart: (slot) => field(slot, viewRecord.head),
    checksums: ofParts,
    left: (name) => ofLeft[leftNames.indexOf(name)] ?? ofParts,
    sums(view, from, to) {
      const key = JSON.stringify(view);
      const all = summed.get(key) ?? sumAll(view);
      summed.set(key, all);
      const [start = 0, crcBefore = 0] = all[from] ?? [];
      const [, , end = 0, crcAfter = 0] = all[to - 1] ?? [];
      return { length: end - start, crc: extendCrc32(crcBefore, end - start) ^ crcAfter };
    },
    title(slot) {
      titles ??= JSON.parse(textOfBytes(bytes.subarray(end - titlesSize, end)));
      return titles?.[slot] ?? '';
    },
  };

  /** Bytes and CRC-32 before each article of a view, and up to its end. */
  function sumAll(view: View): number[][] {
    const parts = partsOf(view);
    let [size, sum] = [0, 0];
    const add = (more: number, crcOfMore: number): void => {
      size += more;
      sum = extendCrc32(sum, more) ^ crcOfMore;
    };
    return Array.from({ length: count }, (_, slot) => {
      if (slot > 0) add(1, crcOfComma);
      const before = [size, sum];
      for (const part of parts) {
        if (part === 'between') add(between.length, crcOfBetween);
        else add(length(slot, part), crc(slot, part));
      }
      add(1, crcOfBrace);
      return [...before, size, sum];
    });
  }
}

const crcOfBetween = crc32(between);
const crcOfBrace = crc32('}');
const crcOfComma = crc32(',');

/** The parts of an article that a view has, in their order. */
function partsOf(view: View): (PartName | 'between')[] {
  const { excludeH1, excludeHtml, excludeMarkdown, includeDetails } = view;
  const parts: (PartName | 'between')[] = ['before'];
  if (!excludeHtml) parts.push(excludeH1 ? 'htmlWithout' : 'html');
  parts.push('between');
  if (!excludeMarkdown) parts.push(excludeH1 ? 'markdownWithout' : 'markdown');
  parts.push('after');
  if (includeDetails) parts.push('details');
  return parts;
}

/** What of a page file a view has that has a body, without details; null where that is all. `hasHeadings`: the page has some of level one. */
export function leftOf(
  { excludeH1, excludeHtml, excludeMarkdown }: View,
  hasHeadings: boolean,
): LeftName | 'headings' | null {
  const isWithout = excludeH1 && hasHeadings;
  if (excludeHtml) return isWithout ? 'htmlWithout' : 'html';
  if (excludeMarkdown) return isWithout ? 'markdownWithout' : 'markdown';
  return isWithout ? 'headings' : null;
}
