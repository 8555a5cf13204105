import { pointerPath } from '../../../src/core/format.ts';
import { type LedgerEntry, ledgerPath } from '../../../src/core/ledger.ts';
import { toLedgerText, toPointerText } from '../ledger/to-ledger-text.ts';
import { flushFolders } from './flush.ts';
import { writeFiles } from './write-files.ts';

/** Writes the ledger whole. With `durable` it is on the disk when this ends. */
export function writeLedger(directory: string, entries: readonly LedgerEntry[], durable: boolean): Promise<void> {
  return write(directory, ledgerPath, toLedgerText(entries), durable);
}

/** Makes a release current whose files, and whose entry in the ledger, are there. */
export function writePointer(directory: string, release: string, durable: boolean): Promise<void> {
  return write(directory, pointerPath, toPointerText(release), durable);
}

async function write(directory: string, path: string, text: string, durable: boolean): Promise<void> {
  await writeFiles(directory, [{ path, bytes: Buffer.from(text) }], durable);
  if (durable) await flushFolders([directory]);
}
