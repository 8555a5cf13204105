import type { Problem } from '../../problems/problem.ts';
import type { Result } from '../../problems/result.ts';
import { badDate } from '../dates/bad-date.ts';
import { doubtfulDate } from '../dates/doubtful-date.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { toSwitch } from '../to-switch.ts';
import { writeKey } from '../write-key.ts';
import { type FoundValue, findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

type DateField = 'publish_at' | 'published_at' | 'updated_at' | 'expiry';

/**
 * The date of a field in seconds; null where front matter gives none, and null with a problem where it gives an invalid one.
 * A value under any name of the field must be a date, for to pass it over would publish the article at another moment; only
 * of an update, another program's word is passed over.
 */
export function readDate(parsed: ParsedFile, field: DateField, options: ContentOptions): Result<number | null> {
  const found = findDate(parsed, field, options);
  if (found === null) return { value: null, problems: [] };
  const { name, value, isOwnName } = found;
  const severity = field === 'updated_at' && !isOwnName ? 'warning' : 'error';
  const text = toText(value);
  if (text === null || typeof value.value === 'boolean') {
    const fix = `Write \`${writeKey(parsed.syntax, name, '2026-02-24')}\`.`;
    const problem = wrongType(parsed.path, name, value, expectedOf('publish_at'), fix);
    return { value: null, problems: [{ ...problem, severity }] };
  }
  const date = parseDate(text, options.timeZone);
  const shown = `\`${name}: ${text.trim()}\``;
  if ('reason' in date) {
    return { value: null, problems: [{ ...badDate(parsed, value, shown, name, date, text), severity }] };
  }
  const problems: Problem[] = date.doubt === undefined ? [] : [doubtfulDate(parsed, value, shown, name, date)];
  return { value: date.seconds, problems };
}

/** The value that should be the date of a field; null without one. */
export function findDate(parsed: ParsedFile, field: DateField, options: ContentOptions): FoundValue | null {
  return findValues(parsed, field, options).find(({ name, value }) => isMeant(name, value)) ?? null;
}

/** Names that are words of their own: what is no number under them is no attempt at a date. */
const plainWords = new Set([
  ...['created', 'added', 'published', 'publish', 'posted', 'updated', 'modified'],
  ...['last_updated', 'last_modified', 'last_edited'],
]);

/** Dates that programs write where they have none: Go's and MySQL's. */
const noDate = /^(?:0001-01-01(?:[T ]00:00:00Z?)?|0000-00-00(?:[T ]00:00:00Z?)?)$/;

/** Words for dates that the file or git has. */
const askingGit = /^(?:git )?(?:last modified|created)$/i;

function isMeant(name: string, value: FrontMatterValue): boolean {
  if (value.value === false) return false;
  const text = toText(value)?.trim();
  if (text !== undefined && (noDate.test(text) || askingGit.test(text))) return false;
  if (!plainWords.has(name)) return true;
  return text !== undefined && /\p{Nd}/u.test(text) && toSwitch(value.value) === null;
}
