import type { Position, Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { writeKey } from '../write-key.ts';
import type { ValidDate } from './parse-date.ts';

/** The warning of a date that is read, but may be a slip; `key` is where it belongs. */
export function doubtfulDate(
  { path, syntax }: Pick<ParsedFile, 'path' | 'syntax'>,
  at: Position,
  found: string,
  key: string,
  { seconds, doubt }: ValidDate,
): Problem {
  const day = new Date(seconds * 1000);
  const iso = day.toISOString();
  const written = iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.replace('.000Z', 'Z');
  const weekday = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const texts = {
    weekday: [`${found}, whose weekday is that of another date`, `the weekday of that date, which is a ${weekday}`],
    'no-day': [`${found}, which has no day of the month and is read as its first`, 'a day, a month and a year'],
    second: [`${found}, whose second is past the last of its minute`, 'seconds from 0 to 59'],
  } as const;
  const [what, expected] = texts[doubt ?? 'no-day'];
  const fix = `Write \`${writeKey(syntax, key, written)}\`, if that is meant.`;
  return reportProblem('bad-date', path, at, { found: what, expected, fix }, 'warning');
}
