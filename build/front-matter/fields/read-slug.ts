import type { Position, Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { pathDate } from './path-date.ts';
import { pathName, splitDate } from './path-name.ts';
import { toText, wrongType } from './read-text.ts';
import { addressSegment, cleanSlug, decodeSegment, isSlug, lastSegment } from './slug.ts';

export interface ReadSlug {
  slug: string;
  /** Whether the author wrote it as a slug: then it is never changed. One from an address or the path may be. */
  explicit: boolean;
  /** The last segment of an address, or the name of the file, that can be no slug, so that another one was made of it; null for none. */
  unfit: string | null;
  /** The value it comes from, else the top of the file. */
  at: Position;
}

/**
 * The slug that front matter gives, else that of the path. A `slug` with signs that none can have is brought into form, and told;
 * a list or a mapping is an error.
 */
export function readSlug(parsed: ParsedFile, options: ContentOptions): Result<ReadSlug | null> {
  let unfit: Pick<ReadSlug, 'unfit' | 'at'> | null = null;
  for (const { name, isOwnName, value } of findValues(parsed, 'slug', options)) {
    const text = toText(value);
    if (isOwnName && text === null) {
      const fix = `Write \`${writeKey(parsed.syntax, 'slug', slugFromPath(parsed.path))}\`.`;
      return { value: null, problems: [wrongType(parsed.path, name, value, expectedOf('slug'), fix)] };
    }
    const written = readWritten(text, name, value);
    if (written !== null) return { value: written, problems: [] };
    if (isOwnName && text !== null && !isRoot(text)) {
      const slug = bringIntoForm(parsed, text);
      const at = { line: value.line, column: value.column };
      return { value: { slug, explicit: true, unfit: null, at }, problems: [badSlug(parsed, text, slug, value)] };
    }
    const segment = typeof value.value === 'string' ? addressSegment(value.value) : null;
    if (segment !== null) unfit ??= { unfit: segment, at: { line: value.line, column: value.column } };
  }
  const fromPath = readPath(parsed.path);
  unfit ??= { unfit: fromPath.unfit, at: topOfFile };
  return { value: { slug: fromPath.slug, explicit: false, ...unfit }, problems: [] };
}

/** A slug as written, or the last segment of an address, which other programs write under `slug` too. */
function readWritten(text: string | null, name: string, value: FrontMatterValue): ReadSlug | null {
  if (text === null) return null;
  const whole = text.trim().normalize('NFC');
  const at = { line: value.line, column: value.column };
  if ((name === 'slug' || name === 'postSlug') && !whole.includes('/')) {
    const decoded = decodeSegment(whole).normalize('NFC');
    return isSlug(decoded) ? { slug: decoded, explicit: true, unfit: null, at } : null;
  }
  const slug = typeof value.value === 'string' ? lastSegment(whole) : null;
  return slug === null ? null : { slug, explicit: false, unfit: null, at };
}

/** The front page of a site: its path gives a better slug. */
function isRoot(text: string): boolean {
  return /^[\s/]*$/.test(text);
}

function badSlug(parsed: ParsedFile, text: string, slug: string, at: Position): Problem {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const problem = {
    found: `\`slug: ${shown}\`, which is read as \`${slug}\``,
    expected: expectedOf('slug'),
    fix: `Write \`${writeKey(parsed.syntax, 'slug', slug)}\`, or leave \`slug\` out.`,
  };
  return reportProblem('bad-slug', parsed.path, at, problem, 'warning');
}

/** The nearest slug to a text; that of the path where nothing of it can stay. */
function bringIntoForm(parsed: ParsedFile, text: string): string {
  const last = decodeSegment(text.split('/').findLast((segment) => segment.trim() !== '') ?? '');
  const cleaned = cleanSlug(last);
  if (isSlug(cleaned)) return cleaned;
  const led = cleanSlug(`article-${cleaned}`);
  return cleaned !== '' && isSlug(led) ? led : slugFromPath(parsed.path);
}

/**
 * File name without its date; with the date of its folders or the nearest folder in front where that leaves nothing but digits. Always a
 * slug.
 */
export function slugFromPath(path: string): string {
  return readPath(path).slug;
}

/** The slug of a path, and the name of its file or folder where that alone can be none. */
function readPath(path: string): Pick<ReadSlug, 'slug' | 'unfit'> {
  const parts = pathName(path);
  const { own, bare, folders } = parts;
  const name = cleanSlug(bare) || cleanSlug(own);
  if (isSlug(name)) return { slug: name, unfit: null };
  const date = parts.date === null ? (pathDate(parts) ?? '') : '';
  for (const folder of [date, ...folders.map((folder) => splitDate(folder).bare).reverse(), 'article']) {
    const led = cleanSlug(name === '' ? folder : `${folder}-${name}`);
    if (isSlug(led)) return { slug: led, unfit: own };
  }
  return { slug: 'article', unfit: own };
}
