import type { Result } from '../../problems/result.ts';
import { badDate } from '../dates/bad-date.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The date of a field in seconds; null where front matter gives none, and null with a problem where it gives a faulty one.
 * A value under any name of the field must be a date: to pass it over would publish the article at another moment.
 */
export function readDate(
  parsed: ParsedFile,
  field: 'publish_at' | 'published_at' | 'updated_at' | 'expiry',
  options: ContentOptions,
): Result<number | null> {
  const found = findValues(parsed, field, options).find(({ value }) => value.value !== false);
  if (found === undefined) return { value: null, problems: [] };
  const { name, value } = found;
  const text = toText(value);
  if (text === null || typeof value.value === 'boolean') {
    const fix = `Write \`${writeKey(parsed.syntax, name, '2026-02-24')}\`.`;
    return { value: null, problems: [wrongType(parsed.path, name, value, expectedOf('publish_at'), fix)] };
  }
  const date = parseDate(text, options.timeZone);
  if ('seconds' in date) return { value: date.seconds, problems: [] };
  return { value: null, problems: [badDate(parsed, value, `\`${name}: ${text.trim()}\``, name, date, text)] };
}
