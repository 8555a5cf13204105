import { crc32OfBytes } from './crc32.ts';
import { textOfBytes } from './encoding.ts';
import { DamagedFile } from './file-errors.ts';
import { contentHash, formatVersion } from './format.ts';
import { toHex } from './hash.ts';
import { parseJson, readChecked } from './read-json.ts';
import { integer, list, literal, nullable, object, optional, text, tuple, type ValueOf } from './shape.ts';
import type { Storage } from './storage.ts';

/** Beside the pointer. */
export const ledgerPath = 'releases.json';

const count = integer(0);

/** A release that was current. */
export const LedgerEntry = object({
  release: contentHash,
  /** When it became current, in seconds. It was current until the next entry's. */
  since: integer(),
  articles: count,
  /** Of all its files. */
  bytes: count,
  /** Articles that differ from the release before it; null where that is unknown. */
  changes: nullable(object({ added: count, changed: count, removed: count })),
  /**
   * Ids of articles that the release before it has and that readers are to get no more, since they are gone or were put
   * off; null where they are unknown, or too many to be named. Who falls back to a release before this one excludes
   * them, or does not fall back.
   */
  takenDown: nullable(list(integer())),
  /** Names the file of what differs from the release before it; null where that is unknown. */
  delta: nullable(contentHash),
});
export type LedgerEntry = ValueOf<typeof LedgerEntry>;

/** What one activation changed: a file that stays longer than both releases. */
export const Delta = object({
  /** The activations before it, oldest first, at most `deltaPrevious`: release, since when, and their deltas. */
  previous: list(tuple([contentHash, integer(), nullable(contentHash)])),
  /**
   * Ids, ascending, of all articles that differ, scheduled ones included, and `publish_at` in the release before; null
   * where it had none.
   */
  articles: list(tuple([integer(1), nullable(integer())])),
  /**
   * Ids, ascending, of those of them that have another slug in the release after, or none, and the slug in the release
   * before; null where that is unknown. A delta of an earlier version of Galley has none.
   */
  slugs: optional(list(tuple([integer(1), nullable(text())]))),
});
export type Delta = ValueOf<typeof Delta>;

/** Activations that a delta names, at most: who goes further back reads every sixteenth of them. */
export const deltaPrevious = 16;

export const deltaPath = (delta: string): string => `changes/${delta}.json`;

/** Ids that an entry names, at most. */
export const maxTakenDown = 1000;

/** With the digits of the CRC-32 of all that follows, what the file begins with. */
export const toLedgerHead = (crc: number): string => `{"crc32":"${toHex(crc)}",`;

/**
 * The kept releases in the order in which they became current; one that became current again stands there again. It is
 * written before the pointer, so entries behind the last one that names the pointer's release never became current.
 */
export const Ledger = object({
  format: literal(formatVersion),
  releases: list(LedgerEntry),
});
export type Ledger = ValueOf<typeof Ledger>;

/** Reads the ledger. Throws `MissingFile`, and `DamagedFile` where it does not hold what was written. */
export async function readLedger(storage: Storage): Promise<Ledger> {
  const bytes = await readChecked(storage, ledgerPath, null);
  const text = textOfBytes(bytes);
  const ledger = parseJson(text, ledgerPath, Ledger);
  const head = toLedgerHead(0).length;
  if (text.slice(0, head) === toLedgerHead(crc32OfBytes(bytes.subarray(head)))) return ledger;
  throw new DamagedFile(ledgerPath, 'its CRC-32 is not the one in its first line');
}
