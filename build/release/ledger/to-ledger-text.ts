import { crc32 } from 'node:zlib';
import { formatVersion, type Pointer } from '../../../src/core/format.ts';
import { type LedgerEntry, toLedgerHead } from '../../../src/core/ledger.ts';

/** What the file of the ledger holds. */
export function toLedgerText(entries: readonly LedgerEntry[]): string {
  // A line for each, for whoever looks into it.
  const lines = entries.map((entry) => `\n${JSON.stringify(entry)}`);
  const rest = `"format":${formatVersion},"releases":[${lines}]}\n`;
  return `${toLedgerHead(crc32(rest))}${rest}`;
}

/** What the pointer holds. */
export function toPointerText(release: string): string {
  const pointer: Pointer = { format: formatVersion, release };
  return `${JSON.stringify(pointer)}\n`;
}
