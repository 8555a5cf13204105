import { textOfBytes } from './encoding.ts';
import { DamagedFile, isBroken, MissingFile, OtherFormat } from './file-errors.ts';
import { Delta, deltaPath, ledgerPath, readLedger, toLedgerHead } from './ledger.ts';
import { lru } from './lru.ts';
import { readJson } from './read-json.ts';
import type { Storage } from './storage.ts';

/** What a client has: a release as it was published at a moment, in seconds. */
export interface ChangeToken {
  release: string;
  at: number;
}

/** As it stands in an address, with the name of what is selected, if anything is. */
export function toTokenText({ release, at }: ChangeToken, selection = ''): string {
  return `${release}-${at}${selection && `-${selection}`}`;
}

/** What changed when a release became current, in seconds. */
export interface Activation {
  since: number;
  articles: Delta['articles'];
  slugs: Delta['slugs'];
}

/** Which releases became current, one after the other. */
export interface ChangeLog {
  /** When the release became current, in seconds; 0 where that is unknown. */
  sinceOf(current: string): Promise<number>;
  /**
   * What became current after what a client has, up to `current`, oldest first; null where that is not known any more.
   * `isAhead` where the client has what became current later than `current`, or may have, at `now` (seconds).
   */
  after(token: ChangeToken, current: string, now: number): Promise<Activation[] | 'isAhead' | null>;
}

/** Seconds for which a server may respond from a release after another became current. */
export const lag = 10;

/**
 * Seconds by which one server may be behind another. What a token says, and the ledger does not, may come within them.
 */
export const maxBehind = 600;

/** Deltas that are kept in memory. */
const keptDeltas = 64;

type Row = readonly [release: string, since: number, delta: string | null];

/**
 * Reads the ledger when it changed, and deltas when they are first asked for. A delta that is damaged goes to
 * `onError`.
 */
export function changeLog(storage: Storage, onError: (error: unknown) => void = () => {}): ChangeLog {
  const deltas = lru<string, Delta>(keptDeltas, storage.noSharedWaits);
  let known = { head: '', rows: [] as Row[] };
  return { sinceOf, after };

  async function sinceOf(current: string): Promise<number> {
    const rows = await readRows();
    return rows.findLast(([release]) => release === current)?.[1] ?? 0;
  }

  async function after(token: ChangeToken, current: string, now: number): Promise<Activation[] | 'isAhead' | null> {
    const rows = await readRows();
    const last = rows.findLastIndex(([release]) => release === current);
    if (last < 0) return token.release === current ? [] : null;
    const found: Row[] = [];
    /** Activations behind one of the release of the token. */
    let count: number | null = null;
    // Its server may be behind; a moment before that was never given.
    let isGiven = false;
    /** Seconds before the token's moment, within which what became current may be new to its server. */
    let reach = lag;
    for await (const row of walkBack(rows.slice(0, last + 1))) {
      const [release, since] = row;
      // One that was current twice counts from the first time on: what came between may have reached the client.
      if (release === token.release) {
        count = found.length;
        isGiven ||= since <= token.at + maxBehind;
        // It became current again after the token, whose server may have stayed behind what came between.
        reach = since > token.at ? maxBehind : lag;
      }
      // No older one was current when the token was given.
      if (since < token.at - reach) break;
      found.push(row);
    }
    if (count === null) {
      const isLater = rows.slice(last + 1).some(([release]) => release === token.release);
      const isRecent = token.at > (rows[last]?.[1] ?? 0) - lag && now < token.at + maxBehind;
      return isLater || isRecent ? 'isAhead' : null;
    }
    if (!isGiven) return null;
    const activations: Activation[] = [];
    for (const [, since, delta] of found.slice(0, count).reverse()) {
      const read = delta === null ? null : await readDelta(delta);
      if (read === null) return null;
      activations.push({ since, articles: read.articles, slugs: read.slugs });
    }
    return activations;
  }

  /** Activations from the last of `rows` back, those of the ledger and then those that deltas name. */
  async function* walkBack(rows: readonly Row[]): AsyncGenerator<Row> {
    for (let group = rows; group.length > 0; ) {
      yield* group.toReversed();
      const delta = group[0]?.[2] ?? null;
      const oldest = delta === null ? null : await readDelta(delta);
      group = oldest?.previous ?? [];
    }
  }

  /** Null where it is missing or damaged: what it says is not known any more. */
  async function readDelta(name: string): Promise<Delta | null> {
    try {
      return await deltas(name, () => readJson(storage, deltaPath(name), Delta, name));
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (error instanceof DamagedFile) onError(error);
      return null;
    }
  }

  async function readRows(): Promise<Row[]> {
    const bytes = await storage.read(ledgerPath, 0, toLedgerHead(0).length);
    const head = bytes === null ? '' : textOfBytes(bytes);
    if (head !== '' && head === known.head) return known.rows;
    try {
      const { releases } = await readLedger(storage);
      known = { head, rows: releases.map(({ release, since, delta }) => [release, since, delta] as const) };
      return known.rows;
    } catch (error) {
      if (error instanceof MissingFile) return [];
      // What another version of Galley publishes is not served here.
      if (!(error instanceof OtherFormat) || known.head === '') throw error;
      known = { head, rows: known.rows };
      return known.rows;
    }
  }
}
