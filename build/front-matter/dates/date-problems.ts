import { nearWord } from '../../problems/near-word.ts';
import type { Position, Problem, Result } from '../../problems/problem.ts';
import { reportProblem, reportWarning } from '../../problems/report-problem.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { type InvalidDate, parseDate, type ValidDate } from './parse-date.ts';

type Source = Pick<ParsedFile, 'path' | 'syntax'>;

/** The seconds of a date that is `shown` at a place, and what is wrong with it; `key` is where a date belongs. */
export function checkDate(
  source: Source,
  at: Position,
  { text, shown, key, timeZone }: { text: string; shown: string; key: string; timeZone: string },
): Result<number | null> {
  const date = parseDate(text, timeZone);
  if ('reason' in date) return { value: null, problems: [badDate(source, at, shown, key, date, text)] };
  const { seconds, doubt } = date;
  return {
    value: seconds,
    problems: doubt === undefined ? [] : [doubtfulDate(source, at, shown, key, seconds, doubt)],
  };
}

/** The problem of a text that is no date; `key` is where a date belongs. */
export function badDate(
  { path, syntax }: Source,
  at: Position,
  found: string,
  key: string,
  { reason, suggestions }: InvalidDate,
  text: string,
): Problem {
  const suggested = suggestions.map((date) => `\`${writeKey(syntax, key, date)}\``).join(' or ');
  const written = text.trim().toLowerCase();
  const word = words.includes(written) ? written : nearWord(written, words);
  const what =
    reason === 'no-such-date'
      ? 'a day and a time that exist'
      : `a date with year, month and day${word === null ? '' : ` instead of "${word}"`}`;
  return reportProblem('bad-date', path, at, {
    found: `${found}, ${reasons[reason]}${reason === 'ambiguous' ? suggestions.map(inWords).join(' or as ') : ''}`,
    expected: expectedOf('publish_at'),
    fix: `Write ${suggested === '' ? `${what}, such as \`${writeKey(syntax, key, '2026-02-24')}\`` : suggested}.`,
  });
}

/** Words that people put where a date belongs. */
const words = ['today', 'tomorrow', 'yesterday', 'never', 'later'];

const reasons: Record<InvalidDate['reason'], string> = {
  'not-a-date': 'which is not a date',
  'no-such-date': 'a day or time that does not exist',
  ambiguous: 'which can be read as ',
};

/** `2026-04-03` as `3 April 2026`. */
function inWords(date: string): string {
  const day = new Date(date.slice(0, 10));
  return `${day.getUTCDate()} ${day.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })} ${day.getUTCFullYear()}`;
}

/** The warning of a date that is read, but may be a slip; `key` is where it belongs. */
function doubtfulDate(
  { path, syntax }: Source,
  at: Position,
  found: string,
  key: string,
  seconds: number,
  doubt: NonNullable<ValidDate['doubt']>,
): Problem {
  const day = new Date(seconds * 1000);
  const written = day.toISOString().replace('.000Z', 'Z').replace('T00:00:00Z', '');
  const weekday = day.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
  const texts = {
    weekday: [`${found}, whose weekday does not match its date`, `${weekday}, the weekday of that date`],
    'no-day': [`${found}, which has no day. It is read as the first of the month`, 'a year, a month and a day'],
    second: [`${found}, which has more than 59 seconds`, 'seconds from 0 to 59'],
    clock: [`${found}, whose time of day has a wrong character`, 'a time of day such as `10:30:00`'],
  } as const;
  const [what, expected] = texts[doubt];
  const fix = `If this is the right date, write \`${writeKey(syntax, key, written)}\`.`;
  const problem = reportWarning('bad-date', path, at, { found: what, expected, fix });
  return doubt === 'clock' ? { ...problem, autofix: { date: written } } : problem;
}
