import { crc32 } from 'node:zlib';
import { formatVersion, type Pointer } from '../../../src/core/format.ts';
import { type LedgerEntry, toLedgerHead } from '../../../src/core/ledger.ts';
import type { Storage } from '../../../src/core/storage.ts';

/** Where releases lie: a folder, or an object store. Paths are below `api/v1`, but those of assets, which begin with `media/`. */
export interface StorageTarget {
  storage: Storage;
  /** Null where there is no such file. */
  stateOf(path: string): FileState | null;
  /** Paths of all files that may belong to a release, among others. */
  list(): Promise<string[]>;
  /** Whether `list` has articles by themselves; else the tables of page files that are there name them. */
  listsArticles: boolean;
  /** Paths of the deltas. */
  listDeltas(): Promise<string[]>;
  /** Removes those of these files that are there. */
  remove(paths: readonly string[]): Promise<{ files: number; bytes: number }>;
  /** Writes a delta, whole or not at all. */
  writeDelta(path: string, bytes: Buffer<ArrayBuffer>): Promise<void>;
  /** Both write whole or not at all. The pointer is written last, once everything it needs is there. */
  writeLedger(entries: readonly LedgerEntry[]): Promise<void>;
  writePointer(release: string): Promise<void>;
}

export interface FileState {
  /** In bytes. */
  size: number;
  /** When it was written, in seconds. */
  written: number;
}

/** What the file of the ledger holds. */
export function toLedgerText(entries: readonly LedgerEntry[]): string {
  // A line for each, for whoever reads it.
  const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
  const rest = `"format":${formatVersion},"releases":[${lines}]}\n`;
  return `${toLedgerHead(crc32(rest))}${rest}`;
}

/** What the pointer holds. */
export function toPointerText(release: string): string {
  const pointer: Pointer = { format: formatVersion, release };
  return `${JSON.stringify(pointer)}\n`;
}
