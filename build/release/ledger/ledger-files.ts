import { crc32 } from 'node:zlib';
import { formatVersion, type Pointer, pointerPath } from '../../../src/core/format.ts';
import { type LedgerEntry, ledgerPath, toLedgerHead } from '../../../src/core/ledger.ts';
import { UsageError } from '../../../src/usage-error.ts';
import type { FileStore, StoredFile } from '../store/file-store.ts';
import type { OpenLedger } from './open-ledger.ts';

/** Writes the ledger in the place of the one that was read. Throws `UsageError` where somebody else has written it since. */
export function writeLedger(store: FileStore, { file }: OpenLedger, entries: readonly LedgerEntry[]): Promise<void> {
  return replace(store, ledgerPath, toLedgerText(entries), file);
}

/** The same for the pointer, which is written last: a release becomes current whose files, and whose entry, are there. */
export function writePointer(store: FileStore, { current }: OpenLedger, release: string): Promise<void> {
  return replace(store, pointerPath, toPointerText(release), current.file);
}

async function replace(store: FileStore, path: string, text: string, before: StoredFile | null): Promise<void> {
  if ((await store.write(path, new TextEncoder().encode(text), before)) !== null) return;
  throw new UsageError(
    `Another command changed ${path}, so this one stopped. Readers get what the other one published. Run galley releases to see it, ` +
      'then run this command again if you still want it.',
  );
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
