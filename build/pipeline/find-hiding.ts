import { groupBy } from '../package/group-by.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** A rule that hides much of a folder. */
export interface HidingRule {
  /** At the top of the content folder; '' is that itself. */
  folder: string;
  /** A key of front matter, or one of `hidingFolders`. */
  rule: string;
  hidden: number;
  files: number;
}

/**
 * Rules that hide more than a third of the content folder, or of a folder at its top; and expiry dates that hide anything where nearly all
 * files have one, so that the key may mean something else.
 */
export function findHiding(records: readonly FileRecord[]): HidingRule[] {
  const files = records.filter(({ reason }) => reason !== 'section' && reason !== 'no-page');
  const inAll = findIn('', files).filter(({ hidden }) => hidden > 1);
  const byFolder = groupBy(files, ({ path }) => /^[^/]*(?=\/)/.exec(path)?.[0] ?? '');
  const inFolders = [...byFolder].flatMap(([folder, own]) => (folder === '' ? [] : findIn(folder, own)));
  const isNew = ({ rule, hidden }: HidingRule): boolean =>
    hidden >= minHidden && !namedFolders.has(rule) && !inAll.some((other) => other.rule === rule);
  return [...inAll, ...inFolders.filter(isNew)];
}

/** Fewer hidden files in one of many folders are on purpose. */
const minHidden = 3;

/** Folders whose name says that their files are hidden. */
const namedFolders: ReadonlySet<string> = new Set(['drafts-folder']);

/** Nearly all of ten files. */
const nearlyAll = 0.9;

function findIn(folder: string, files: readonly FileRecord[]): HidingRule[] {
  const isUsual = files.filter(({ isTimed }) => isTimed).length >= nearlyAll * files.length;
  const byRule = groupBy(files, ({ rule }) => rule ?? null);
  return [...byRule].flatMap(([rule, { length: hidden, 0: first }]) => {
    const isMuch = hidden * 3 > files.length || (isUsual && first?.reason === 'expired');
    return rule !== null && isMuch ? [{ folder, rule, hidden, files: files.length }] : [];
  });
}
