import { topOfFile } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import { badDate } from '../dates/bad-date.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { addressDate } from './address-date.ts';
import { pathDate } from './path-date.ts';
import { pathName } from './path-name.ts';
import { findDate, readDate } from './read-date.ts';

/**
 * The moment from which an article is served, in seconds: of its front matter, else its path, else `published`, which is what
 * front matter has under `published_at`, else git. When a file was created goes behind all of front matter. Null without a date,
 * and null with a problem for an invalid one.
 */
export function readPublishAt(
  parsed: ParsedFile,
  published: Result<number | null>,
  options: ContentOptions,
): Result<number | null> {
  const isCreation = /creat|added/.test(findDate(parsed, 'publish_at', options)?.name ?? '');
  for (const read of [
    ...(isCreation ? [() => published] : []),
    () => readDate(parsed, 'publish_at', options),
    () => readPathDate(parsed, options),
    () => published,
  ]) {
    const date = read();
    if (date.value !== null || date.problems.length > 0) return date;
  }
  return { value: parsed.gitDates?.first ?? null, problems: [] };
}

function readPathDate(parsed: ParsedFile, options: ContentOptions): Result<number | null> {
  const text = pathDate(pathName(parsed.path)) ?? addressDate(parsed, options);
  if (text === null) return { value: null, problems: [] };
  const date = parseDate(text, options.timeZone);
  if ('seconds' in date) return { value: date.seconds, problems: [] };
  return { value: null, problems: [badDate(parsed, topOfFile, `\`${text}\` in the path`, 'publish_at', date)] };
}
