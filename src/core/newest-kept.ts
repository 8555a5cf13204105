import { DamagedFile, MissingFile } from './file-errors.ts';
import { Ledger, ledgerPath } from './ledger.ts';
import { readJson } from './read-json.ts';
import type { Reader } from './reader.ts';
import { openRelease, type Release } from './release.ts';

/**
 * The release that became current last of those that the ledger names and that can be opened: what is served where the one that
 * should be served cannot be opened. Null where there is none.
 */
export async function newestKept(reader: Reader): Promise<Release | null> {
  const ledger = await unlessUnreadable(readJson(reader, ledgerPath, Ledger));
  const whole = ledger?.releases.filter(({ isWhole }) => isWhole);
  const newestFirst = new Set(whole?.map(({ release }) => release).reverse());
  for (const release of newestFirst) {
    const opened = await unlessUnreadable(openRelease(release, reader));
    if (opened !== null) return opened;
  }
  return null;
}

async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MissingFile || error instanceof DamagedFile) return null;
    throw error;
  }
}
