import type { SourceFile } from '../../source/source-file.ts';
import { type FieldName, fieldNames, foldName } from '../field-names.ts';
import { type ContentOptions, type FieldNames, isHiding } from '../options.ts';
import { limits } from '../parse/limits.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { findValues } from './find-values.ts';
import { pathDate, pathName } from './path-name.ts';
import { toText } from './read-fields.ts';

/** Whether a file lies below a folder of templates. */
export function isInTemplates(path: string, options: ContentOptions): boolean {
  const folded = `/${path.toLowerCase()}`;
  return (
    isHiding('template', options) &&
    ((options.hasTemplates && /(?:^|\/)(?:Templates|TEMPLATES)\//.test(path)) ||
      options.templates.some((folder) => folded.includes(`/${folder.toLowerCase()}/`)))
  );
}

/**
 * Whether a file lies below a folder of templates, or its date or its title is a placeholder, which a program fills in when it makes a file
 * of this one. With `hasTemplates`, in a folder called `templates`, which may be a topic, only what has a date, a title
 * and no placeholder is none.
 */
export function isTemplate(parsed: ParsedFile, options: ContentOptions): boolean {
  const isFilled = (field: FieldName): boolean => findValues(parsed, field, options).some(({ value }) => toText(value));
  return (
    isInTemplates(parsed.path, options) ||
    (['publish_at', 'published_at', 'title'] as const).some((field) =>
      findValues(parsed, field, options).some(({ value }) => isPlaceholder(field, toText(value) ?? '')),
    ) ||
    (options.hasTemplates &&
      /(?:^|\/)templates\//.test(parsed.path) &&
      isHiding('template', options) &&
      (!(isFilled('publish_at') || isFilled('published_at') || pathDate(pathName(parsed.path)) !== null) ||
        !(isFilled('title') || /^#\s/m.test(parsed.body)) ||
        /\{\{\s*(?:date|time|title)\b|<%[*_-]?\s*tp\./i.test(parsed.body)))
  );
}

/** A title may speak of placeholders; a date never holds one. */
function isPlaceholder(field: FieldName, text: string): boolean {
  return field === 'title' ? /^\s*(?:\{\{.*\}\}|<%.*%>)\s*$/s.test(text) : /\{\{|<%|\$[({]/.test(text);
}

/**
 * Why a file whose front matter cannot be parsed is no article all the same: it is a template, or nothing that looks like a date is in its
 * front matter, its path or git. Null for what may be an article.
 */
export function findUnparsedReason(
  { path, gitDates }: SourceFile,
  text: string,
  { frontMatter }: ContentOptions,
): 'template' | 'no-date' | null {
  // What stands above the fence that closes it; of front matter without one, all.
  const [lines = ''] = text
    .slice(0, limits.length)
    .trimStart()
    .split(/\n(?:-{3,}|\+{3,}|;{3}|\.{3})[ \t]*(?:\n|$)/, 1);
  const dates = namesOf(['publish_at', 'published_at'], frontMatter);
  const titles = namesOf(['title'], frontMatter);
  let isDated =
    Boolean(gitDates?.first) || pathDate(pathName(path)) !== null || /\d{4}\/\d{1,2}\/\d{1,2}\//.test(lines);
  for (const { 1: key = '', 2: rest = '' } of lines.matchAll(keyed)) {
    const isDate = dates.has(lastName(key));
    if ((isDate || titles.has(lastName(key))) && /\{\{|<%/.test(rest)) return 'template';
    if (isDate && /[^\s"',]/.test(rest)) isDated = true;
  }
  return isDated ? null : 'no-date';
}

/** Each key of a line, and the rest of the line behind its colon. */
const keyed = /([\p{L}_][\p{L}\p{N}_.-]{0,49}(?: [\p{L}\p{N}_-]{1,20})?)["']?[ \t]{0,20}[:=](?=([^\n]{0,200}))/gu;

function namesOf(fields: readonly FieldName[], configured: FieldNames): ReadonlySet<string> {
  return new Set(fields.flatMap((field) => [...fieldNames[field], ...(configured[field] ?? [])]).map(lastName));
}

/** What of a name stands at its value, folded. */
function lastName(name: string): string {
  return foldName(name.slice(name.lastIndexOf('.') + 1));
}
