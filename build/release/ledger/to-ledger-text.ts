import { formatVersion, type Pointer } from '../../../src/core/format.ts';
import type { Ledger, LedgerEntry } from '../../../src/core/ledger.ts';

/** What the file of the ledger holds. */
export function toLedgerText(entries: readonly LedgerEntry[]): string {
  const ledger: Ledger = { format: formatVersion, releases: [...entries] };
  // A line for each, for whoever looks into it.
  const lines = ledger.releases.map((entry) => `\n${JSON.stringify(entry)}`);
  return `{"format":${ledger.format},"releases":[${lines}]}\n`;
}

/** What the pointer holds. */
export function toPointerText(release: string): string {
  const pointer: Pointer = { format: formatVersion, release };
  return `${JSON.stringify(pointer)}\n`;
}
