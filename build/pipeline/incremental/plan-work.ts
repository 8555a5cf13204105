import { isDeepStrictEqual } from 'node:util';
import type { RuleOfFile } from '../../dialects/hiding.ts';
import { compareText } from '../../problems/problem.ts';
import type { Addresses } from '../../release/article/resolve-address.ts';
import type { FoundFile } from '../../source/discover.ts';
import type { RecordRef } from './article-record.ts';
import { isUnchanged } from './dependencies.ts';
import { type FileRecord, isSection, toRecord } from './file-record.ts';

/** A file to read, and what an earlier build knew of it. */
export interface FileToRead {
  source: FoundFile;
  /** Among all files. */
  place: number;
  before: FileRecord | null;
  /** The rules that hide it, unless its header has other values. */
  hiddenBy: readonly RuleOfFile[];
}

/**
 * Which files have to be read, and the record of each file before that: null of new ones. `findRules` finds the rules
 * that hide a file.
 */
export function planWork(
  sources: readonly FoundFile[],
  earlier: readonly FileRecord[],
  findRules: (path: string) => readonly RuleOfFile[],
): { toRead: FileToRead[]; known: (FileRecord | null)[] } {
  let next = 0;
  const toRead: FileToRead[] = [];
  const known = sources.map((source, place): FileRecord | null => {
    const { path, state } = source;
    while (compareText(earlier[next]?.path ?? path, path) < 0) next++;
    const found = earlier[next];
    const before = found?.path === path ? found : null;
    if (isSection(path)) return before ?? toSection(path);
    const hiddenBy = findRules(path);
    const [rule] = hiddenBy;
    const isSame = isSameRules(before?.hiddenBy ?? [], hiddenBy);
    if (rule !== undefined && rule.unless === undefined && rule.where === undefined)
      return before !== null && isSame ? before : toHidden(path, hiddenBy, rule.name);
    if (before !== null && isSame && before.stamp === state && state !== '' && !isReadAgain(before)) return before;
    // Where other rules hide it, it is read though its content may be the same.
    toRead.push({ source, place, before: before && (isSame ? before : { ...before, hash: '' }), hiddenBy });
    return before;
  });
  return { toRead, known };
}

/** Most files have none. */
function isSameRules(some: readonly RuleOfFile[], others: readonly RuleOfFile[]): boolean {
  return some.length === others.length && (some.length === 0 || isDeepStrictEqual(some, others));
}

/** Whether a file is read again though it is the same: what kept it from being read may have gone without a trace. */
export function isReadAgain({ kind, reason, isTimed }: FileRecord): boolean {
  return isTimed || reason === 'resource' || reason === 'copy' || kind === 'invalid' || kind === 'unread';
}

function toSection(path: string): FileRecord {
  return toRecord({ path, kind: 'none', reason: 'section' });
}

function toHidden(path: string, hiddenBy: readonly RuleOfFile[], rule: string): FileRecord {
  return toRecord({ path, kind: 'none', reason: 'generator', rule, hiddenBy });
}

/** What a build of all files finds, and builds of saved files alone do not change. */
export interface SaveFacts {
  /** Whether files are read again though they are the same. */
  isReadAgain: boolean;
  /** Paths of articles to whose headings others link. */
  targets: ReadonlySet<string>;
}

export function toSaveFacts(records: readonly FileRecord[]): SaveFacts {
  const targets = records.flatMap(({ body }) => body?.fragments.map(({ target }) => target) ?? []);
  return { isReadAgain: records.some(isReadAgain), targets: new Set(targets) };
}

/**
 * The places of files to render: those that were not yet, that have another name now, or that depend on something
 * that changed. Without records of an `earlier` build, of all.
 */
export function findStale(
  records: readonly FileRecord[],
  addresses: Addresses,
  earlier: readonly FileRecord[] | null,
): number[] {
  return records.flatMap((record, place) => {
    const isRendered = record.kind === 'article' || record.kind === 'invalid';
    return isRendered && (earlier === null || isStale(record, addresses)) ? [place] : [];
  });
}

function isStale({ kind, names, body }: FileRecord, addresses: Addresses): boolean {
  if (body === null) return true;
  const isNamed = kind === 'invalid' || (body.article?.id === names?.id && body.article?.slug === names?.slug);
  return !isNamed || !isUnchanged(body.dependencies, addresses);
}

/** Articles that were made of the same content in an earlier build, wherever it was: their renderings can be used again. */
export function findRenderings(hashes: ReadonlySet<string>, earlier: readonly FileRecord[]): Map<string, RecordRef> {
  const known = new Map<string, RecordRef>();
  for (const { hash, body } of hashes.size === 0 ? [] : earlier) {
    if (body?.article && hashes.has(hash)) known.set(hash, body.article.ref);
  }
  return known;
}
