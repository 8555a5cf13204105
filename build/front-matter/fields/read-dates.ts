import { splitWords } from '../../package/split-words.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportWarning, topOfFile } from '../../problems/report-problem.ts';
import { checkDate } from '../dates/date-problems.ts';
import { type ContentOptions, isHiding } from '../options.ts';
import type { ArticleFields, FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf, toSwitch } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { type FoundValue, findValues } from './find-values.ts';
import { pathDate, pathName } from './path-name.ts';
import { toText, wrongType } from './read-fields.ts';

type DateField = 'publish_at' | 'published_at' | 'updated_at' | 'embargo' | 'expiry';

/**
 * The date of a field in seconds; null where front matter gives none, and null with a problem where it gives an invalid
 * one. A value under any name of the field must be a date, since the article would be published at another moment
 * without it; only of an update, another program's word is ignored.
 */
export function readDate(parsed: ParsedFile, field: DateField, options: ContentOptions): Result<number | null> {
  const found = findDate(parsed, field, options);
  return found === null ? { value: null, problems: [] } : readFound(parsed, field, found, options);
}

/** Each date of a field that hides an article for some time. A switch, and a word such as `never`, is none. */
export function readMoments(
  parsed: ParsedFile,
  field: 'embargo' | 'expiry',
  options: ContentOptions,
): (FoundValue & { date: Result<number | null> })[] {
  return findValues(parsed, field, options).flatMap((found) => {
    const value = findOnly(found.value);
    const isDate =
      toSwitch(value.value) === null && !/^(?:never|none|no|forever|-)$/i.test(toText(value)?.trim() ?? '');
    if (!isDate || !isHiding(found.name, options)) return [];
    return { ...found, date: readFound(parsed, field, { ...found, value }, options) };
  });
}

function readFound(
  parsed: ParsedFile,
  field: DateField,
  found: FoundValue,
  options: ContentOptions,
): Result<number | null> {
  const { name, value, isOwnName } = found;
  const text = toText(value);
  const isText = text !== null && typeof value.value !== 'boolean';
  const fix = `Write \`${writeKey(parsed.syntax, name, '2026-02-24')}\`.`;
  const date = isText
    ? checkDate(parsed, value, {
        text,
        shown: `\`${name}: ${text.trim()}\``,
        key: name,
        timeZone: zoneOf(value, text, options),
      })
    : { value: null, problems: [wrongType(parsed.path, found, expectedOf('publish_at'), fix)] };
  if (field !== 'updated_at' || isOwnName) return date;
  return { ...date, problems: date.problems.map((problem) => ({ ...problem, severity: 'warning' })) };
}

function zoneOf({ source }: FrontMatterValue, text: string, { timeZone, plainInUtc }: ContentOptions): string {
  return plainInUtc && source !== null && moment.test(text.trim()) ? 'UTC' : timeZone;
}

/** A moment in YAML 1.1, which is in UTC if it names no zone. */
const moment = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?$/;

/** The value that should be the date of a field; null without one. */
export function findDate(parsed: ParsedFile, field: DateField, options: ContentOptions): FoundValue | null {
  for (const found of findValues(parsed, field, options)) {
    const value = findOnly(found.value);
    if (isMeant(found.name, value)) return { ...found, value };
  }
  return null;
}

/** The only item of a list; of a list in a list, which `[[Aug 8th, 2021]]` is in YAML, the text. */
function findOnly(value: FrontMatterValue): FrontMatterValue {
  const [only, another] = Array.isArray(value.value) ? (value.children?.values() ?? []) : [];
  if (only === undefined || another !== undefined) return value;
  const texts = Array.isArray(only.value) ? Array.from(only.children?.values() ?? [], toText) : [];
  return texts.length === 0 || texts.includes(null) ? only : { ...value, value: texts.join(', '), source: null };
}

/** Names that are words of their own: text without a number under them is not meant as a date. */
const plainWords = new Set(
  splitWords('created added published publish posted updated modified last_updated last_modified last_edited'),
);

/** Dates that programs write where they have none: Go's and MySQL's. */
const noDate = /^(?:0001-01-01(?:[T ]00:00:00Z?)?|0000-00-00(?:[T ]00:00:00Z?)?)$/;

/** Words for dates that the file or git has. */
const askingGit = /^(?:git )?(?:last modified|created)$/i;

function isMeant(name: string, value: FrontMatterValue): boolean {
  if (value.value === false) return false;
  const text = toText(value)?.trim();
  if (text !== undefined && (noDate.test(text) || askingGit.test(text))) return false;
  // A year alone is that of a book.
  if (/^\d{4}$/.test(text ?? '')) return name === 'date' || name === 'publish_at';
  if (!plainWords.has(name)) return true;
  return text !== undefined && /\p{Nd}/u.test(text) && toSwitch(value.value) === null;
}

/**
 * The moment from which an article is served, in seconds: its date, or the end of an embargo, if that is later. Null
 * without either, and null with problems for an invalid one.
 */
export function readPublishAt(
  parsed: ParsedFile,
  published: Result<number | null>,
  options: ContentOptions,
): Result<number | null> {
  const embargoes = readMoments(parsed, 'embargo', options).map((found) => found.date);
  const date = readOwnDate(parsed, published, options);
  if (embargoes.length === 0) return date;
  const problems = [date, ...embargoes].flatMap((each) => each.problems);
  const values = [date, ...embargoes].flatMap(({ value }) => value ?? []);
  return { value: problems.length > 0 || values.length === 0 ? null : Math.max(...values), problems };
}

/**
 * The date of an article, in seconds: of its front matter, else its path, else `published`, which is what front matter
 * has under `published_at`, else git. The date on which a file was created comes after all others of front matter. Null
 * without a date, and null with a problem for an invalid one.
 */
function readOwnDate(
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
  const shown = `\`${text}\` in the path`;
  return checkDate(parsed, topOfFile, { text, shown, key: 'publish_at', timeZone: options.timeZone });
}

/** The date in an address that front matter gives (`path: 2016/07/25/name`), as `2016-07-25`; null without one. */
export function addressDate(parsed: ParsedFile, options: ContentOptions): string | null {
  for (const { value } of findValues(parsed, 'slug', options)) {
    const days = typeof value.value === 'string' ? /(?:^|\/)(\d{4}\/\d{1,2}\/\d{1,2})(?=\/)/.exec(value.value) : null;
    if (days?.[1] !== undefined) return days[1].replaceAll('/', '-');
  }
  return null;
}

/**
 * Warns of dates before 1970 and of those a hundred years after `now`, which is in seconds: most are typing errors, or
 * of another calendar.
 */
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
      found: `${found}, which ${seconds < 0 ? 'is before 1970' : `is ${year - new Date(now * 1000).getUTCFullYear()} years in the future`}`,
      expected: 'the year in which the article is published, in the Gregorian calendar',
      fix: `Correct the year, as in \`${writeKey(parsed.syntax, written?.name ?? 'publish_at', '2026-02-24')}\`. If the year is right, keep it.`,
    };
    return [reportWarning('far-date', parsed.path, written?.value ?? topOfFile, problem)];
  });
}

const century = 100 * 365.25 * 86_400;
