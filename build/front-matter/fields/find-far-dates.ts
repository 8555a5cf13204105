import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import type { ContentOptions } from '../options.ts';
import type { ArticleFields, ParsedFile } from '../parsed-file.ts';
import { writeKey } from '../write-key.ts';
import { findDate } from './read-date.ts';
import { toText } from './read-text.ts';

/** Warns of dates before 1970 and of those a hundred years after `now`, which is in seconds: most are slips, or of another calendar. */
export function findFarDates(
  parsed: ParsedFile,
  fields: Pick<ArticleFields, 'publish_at' | 'published_at' | 'updated_at'>,
  options: ContentOptions,
  now: number,
): Problem[] {
  return (['publish_at', 'published_at', 'updated_at'] as const).flatMap((field) => {
    const seconds = fields[field];
    if (seconds === null || (seconds >= 0 && seconds < now + century)) return [];
    const written = findDate(parsed, field, options);
    const year = new Date(seconds * 1000).getUTCFullYear();
    const found =
      written === null ? `a date in the year ${year}` : `\`${written.name}: ${toText(written.value)?.trim()}\``;
    const problem = {
      found: `${found}, which ${seconds < 0 ? 'lies before 1970' : `lies ${year - new Date(now * 1000).getUTCFullYear()} years ahead`}`,
      expected: 'the year in which the article appears, in the calendar that begins with year 1 as 2026 does',
      fix: `Correct the year, as in \`${writeKey(parsed.syntax, written?.name ?? 'publish_at', '2026-02-24')}\`, or leave it if it is right.`,
    };
    return [reportProblem('far-date', parsed.path, written?.value ?? topOfFile, problem, 'warning')];
  });
}

const century = 100 * 365.25 * 86_400;
