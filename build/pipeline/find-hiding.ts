import { groupBy } from '../package/group-by.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** A rule that hides files. */
export interface HidingRule {
  /** A key of front matter, a rule of a dialect, or one of `hidingFolders`. */
  rule: string;
  hidden: number;
  /** All that may be articles. */
  files: number;
  /** The first file that it hides. */
  path: string;
  /** The settings that hide that file. */
  from?: string;
}

/** Each rule that hides something. */
export function findHiding(records: readonly FileRecord[]): HidingRule[] {
  const files = records.filter(({ reason }) => reason !== 'section' && reason !== 'no-page').length;
  const hiddenFiles = records.filter(({ rule }) => rule !== undefined);
  const byRule = groupBy(hiddenFiles, ({ rule }) => rule);
  return [...byRule].flatMap(([rule, { length: hidden, 0: first }]) => {
    if (rule === undefined || first === undefined) return [];
    const from = first.hiddenBy?.find(({ name }) => name === rule)?.from;
    return { rule, hidden, files, path: first.path, ...(from !== undefined && { from }) };
  });
}
