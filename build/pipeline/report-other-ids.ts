import { compareProblems, type Problem } from '../problems/problem.ts';
import { reportWarning } from '../problems/report-problem.ts';
import type { FileRecord } from './incremental/file-record.ts';

/** One problem where a third of the links to headings lead to none: the program of the folder made other ids. */
export function reportOtherIds(records: readonly FileRecord[], problems: readonly Problem[]): Problem[] {
  const missed = problems.filter(({ code, found }) => code === 'broken-anchor' && found.startsWith('a link to '));
  if (missed.length < minMissed) return [];
  const links = records.reduce((sum, { body }) => sum + (body ? body.ownLinks + body.fragments.length : 0), 0);
  if (3 * missed.length < links || new Set(missed.map(({ path }) => path)).size < minFiles) return [];
  const example = missed.toSorted(compareProblems).find(({ fix }) => fix.includes('`')) ?? missed[0];
  if (example === undefined) return [];
  const [, address = ''] = /^a link to (\S+)\. /.exec(example.found) ?? [];
  const [, id] = /`(#[^`]+)`/.exec(example.fix) ?? [];
  return [
    reportWarning('broken-anchor', example.path, example, {
      found: `${missed.length} of ${links} links to headings lead to none, such as ${address}. Their program made other ids`,
      expected: 'the ids that GitHub gives: the text in lower case, with hyphens for spaces and without punctuation',
      fix: `Change the links by one rule${id === undefined ? '' : `: here ${address} to ${id}`}.`,
    }),
  ];
}

/** Fewer, or in fewer files, may be chance. */
const minMissed = 10;
const minFiles = 3;
