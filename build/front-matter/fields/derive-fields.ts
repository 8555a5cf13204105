import type { Problem, Result } from '../../problems/problem.ts';
import { reportWarning, topOfFile } from '../../problems/report-problem.ts';
import { parseDate } from '../dates/parse-date.ts';
import { fieldNames, foldName, isKnownName } from '../field-names.ts';
import { type ContentOptions, isHiding } from '../options.ts';
import type { ArticleFields, FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findHidden, type Hidden, isDraft } from './find-hidden.ts';
import { findMisspelt, isMisspeltDate } from './find-misspelt.ts';
import { findValues } from './find-values.ts';
import { isTemplate } from './no-article.ts';
import { isProjectFile, plainPath } from './path-name.ts';
import { findFarDates, readDate, readPublishAt } from './read-dates.ts';
import { readDeclared } from './read-declared.ts';
import { readAuthorDetails, readDetails } from './read-details.ts';
import { readAliases, readId, readImage, readImageAlt, readText } from './read-fields.ts';
import { readSlug, slugFromPath } from './read-slug.ts';

/** What became of a file. */
export type Outcome =
  | { kind: 'article'; fields: ArticleFields }
  /** An article that is not published. */
  | ({ kind: 'hidden' } & Hidden)
  /** No article: a file that writes no page (`permalink: false`), a template, or an undated one. */
  | { kind: 'skipped'; reason: 'no-page' | 'template' | 'no-date' }
  /** Its errors are among the problems. */
  | { kind: 'invalid' };

/** Front matter and path → the fields of an article. `now`, in seconds, is what an expiry date is compared with. */
export function deriveFields(parsed: ParsedFile, options: ContentOptions, now: number): Result<Outcome> {
  if (isHiding('no-page', options) && writesNoPage(parsed, options))
    return { value: { kind: 'skipped', reason: 'no-page' }, problems: [] };
  if (isTemplate(parsed, options)) {
    return { value: { kind: 'skipped', reason: 'template' }, problems: [] };
  }
  const hidden = findHidden(parsed, options, now);
  if (hidden.value !== null) return { value: { kind: 'hidden', ...hidden.value }, problems: hidden.problems };
  const published = readDate(parsed, 'published_at', options);
  const written = readPublishAt(parsed, published, options);
  const isProject = parsed.syntax === null && isProjectFile(parsed.path);
  const isHiddenDraft = options.drafts === true && isDraft(parsed, options);
  const isUndated = written.value === null && written.problems.length === 0;
  const publishAt = isUndated && isHiddenDraft && !isProject ? { value: dateOfUndated, problems: [] } : written;
  const isDated = publishAt.value !== null || publishAt.problems.length > 0;
  const misspelt = findMisspelt(parsed, options, isDated);
  if (!isDated) {
    const isReported = isProject || [...parsed.frontMatter.keys()].some((key) => isMisspeltDate(key, options));
    const undated = isReported ? [] : [noDate(parsed, options)];
    // Nothing of it is published, so no slip can be an error.
    const problems = [...misspelt, ...undated].map((problem): Problem => ({ ...problem, severity: 'warning' }));
    return { value: { kind: 'skipped', reason: 'no-date' }, problems };
  }
  const { value: fields, problems: more } = readFields(parsed, published, options);
  // An invalid `published_at` may be among both.
  const problems = [...new Set([...hidden.problems, ...misspelt, ...publishAt.problems, ...more])];
  const { slug } = fields;
  if (slug === null || publishAt.value === null || problems.some(({ severity }) => severity === 'error')) {
    return { value: { kind: 'invalid' }, problems };
  }
  const article: ArticleFields = { ...fields, slug, publish_at: publishAt.value };
  if (options.drafts) article.hidden = isHiddenDraft ? 'draft' : article.publish_at > now ? 'scheduled' : null;
  if (publishAt === written) problems.push(...findFarDates(parsed, article, options, now));
  return { value: { kind: 'article', fields: article }, problems };
}

/** Of a draft that has no date yet, so that it stands first: 9999-12-31T00:00:00Z. */
const dateOfUndated = Date.UTC(9999, 11, 31) / 1000;

/**
 * The fields that a file would have as an article, as far as they can be read, for the preview of hidden and invalid files. A
 * missing or invalid date becomes `otherwise`, in seconds; an invalid slug becomes that of the path.
 */
