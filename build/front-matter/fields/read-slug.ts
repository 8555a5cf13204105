import type { Position, Result } from '../../problems/problem.ts';
import { reportWarning, shorten, topOfFile } from '../../problems/report-problem.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { pathDate, pathName, plainPath, splitDate } from './path-name.ts';
import { toText, wrongType } from './read-fields.ts';
import { addressSegment, addressSegments, cleanSlug, decodeSegment, isSlug } from './slug.ts';

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
 * The slug that front matter gives, else that of the path. A `slug` with characters that no slug can have is corrected, with a
 * warning; a list or a mapping is an error.
 */
export function readSlug(parsed: ParsedFile, options: ContentOptions): Result<ReadSlug | null> {
  const path = plainPath(parsed.path, options);
  let unfit: Pick<ReadSlug, 'unfit' | 'at'> | null = null;
  for (const found of findValues(parsed, 'slug', options)) {
    const { name, isOwnName, value } = found;
    const at = { line: value.line, column: value.column };
    const text = toText(value);
    const write = (slug: string) => `Write \`${writeKey(parsed.syntax, 'slug', slug)}\``;
    if (text === null) {
      if (!isOwnName) continue;
      const fix = `${write(slugFromPath(path))}.`;
      return { value: null, problems: [wrongType(parsed.path, found, expectedOf('slug'), fix)] };
    }
    const explicit = isPlain(name, text);
    const segment = typeof value.value === 'string' ? addressSegment(text) : null;
    const written = explicit ? decodeSegment(text.trim()).normalize('NFC') : segment;
    if (written !== null && isSlug(written))
      return { value: { slug: written, explicit, unfit: null, at }, problems: [] };
    // The front page of a site: its path gives a better slug.
    const isRoot = /^[\s/]*$/.test(text);
    if (isOwnName && !isRoot) {
      const slug = correctSlug(path, text);
      const words = {
        found: `\`slug: ${shorten(text)}\`, which is read as \`${slug}\``,
        expected: expectedOf('slug'),
        fix: `${write(slug)}, or remove \`slug\`.`,
      };
      const problems = [reportWarning('bad-slug', parsed.path, value, words)];
      return { value: { slug, explicit: true, unfit: null, at }, problems };
    }
    if (segment !== null) unfit ??= { unfit: segment, at };
  }
  const fromPath = readPath(path);
  return { value: { explicit: false, at: topOfFile, ...fromPath, ...unfit }, problems: [] };
}

/** The whole address that front matter gives, without slashes around it and an ending; null without one. */
export function readPermalink(parsed: ParsedFile, options: ContentOptions): string | null {
  for (const { name, value } of findValues(parsed, 'slug', options)) {
    const text = typeof value.value === 'string' ? value.value : '';
    const segments = isPlain(name, text) ? [] : addressSegments(text);
    if (segments.length > 0) return segments.join('/');
  }
  return null;
}

/** Whether a text is meant as a slug, and not as an address, which other programs write under `slug`, too. */
function isPlain(name: string, text: string): boolean {
  return (name === 'slug' || name === 'postSlug') && !text.includes('/');
}

/** The nearest slug to a text; that of the path where nothing of it can stay. */
function correctSlug(path: string, text: string): string {
  const last = decodeSegment(text.split('/').findLast((segment) => segment.trim() !== '') ?? '');
  const cleaned = cleanSlug(last);
  if (isSlug(cleaned)) return cleaned;
  const led = cleanSlug(`article-${cleaned}`);
  return cleaned !== '' && isSlug(led) ? led : slugFromPath(path);
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
