import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { toAsciiJson } from '../../../src/core/encoding.ts';
import type { HidingPaths } from '../../dialects/find-hiding-paths.ts';
import type { Problem } from '../../problems/problem.ts';
import type { KnownFolder } from '../../release/disk/known-folder.ts';
import type { Order } from '../../release/layout/plan-release.ts';
import type { Listing } from '../../source/discover.ts';
import type { RememberedAsset } from '../../source/media.ts';
import type { FileRecord, Moves } from './file-record.ts';

/** What the next build needs to know of this one. */
export interface Manifest {
  records: FileRecord[];
  listing: Listing | null;
  /** What programs hide by the paths of files. */
  hiding: HidingPaths | null;
  media: RememberedAsset[];
  /** What `nameFiles` found, of just these records. */
  clashes: readonly Problem[];
  /** Whether articles of invalid files stayed as they were, under names that their files may not ask for. */
  hasHeld: boolean;
  moves: Moves;
  order: Order | null;
  descriptions: Descriptions | null;
  /** Where the release was written, what was left there, and when its files were right: see `changedSince`. */
  written: { out: string; known: KnownFolder | null; moment: number | null } | null;
}

export const emptyManifest: Manifest = {
  records: [],
  listing: null,
  hiding: null,
  media: [],
  clashes: [],
  hasHeld: false,
  moves: { release: null, lost: [], unwritten: [], adopted: [], removed: [] },
  order: null,
  descriptions: null,
  written: null,
};

/** The public files that describe the API and the front matter. */
export interface Descriptions {
  /** The settings that they were made from, as JSON. */
  of: string;
  /** Texts by name. */
  files: Record<string, string>;
  /** The gzip coding of those that are served, in base64. */
  zipped: Record<string, string>;
}

/** The file of articles. */
export interface LogFile {
  name: string;
  /** Bytes of it that hold records; a build that died may have left more behind them. */
  size: number;
}

/** Some records, and the line of the file that holds them. */
export interface Block {
  line: Buffer;
  records: FileRecord[];
}

/** Records of a block: few enough to be written again, and to fit into a string. */
const blockLength = 1000;

interface Header extends Omit<Manifest, 'records'> {
  key: string;
  log: LogFile;
  blocks: number;
}

/** A file of lines: each its CRC-32 and JSON. Null where it is not whole, or `key` is another. */
export function readManifest(file: string, key: string): { manifest: Manifest; log: LogFile; blocks: Block[] } | null {
  try {
    const bytes = readFileSync(file);
    const lines: Buffer[] = [];
    for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
      to = bytes.indexOf('\n', from);
      if (to < 0) return null;
      lines.push(bytes.subarray(from, to + 1));
    }
    const [first = Buffer.alloc(0), ...rest] = lines;
    const { key: own, log, blocks: count, ...manifest }: Header = parseLine(first);
    if (own !== key || count !== rest.length) return null;
    const blocks = rest.map((line): Block => ({ line, records: parseLine(line) }));
    return { manifest: { ...manifest, records: blocks.flatMap(({ records }) => records) }, log, blocks };
  } catch {
    // There is none, or something else is there.
    return null;
  }
}

/** The lines of the file. Blocks that did not change are taken over. */
export function* writeManifest(
  { records, ...manifest }: Manifest,
  key: string,
  log: LogFile,
  before: readonly Block[],
): Generator<Block> {
  const header: Header = { ...manifest, key, log, blocks: Math.ceil(records.length / blockLength) };
  yield { line: toLine(header), records: [] };
  for (let from = 0; from < records.length; from += blockLength) {
    const block = records.slice(from, from + blockLength);
    const same = before[from / blockLength];
    const isSame = same?.records.length === block.length && block.every((record, i) => record === same.records[i]);
    yield isSame ? same : { line: toLine(block), records: block };
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
