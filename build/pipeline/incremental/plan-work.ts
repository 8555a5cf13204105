import { isDeepStrictEqual } from 'node:util';
import type { RuleOfFile } from '../../dialects/hiding.ts';
import { compareText } from '../../problems/problem.ts';
import type { Addresses } from '../../release/article/resolve-address.ts';
import type { FoundFile } from '../../source/discover.ts';
import type { RecordRef } from './article-record.ts';
import { isUnchanged } from './dependencies.ts';
import { type FileRecord, isSection, toRecord } from './file-record.ts';

/** A file that was found, and what an earlier build knew of it. */
export interface FileToRead {
  source: FoundFile;
  before: FileRecord | null;
  /** The rules that hide it, unless its header has other values. */
  hiddenBy?: readonly RuleOfFile[];
  /** Whether that still holds, so that the file is not read. */
  isKept: boolean;
}

/** Which files have to be read. Both lists are in the order of their paths. `findRules` finds the rules that hide a file. */
export function planWork(
  sources: readonly FoundFile[],
  earlier: readonly FileRecord[],
  findRules: (path: string) => readonly RuleOfFile[],
): FileToRead[] {
  let next = 0;
  return sources.map((source): FileToRead => {
    const { path, state } = source;
    while (compareText(earlier[next]?.path ?? path, path) < 0) next++;
    const found = earlier[next];
    const before = found?.path === path ? found : null;
    if (isSection(path)) return { source, before: before ?? toSection(path), isKept: true };
    const hiddenBy = findRules(path);
    const [rule] = hiddenBy;
    if (rule !== undefined && rule.unless === undefined && rule.where === undefined) {
      const isSame = isDeepStrictEqual(before?.hiddenBy, hiddenBy);
      return { source, before: isSame ? before : toHidden(path, hiddenBy, rule.name), isKept: true };
    }
    // Read again, though its content may be the same.
    const isRuled = rule !== undefined || before?.hiddenBy !== undefined;
    if (before !== null && isRuled && !isDeepStrictEqual(before.hiddenBy ?? [], hiddenBy))
      return { source, before: { ...before, hash: '' }, isKept: false, hiddenBy };
    const isKept = before !== null && before.stamp === state && state !== '' && !isReadAgain(before);
    return { source, before, isKept, ...(rule && { hiddenBy }) };
  });
}

/** Whether a file is read again though it is the same: what kept it from being read may have gone without a trace. */
export function isReadAgain({ kind, reason, isTimed }: FileRecord): boolean {
  return isTimed || reason === 'resource' || kind === 'invalid' || kind === 'unread';
}

function toSection(path: string): FileRecord {
  return toRecord({ path, kind: 'none', reason: 'section' });
}

function toHidden(path: string, hiddenBy: readonly RuleOfFile[], rule: string): FileRecord {
  return toRecord({ path, kind: 'none', reason: 'generator', rule, hiddenBy });
}

/** Whether a file has to be rendered: it was not yet, it has another name now, or something that it depends on changed. */
export function isStale({ kind, names, body }: FileRecord, addresses: Addresses): boolean {
  if (kind !== 'article' && kind !== 'invalid') return false;
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
