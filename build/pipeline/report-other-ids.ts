import { comparePlaces, type Problem } from '../problems/problem.ts';
import { reportWarning } from '../problems/report-problem.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** One problem where a third of the links to headings lead to none: the program of the folder made other ids. */
export function reportOtherIds(records: readonly FileRecord[], problems: readonly Problem[]): Problem[] {
  const missed = problems.flatMap(({ path, line, column, facts }) =>
    'says' in facts && facts.says === 'brokenAnchor' ? [{ path, line, column, ...facts }] : [],
  );
  if (missed.length < minMissed) return [];
  const links = records.reduce((sum, { body }) => sum + (body ? body.ownLinks + body.fragments.length : 0), 0);
  if (3 * missed.length < links || new Set(missed.map(({ path }) => path)).size < minFiles) return [];
  const ordered = missed.toSorted(comparePlaces);
  const example = ordered.find(({ near }) => near !== null) ?? missed[0];
  if (example === undefined) return [];
  const { path, address, near } = example;
  const facts = { says: 'otherIds', missed: missed.length, links, address, near } as const;
  return [reportWarning('broken-anchor', path, example, facts)];
}

/** Fewer, or in fewer files, may be chance. */
const minMissed = 10;
const minFiles = 3;
