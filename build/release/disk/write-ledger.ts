import { formatVersion, type Pointer, pointerPath } from '../../../src/core/format.ts';
import { type Ledger, type LedgerEntry, ledgerPath } from '../../../src/core/ledger.ts';
import { flushFolders } from './flush.ts';
import { writeFiles } from './write-files.ts';

/** Writes the ledger whole. With `durable` it is on the disk when this ends. */
export async function writeLedger(directory: string, entries: readonly LedgerEntry[], durable: boolean): Promise<void> {
  const ledger: Ledger = { format: formatVersion, releases: [...entries] };
  // A line for each, for whoever looks into it.
  const lines = ledger.releases.map((entry) => `\n${JSON.stringify(entry)}`);
  await write(directory, ledgerPath, `{"format":${ledger.format},"releases":[${lines}]}\n`, durable);
}

/** Makes a release current whose files, and whose entry in the ledger, are there. */
export async function writePointer(directory: string, release: string, durable: boolean): Promise<void> {
  const pointer: Pointer = { format: formatVersion, release };
  await write(directory, pointerPath, `${JSON.stringify(pointer)}\n`, durable);
}

async function write(directory: string, path: string, text: string, durable: boolean): Promise<void> {
  await writeFiles(directory, [{ path, bytes: Buffer.from(text) }], durable);
  if (durable) await flushFolders([directory]);
}
