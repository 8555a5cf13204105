import type { Position, Problem } from '../problem.ts';
import { reportProblem } from '../report-problem.ts';
import type { ParsedFile } from '../stages.ts';
import { findValues } from './find-values.ts';
import { expectedOf } from './front-matter.ts';
import { type DateFault, parseDate } from './parse-date.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The date of a field in seconds; null where front matter gives none, NaN where it gives a faulty one. Dates are held
 * to be dates under every name, since passing one over would publish the article at another moment.
 */
export function readDate(
  parsed: ParsedFile,
  field: 'publish_at' | 'published_at' | 'updated_at' | 'expiry',
  problems: Problem[],
): number | null {
  for (const { name, value } of findValues(parsed.frontMatter, field)) {
    if (value.value === false) continue;
    const text = toText(value);
    if (text === null || typeof value.value === 'boolean') {
      problems.push(wrongType(parsed.path, name, value, expectedOf('publish_at'), `Write \`${name}: 2026-02-24\`.`));
      return Number.NaN;
    }
    const date = parseDate(text);
    if ('seconds' in date) return date.seconds;
    problems.push(badDate(parsed.path, value, `\`${name}: ${text.trim()}\``, name, date));
    return Number.NaN;
  }
  return null;
}

/** The problem of a text that is no date; `key` is where a date belongs. */
export function badDate(path: string, at: Position, found: string, key: string, fault: DateFault): Problem {
  const suggested = fault.suggestions.map((date) => `\`${key}: ${date}\``).join(' or ');
  return reportProblem('bad-date', path, at, {
    found: `${found}, ${reasons[fault.fault]}`,
    expected: expectedOf('publish_at'),
    mend: suggested === '' ? `Write \`${key}: \` with year, month and day, such as 2026-02-24.` : `Write ${suggested}.`,
  });
}

const reasons: Record<DateFault['fault'], string> = {
  'not-a-date': 'which is no date',
  'no-such-date': 'a moment that does not exist',
  ambiguous: 'in which day and month cannot be told apart for certain',
};
