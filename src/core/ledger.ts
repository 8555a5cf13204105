import * as z from 'zod/mini';
import { formatVersion, Pointer } from './format.ts';

/** Where the ledger lies, beside the pointer. */
export const ledgerPath = 'releases.json';

const count = z.int().check(z.gte(0));

/** A release that was current. */
export const LedgerEntry = z.object({
  release: Pointer.shape.release,
  /** When it became current, in seconds. It was current until the next entry's. */
  since: z.int(),
  articles: count,
  /** Whether all its files are kept. Else only its index and tables are, from which crawls have the order of its articles. */
  isWhole: z.boolean(),
  /** Of all its files. */
  bytes: count,
  /** Articles that differ from the release before it; null where that is unknown. */
  changes: z.nullable(z.object({ added: count, changed: count, removed: count })),
  /**
   * Ids of articles that the release before it has and that readers are to get no more, since they are gone or were put off; null where
   * they are unknown, or too many to be named. Who falls back to a release before this one leaves them out, or does not fall back.
   */
  takenDown: z.nullable(z.array(z.int())),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

/** Ids that an entry names, at most. */
export const maxTakenDown = 1000;

/** With the digits of the CRC-32 of all that follows, what the file begins with. */
export const toLedgerHead = (crc: number): string => `{"crc32":"${crc.toString(16).padStart(8, '0')}",`;

/**
 * The kept releases in the order in which they became current; one that became current again stands there again. It is
 * written before the pointer, so entries behind the last one that names the pointer's release never became current.
 */
export const Ledger = z.object({
  format: z.literal(formatVersion),
  releases: z.array(LedgerEntry),
});
export type Ledger = z.infer<typeof Ledger>;
