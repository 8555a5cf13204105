import type { BodyProblem } from '../checks/body-problems.ts';
import { findDeepNesting } from './find-deep-nesting.ts';
import { findLongBlock } from './find-long-block.ts';
import { findManyMarks } from './find-many-marks.ts';
import { findManyPieces } from './find-many-pieces.ts';
import { findWideTable } from './find-wide-table.ts';
import { toTooDeep, toTooLong, toTooMany, toTooManyMarks, toTooMuchHtml } from './limit-problems.ts';

/** Why a body cannot be rendered in reasonable time; null for every body that an author would write. */
export function checkLimits(markdown: string): BodyProblem | null {
  for (const [find, report] of limits) {
    const line = find(markdown);
    if (line !== null) return report(line);
  }
  return null;
}

/** Each finds the line of the first place beyond a limit. */
const limits: readonly [find: (markdown: string) => number | null, report: (line: number) => BodyProblem][] = [
  [findManyPieces, toTooMany],
  [findManyMarks, toTooManyMarks],
  [findDeepNesting, toTooDeep],
  [findWideTable, (line) => toTooMuchHtml(line, 'a table with short rows')],
  [findLongBlock, toTooLong],
];