export function deriveRegardless(
  parsed: ParsedFile,
  options: ContentOptions,
  otherwise: number,
): { fields: ArticleFields; isDated: boolean } {
  const published = readDate(parsed, 'published_at', options);
  const { value: publishAt } = readPublishAt(parsed, published, options);
  const { value: fields } = readFields(parsed, published, options);
  const slug = fields.slug ?? slugFromPath(fields.plainPath ?? parsed.path);
  return { fields: { ...fields, slug, publish_at: publishAt ?? otherwise }, isDated: publishAt !== null };
}

/** All fields but `publish_at`; the slug is null where it is invalid. */
type ReadFields = Omit<ArticleFields, 'slug' | 'publish_at'> & { slug: string | null };

function readFields(parsed: ParsedFile, published: Result<number | null>, options: ContentOptions): Result<ReadFields> {
  const problems: Problem[] = [];
  const take = <Value>(result: Result<Value>): Value => {
    problems.push(...result.problems);
    return result.value;
  };
  const slug = take(readSlug(parsed, options))?.slug ?? null;
  const plain = plainPath(parsed.path, options);
  const details = readDetails(parsed, options);
  const authorDetails = readAuthorDetails(parsed, details.authors, options);
  const image = take(readImage(parsed, options));
  const alt = image && readImageAlt(parsed, options);
  const value = {
    slug,
    ...(plain !== parsed.path && { plainPath: plain }),
    id: take(readId(parsed, options)),
    title: take(readText(parsed, 'title', options)),
    excerpt: take(readText(parsed, 'excerpt', options)),
    meta_title: take(readText(parsed, 'meta_title', options)),
    meta_description: take(readText(parsed, 'meta_description', options)),
    header_image: image,
    published_at: take(published),
    updated_at: take(readDate(parsed, 'updated_at', options)) ?? parsed.gitDates?.last ?? null,
    aliases: take(readAliases(parsed, slug, options)),
    details,
    ...(options.fields.length > 0 && { declared: take(readDeclared(parsed, options)) }),
    ...(alt !== null && { alt }),
    ...(authorDetails !== null && { authorDetails }),
  };
  return { value, problems };
}

/** Whether a file is input of other files, and no page. */
function writesNoPage(parsed: ParsedFile, options: ContentOptions): boolean {
  return findValues(parsed, 'slug', options).some(
    ({ name, value }) => name.endsWith('permalink') && value.value === false,
  );
}

const dateNames: ReadonlySet<string> = new Set(fieldNames.publish_at.map(foldName));

function noDate({ path, frontMatter, syntax }: ParsedFile, { timeZone }: ContentOptions): Problem {
  const [other] = [...frontMatter].find((field) => isOtherDate(field, timeZone)) ?? [];
  const setting = other === undefined ? null : `frontMatter: { publish_at: ${JSON.stringify(other)} }`;
  const empty = [...frontMatter].find(([key]) => dateNames.has(foldName(key)));
  const found =
    empty !== undefined
      ? `\`${empty[0]}\` without a date, and no date in the path. The file is not published`
      : frontMatter.has('updated_at')
        ? '`updated_at`, but no `publish_at`. Without `publish_at`, the file is not published'
        : 'no date in the front matter or the path. The file is not published';
  const rest =
    setting === null ? '' : ` If \`${other}\` is the date, add \`${setting}\` there. This holds for all files.`;
  const problem = reportWarning('no-date', path, empty?.[1].key ?? topOfFile, {
    found,
    expected: `${expectedOf('publish_at')}, under \`publish_at\` or at the start of the file name`,
    fix: `Write the date in the front matter, as in \`${writeKey(syntax, 'publish_at', '2026-02-24')}\`, or add the file to \`exclude\` in galley.config.yaml.${rest}`,
  });
  return setting === null ? problem : { ...problem, setting };
}

/** Whether a key that nothing reads holds a date, which may be that of the article. */
function isOtherDate([key, { value, source }]: [string, FrontMatterValue], timeZone: string): boolean {
  if (isKnownName(key) || /^(?:end|event|due|until|deadline|expir|valid|remind|start)/i.test(key)) return false;
  const text = source ?? (typeof value === 'string' ? value : '');
  return /^\s*\d{4}\D/.test(text) && 'seconds' in parseDate(text, timeZone);
}
