import { type Awaitable, whenReady } from './awaitable.ts';
import type { Checksums } from './body.ts';
import { sealOf } from './crc32.ts';
import { textOfBytes } from './encoding.ts';
import { DamagedFile, MissingFile } from './file-errors.ts';
import { checkedBytes, viewsPath } from './format.ts';
import type { Lanes } from './hash.ts';
import type { Storage } from './storage.ts';

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

/** What stands between two articles, from the closing brace of the first. */
export const articleSeparator = '},';

/** Deflate streams of an article beside those of the page's gzip forms, in the order of the file of parts. */
export const streamNames = ['head', 'details'] as const;
export type StreamName = (typeof streamNames)[number];

/** Digests from which the entity tags of views are made, beside those of the table: `head` is that of `before` and `after`. */
export const digestNames = ['head', 'details'] as const;

/**
 * Where the parts of each article of a page stand. A file of it is little-endian numbers of 32 bits: articles, bytes of the file of parts,
 * bytes of the titles; a record of `viewRecord` numbers for each article, newest first; the CRC-32s of the blocks of `checkedBytes` of the
 * file of parts; then the titles as a JSON array, and the CRC-32 of the page's name and all that stands before.
 */
export interface PageViews {
  /** Bytes of a part, uncompressed, and their CRC-32. */
  length(slot: number, part: PartName): number;
  crc(slot: number, part: PartName): number;
  digest(slot: number, name: (typeof digestNames)[number]): Lanes;
  /** The bytes of an article's stream in a gzip form of the page up to the end of the text of `html`. */
  prefix(slot: number, without: boolean): number;
  /** First byte of a stream, and the one behind its last. */
  start(slot: number, stream: StreamName): number;
  end(slot: number, stream: StreamName): number;
  /** First byte of the head of an article, which its details follow. */
  headStart(slot: number): number;
  /** Of the file of parts. */
  checksums: Checksums;
  title(slot: number): string;
}

const headerCount = 3;

/** Where the fields of a record begin, and its length, in numbers. */
export const viewRecord = { lengths: 0, crcs: 7, prefixes: 14, streams: 16, head: 20, digests: 21, size: 25 } as const;

/** Reads the views of the page of that name. Throws `MissingFile` or `DamagedFile`. */
export function readViews(storage: Storage, page: string): Awaitable<PageViews> {
  const path = viewsPath(page);
  return whenReady(storage.read(path), (bytes) => {
    if (bytes === null) throw new MissingFile(path);
    return readPageViews(bytes, page);
  });
}

/** The views of the page of that name. Throws `DamagedFile` where it is not what was written for it. */
export function readPageViews(bytes: Uint8Array, name: string): PageViews {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 4;
  if (end < headerCount * 4 || view.getUint32(end, true) !== sealOf(bytes.subarray(0, end), name)) {
    throw new DamagedFile(viewsPath(name), 'it is not the file that was written for this page');
  }
  const number = (index: number): number => view.getUint32(index * 4, true);
  const [count, titlesSize] = [number(0), number(headerCount - 1)];
  const field = (slot: number, at: number): number => number(headerCount + slot * viewRecord.size + at);
  const size = number(1);
  const blocksAt = headerCount + count * viewRecord.size;
  const blocks = Uint32Array.from({ length: Math.ceil(size / checkedBytes) }, (_, block) => number(blocksAt + block));
  let titles: string[] | null = null;
  return {
    length: (slot, part) => field(slot, viewRecord.lengths + partNames.indexOf(part)),
    crc: (slot, part) => field(slot, viewRecord.crcs + partNames.indexOf(part)),
    digest(slot, name) {
      const at = viewRecord.digests + digestNames.indexOf(name) * 2;
      return [field(slot, at), field(slot, at + 1)];
    },
    prefix: (slot, without) => field(slot, viewRecord.prefixes + (without ? 1 : 0)),
    start: (slot, stream) => field(slot, viewRecord.streams + streamNames.indexOf(stream) * 2),
    end: (slot, stream) => field(slot, viewRecord.streams + streamNames.indexOf(stream) * 2 + 1),
    headStart: (slot) => field(slot, viewRecord.head),
    checksums: { size, blocks },
    title(slot) {
      titles ??= JSON.parse(textOfBytes(bytes.subarray(end - titlesSize, end)));
      return titles?.[slot] ?? '';
    },
  };
}

/** Bytes of the file of a page of `count` articles. */
export function viewsSize(count: number, partsSize: number, titlesSize: number): number {
  return (headerCount + count * viewRecord.size + Math.ceil(partsSize / checkedBytes) + 1) * 4 + titlesSize;
}
