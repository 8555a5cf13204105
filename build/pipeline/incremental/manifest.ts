import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { toAsciiJson } from '../../../src/core/problem.ts';
import type { Problem } from '../../problems/problem.ts';
import type { KnownFolder } from '../../release/disk/remove-unused.ts';
import type { Order } from '../../release/layout/plan-release.ts';
import type { Listing } from '../../source/discover.ts';
import type { RememberedMedium } from '../../source/media.ts';
import type { Entry } from './file-record.ts';

/** What one build tells the next. */
export interface Memory {
  entries: Entry[];
  listing: Listing | null;
  media: RememberedMedium[];
  /** What `identify` found, of just these entries. */
  clashes: Problem[];
  order: Order | null;
  descriptions: Descriptions | null;
  /** Where the release was written, what was left there, and when the machine was started, in milliseconds. */
  written: { out: string; known: KnownFolder | null; boot: number } | null;
}

export const nothing: Memory = {
  entries: [],
  listing: null,
  media: [],
  clashes: [],
  order: null,
  descriptions: null,
  written: null,
};

/** The open files that describe the API and the front matter. */
export interface Descriptions {
  /** The settings that they were made from, as JSON. */
  of: string;
  /** Texts by name. */
  files: Record<string, string>;
}

/** Where the records are. */
export interface PackFile {
  name: string;
  /** Bytes that records take; what stands behind them a build left that died. */
  size: number;
}

/** A block of entries as it stands in the file. */
export interface Block {
  line: Buffer;
  entries: Entry[];
}

/** Entries of a block: few enough to write anew, and to stay within what a string can hold. */
const blockLength = 1000;

interface Header extends Omit<Memory, 'entries'> {
  key: string;
  pack: PackFile;
  blocks: number;
}

/** A file of lines: each its CRC-32 and JSON. Null where it is not whole, or `key` is another. */
export function readMemory(file: string, key: string): { memory: Memory; pack: PackFile; blocks: Block[] } | null {
  try {
    const bytes = readFileSync(file);
    const lines: Buffer[] = [];
    for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
      to = bytes.indexOf('\n', from);
      if (to < 0) return null;
      lines.push(bytes.subarray(from, to + 1));
    }
    const [first = Buffer.alloc(0), ...rest] = lines;
    const { key: own, pack, blocks: count, ...memory }: Header = parseLine(first);
    if (own !== key || count !== rest.length) return null;
    const blocks = rest.map((line): Block => ({ line, entries: parseLine(line) }));
    return { memory: { ...memory, entries: blocks.flatMap(({ entries }) => entries) }, pack, blocks };
  } catch {
    // None is there, or what is there is nothing of ours.
    return null;
  }
}

/** The lines of the file. Blocks that did not change are taken over. */
export function* writeMemory(
  { entries, ...memory }: Memory,
  key: string,
  pack: PackFile,
  before: readonly Block[],
): Generator<Block> {
  const header: Header = { ...memory, key, pack, blocks: Math.ceil(entries.length / blockLength) };
  yield { line: toLine(header), entries: [] };
  for (let from = 0; from < entries.length; from += blockLength) {
    const block = entries.slice(from, from + blockLength);
    const same = before[from / blockLength];
    const isSame = same?.entries.length === block.length && block.every((entry, i) => entry === same.entries[i]);
    yield isSame ? same : { line: toLine(block), entries: block };
  }
}

const digits = 8;

/** In ASCII, which takes a fraction of the time to read that UTF-8 takes. */
function toLine(value: unknown): Buffer {
  const line = Buffer.from(`${' '.repeat(digits)} ${toAsciiJson(value)}\n`, 'latin1');
  line.write(crc32(line.subarray(digits)).toString(16).padStart(digits, '0'), 'latin1');
  return line;
}

function parseLine(line: Buffer): never {
  if (Number.parseInt(line.toString('latin1', 0, digits), 16) !== crc32(line.subarray(digits))) {
    throw new RangeError('This line is damaged.');
  }
  return JSON.parse(line.toString('latin1', digits)) as never;
}
