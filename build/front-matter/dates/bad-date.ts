import { nearWord } from '../../problems/near-word.ts';
import type { Position, Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import type { InvalidDate } from './parse-date.ts';

/** The problem of a text that is no date; `key` is where a date belongs. */
export function badDate(
  { path, syntax }: Pick<ParsedFile, 'path' | 'syntax'>,
  at: Position,
  found: string,
  key: string,
  invalid: InvalidDate,
  text = '',
): Problem {
  const suggested = invalid.suggestions.map((date) => `\`${writeKey(syntax, key, date)}\``).join(' or ');
  const word = nearWord(text.trim().toLowerCase(), words) ?? words.find((known) => known === text.trim().toLowerCase());
  const meant = word === undefined ? '' : `for ${word} `;
  const what =
    invalid.reason === 'no-such-date' ? 'a day and a time that exist' : `the day ${meant}with year, month and day`;
  const example = `\`${writeKey(syntax, key, '2026-02-24')}\``;
  return reportProblem('bad-date', path, at, {
    found: `${found}, ${invalid.reason === 'ambiguous' ? readings(invalid) : reasons[invalid.reason]}`,
    expected: expectedOf('publish_at'),
    fix: suggested === '' ? `Write ${what}, such as ${example}.` : `Write ${suggested}.`,
  });
}

/** Words that people put where a date belongs. */
const words = ['today', 'tomorrow', 'yesterday', 'never', 'later'];

/** The dates that `03/04/2026` may mean, in words. */
function readings({ suggestions }: InvalidDate): string {
  return `which can be read as ${suggestions.map(inWords).join(' or as ')}`;
}

function inWords(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-').map(Number);
  return `${day} ${monthNames[(month ?? 1) - 1]} ${year}`;
}

const monthNames = 'January February March April May June July August September October November December'.split(' ');

const reasons: Record<Exclude<InvalidDate['reason'], 'ambiguous'>, string> = {
  'not-a-date': 'which is no date',
  'no-such-date': 'a moment that does not exist',
};
