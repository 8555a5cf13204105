import { crc32OfBytes } from './crc32.ts';
import { DamagedFile } from './file-errors.ts';
import { Ledger, ledgerPath, toLedgerHead } from './ledger.ts';
import { readChecked } from './read-checked.ts';
import { parseJson } from './read-json.ts';
import type { Storage } from './storage.ts';
import { textOfBytes } from './text-of-bytes.ts';

/** Reads the ledger. Throws `MissingFile`, and `DamagedFile` where it does not hold what was written. */
export async function readLedger(storage: Storage): Promise<Ledger> {
  const bytes = await readChecked(storage, ledgerPath, null);
  const text = textOfBytes(bytes);
  const ledger = parseJson(text, ledgerPath, Ledger);
  const head = toLedgerHead(0).length;
  if (text.slice(0, head) === toLedgerHead(crc32OfBytes(bytes.subarray(head)))) return ledger;
  throw new DamagedFile(ledgerPath, 'its CRC-32 is not the one that it begins with');
}
