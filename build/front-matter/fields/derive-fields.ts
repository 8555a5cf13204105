import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { parseDate } from '../dates/parse-date.ts';
import { fieldNames } from '../field-names.ts';
import type { ArticleFields, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { addressDate } from './address-date.ts';
import { findHidden, type Hidden } from './find-hidden.ts';
import { findMisspelt } from './find-misspelt.ts';
import { findValues } from './find-values.ts';
import { pathDate } from './path-date.ts';
import { pathName } from './path-name.ts';
import { readAliases } from './read-aliases.ts';
import { badDate, readDate } from './read-date.ts';
import { readId } from './read-id.ts';
import { readImage } from './read-image.ts';
import { readSlug } from './read-slug.ts';
import { readText } from './read-text.ts';

/** What became of a file. */
export type Outcome =
  | { kind: 'article'; fields: ArticleFields }
  /** An article that is kept back. */
  | ({ kind: 'hidden' } & Hidden)
  /** No article: a file that writes no page (`permalink: false`), or an undated one. */
  | { kind: 'left-out'; reason: 'no-page' | 'no-date' }
  /** Its errors are among the problems. */
  | { kind: 'faulty' };

/** Front matter and path → the fields of an article. `now`, in seconds, is what an expiry is held against. */
export function deriveFields(parsed: ParsedFile, now: number): { outcome: Outcome; problems: Problem[] } {
  if (writesNoPage(parsed)) return settle({ kind: 'left-out', reason: 'no-page' });
  const problems: Problem[] = [];
  const hidden = findHidden(parsed, now, problems);
  if (hidden !== null) return settle({ kind: 'hidden', ...hidden });
  findMisspelt(parsed, problems);
  const publishAt = readPublishAt(parsed, problems);
  if (publishAt === null) {
    const misspelt = problems.filter(({ code }) => code === 'misspelt-key');
    return settle({ kind: 'left-out', reason: 'no-date' }, [...misspelt, noDate(parsed)]);
  }

  const fields = readFields(parsed, publishAt, problems);
  const faulty = fields === null || problems.some(({ severity }) => severity === 'error');
  return settle(faulty ? { kind: 'faulty' } : { kind: 'article', fields }, problems);
}

function settle(outcome: Outcome, problems: Problem[] = []): ReturnType<typeof deriveFields> {
  return { outcome, problems };
}

/**
 * The fields that a file would have as an article, whatever keeps it back, as far as they can be read: `otherwise`, in
 * seconds, stands for a date that is missing or faulty, and the path for a slug that cannot be one.
 */
export function deriveRegardless(
  parsed: ParsedFile,
  otherwise: number,
): { fields: ArticleFields | null; isDated: boolean } {
  const date = readPublishAt(parsed, []);
  const isDated = date !== null && !Number.isNaN(date);
  const publishAt = isDated ? date : otherwise;
  const slugs = new Set(findValues(parsed, 'slug').map(({ name }) => name.toLowerCase()));
  const others = new Map([...parsed.frontMatter].filter(([name]) => !slugs.has(name.toLowerCase())));
  const fields = readFields(parsed, publishAt, []) ?? readFields({ ...parsed, frontMatter: others }, publishAt, []);
  const known = (seconds: number | null): number | null => (Number.isNaN(seconds) ? null : seconds);
  if (fields === null) return { fields, isDated };
  const { published_at, updated_at } = fields;
  return { fields: { ...fields, published_at: known(published_at), updated_at: known(updated_at) }, isDated };
}

/** Null where there is no slug to go by. */
function readFields(parsed: ParsedFile, publishAt: number, problems: Problem[]): ArticleFields | null {
  const slug = readSlug(parsed, problems)?.slug ?? null;
  const fields = {
    id: readId(parsed, problems),
    title: readText(parsed, 'title', problems),
    excerpt: readText(parsed, 'excerpt', problems),
    meta_title: readText(parsed, 'meta_title', problems),
    meta_description: readText(parsed, 'meta_description', problems),
    header_image: readImage(parsed, problems),
    publish_at: publishAt,
    published_at: readDate(parsed, 'published_at', problems),
    updated_at: readDate(parsed, 'updated_at', problems) ?? parsed.gitDates?.last ?? null,
    aliases: readAliases(parsed, slug ?? '', problems),
  };
  return slug === null ? null : { ...fields, slug };
}

/** Eleventy's way to say that a file is input to others and no page. */
function writesNoPage(parsed: ParsedFile): boolean {
  return findValues(parsed, 'slug').some(({ name, value }) => name === 'permalink' && value.value === false);
}

/** Seconds; null without a date, NaN for a faulty one. What appeared on a day, and says no more, is served from then on. */
function readPublishAt(parsed: ParsedFile, problems: Problem[]): number | null {
  const written = readDate(parsed, 'publish_at', problems) ?? readPathDate(parsed, problems);
  // Its faults are told as those of the field that it is.
  return written ?? readDate(parsed, 'published_at', []) ?? parsed.gitDates?.first ?? null;
}

/** Seconds; null without a date in the path, NaN for one that does not exist. */
function readPathDate(parsed: ParsedFile, problems: Problem[]): number | null {
  const text = pathDate(pathName(parsed.path)) ?? addressDate(parsed);
  if (text === null) return null;
  const date = parseDate(text, parsed.reading?.timeZone);
  if ('seconds' in date) return date.seconds;
  problems.push(badDate(parsed, topOfFile, `\`${text}\` in the path`, 'publish_at', date));
  return Number.NaN;
}

const dateNames = new Set<string>(fieldNames.publish_at.map((name) => name.toLowerCase()));

function noDate({ path, frontMatter, syntax }: ParsedFile): Problem {
  const empty = [...frontMatter].find(([key]) => dateNames.has(key.toLowerCase()));
  const hasOther = frontMatter.has('updated_at');
  return reportProblem(
    'no-date',
    path,
    empty?.[1].key ?? topOfFile,
    {
      found:
        empty !== undefined
          ? `\`${empty[0]}\` without a date, and none in the path, so no article`
          : hasOther
            ? 'no `publish_at`, which alone says from when an article is served'
            : 'no date in the front matter or the path, so no article',
      expected: `${expectedOf('publish_at')}, under \`publish_at\` or in front of the file's name`,
      fix: `Write \`${writeKey(syntax, 'publish_at', '2026-02-24')}\` with its date in the front matter, or \`exclude\` the file in galley.config.yaml.`,
    },
    'warning',
  );
}
