import { collapse } from '../../../src/core/collapse.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, reportWarning, topOfFile } from '../../problems/report-problem.ts';
import { altNamesOf } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf, fits } from '../schema.ts';
import { splitList, writeKey, writeList } from '../write-key.ts';
import { type FoundValue, findChild, findValues } from './find-values.ts';
import { addressSegments, lastSegment } from './slug.ts';

/**
 * The text of a field, its white space collapsed; null where front matter gives none. A wrong type is a problem under
 * the API's own name; under another name it means something to another program, and is ignored.
 */
export function readText(
  parsed: ParsedFile,
  field: 'title' | 'excerpt' | 'meta_title' | 'meta_description',
  options: ContentOptions,
): Result<string | null> {
  const read = (value: FrontMatterValue) => {
    const text = toText(value);
    return text === null ? null : collapse(text);
  };
  return readFirst(parsed, field, options, read, (key) => `Write \`${key('"…"')}\` with the text in quotes.`);
}

/**
 * The header image, as written and trimmed, at its place: text, the first of a list, or the `src`, `url`, `path`,
 * `image` or `feature` of a mapping. Other shapes are a problem under `header_image`, and ignored under other names.
 * Without any, that of the `resources` whose name says so.
 */
export function readImage(parsed: ParsedFile, options: ContentOptions): Result<FrontMatterValue | null> {
  const fix = (key: (value: string) => string) => `Write \`${key('photo.jpg')}\`, or remove the key.`;
  const { value, problems } = readFirst(parsed, 'header_image', options, findImage, fix);
  return { value: value ?? findResource(parsed), problems };
}

function findResource({ frontMatter }: ParsedFile): FrontMatterValue | null {
  for (const resource of frontMatter.get('resources')?.children?.values() ?? []) {
    const [name, src] = ['name', 'src'].map((key) => findChild(resource, key));
    // A pattern names several.
    const isFile = typeof src?.value === 'string' && !src.value.includes('*');
    if (src && isFile && /feature|cover|thumbnail/i.test(String(name?.value))) return findImage(src);
  }
  return null;
}

/**
 * The text for who does not see the header image: `alt` in its mapping, or beside it; or a key with the name of the
 * image and `alt`, such as `cover_alt` or `heroImageAlt`. Null where there is none.
 */
export function readImageAlt(parsed: ParsedFile, options: ContentOptions): string | null {
  const { frontMatter } = parsed;
  const found = findValues(parsed, 'header_image', options).find(({ value }) => findImage(value) !== null);
  if (found === undefined) return null;
  const { name, value } = found;
  const top = { value: {}, source: null, ...topOfFile, children: frontMatter };
  const outer = name.includes('.') ? findChild(top, name.slice(0, name.lastIndexOf('.'))) : null;
  const mappings = [value, value.children?.get('0'), outer].filter((each) => each?.children !== undefined);
  const inside = mappings.flatMap((each) => (each ? ['alt', 'alt_text'].map((key) => findChild(each, key)) : []));
  const written = findValues(parsed, 'image_alt', options);
  const beside = [...[name, 'header_image', 'image'].flatMap(altNamesOf), 'alt'].map((each) => {
    return written.find((found) => found.name === each)?.value ?? null;
  });
  const texts = [...inside, ...beside].map((each) => collapse((each && toText(each)) ?? ''));
  return texts.find((text) => text !== '') ?? null;
}

/** The path or address of an image, in the shapes that `readImage` names; null for others. */
export function findImage(value: FrontMatterValue): FrontMatterValue | null {
  const first = Array.isArray(value.value)
    ? value.children?.get('0')
    : ['src', 'url', 'path', 'image', 'feature'].map((name) => findChild(value, name)).find((child) => child !== null);
  if (first) return findImage(first);
  const text = typeof value.value === 'boolean' ? null : toText(value)?.trim();
  return text ? { value: text, source: value.source, line: value.line, column: value.column } : null;
}

/** What `read` makes of the first value of a field that it can read. */
function readFirst<Value>(
  parsed: ParsedFile,
  field: 'title' | 'excerpt' | 'meta_title' | 'meta_description' | 'header_image',
  options: ContentOptions,
  read: (value: FrontMatterValue) => Value | null,
  fix: (write: (value: string) => string) => string,
): Result<Value | null> {
  for (const found of findValues(parsed, field, options)) {
    const value = read(found.value);
    if (value !== null) return { value, problems: [] };
    if (!found.isOwnName) continue;
    const words = fix((example) => writeKey(parsed.syntax, found.name, example));
    return { value, problems: [wrongType(parsed.path, found, expectedOf(field), words)] };
  }
  return { value: null, problems: [] };
}

/**
 * Former slugs: the last segment of each address under `aliases` and `redirect_from`, without `slug` itself. Aliases
 * that cannot be a slug are skipped, since no article had them; under `aliases` they are a problem, unless they are
 * other titles of a note.
 */
export function readAliases(parsed: ParsedFile, slug: string | null, options: ContentOptions): Result<string[]> {
  const problems: Problem[] = [];
  const aliases = new Set<string>();
  for (const { name, isOwnName, value: whole } of findValues(parsed, 'aliases', options)) {
    for (const value of eachOf(parsed, whole)) {
      const text = toText(value);
      // What is told apart by its query alone is no slug.
      const former = text === null || text.includes('?') ? null : lastSegment(text);
      if (former !== null) aliases.add(former);
      else if (isOwnName && value.value !== null) problems.push(...badAlias(parsed, { name, value }, text));
    }
  }
  if (slug !== null) aliases.delete(slug);
  return { value: [...aliases], problems };
}

function eachOf({ syntax }: ParsedFile, whole: FrontMatterValue): FrontMatterValue[] {
  if (Array.isArray(whole.value)) return [...(whole.children?.values() ?? [])];
  if (typeof whole.value !== 'string') return [whole];
  return splitList(syntax, whole.value).map((value) => ({ ...whole, value }));
}

/** The former addresses whose folders are written too, without slashes around them. */
export function readFormerAddresses(parsed: ParsedFile, options: ContentOptions): string[] {
  return findValues(parsed, 'aliases', options)
    .flatMap(({ value }) => eachOf(parsed, value).map((each) => toText(each) ?? ''))
    .filter((text) => text.includes('/') && !text.includes('?'))
    .map((text) => addressSegments(text).join('/'));
}

function badAlias({ path, syntax }: ParsedFile, found: NamedValue, text: string | null): Problem[] {
  if (text === null) {
    const fix = `Write \`${writeKey(syntax, 'aliases', writeList(syntax, ['former-slug', 'another']))}\`.`;
    return [wrongType(path, found, expectedOf('aliases'), fix)];
  }
  // Words with spaces or punctuation between them, and no address.
  const isTitle = /\S\s+\S|[^\p{L}\p{M}\p{N}\s_.~%&-]/u.test(text) && !text.includes('/');
  if (text.trim() === '' || isTitle) return [];
  const words = {
    found: `the alias \`${text}\`, which cannot be a slug`,
    expected: 'a former slug: letters, digits, `-`, `_`, `.`; not only digits',
    fix: 'Correct it, or remove it.',
  };
  return [reportWarning('bad-slug', path, found.value, words)];
}

/**
 * The id that front matter gives, else null. Text that is not a number, and a number of more digits than any id of
 * ours, such as the moment 20260224103000, is another program's id and ignored. Other numbers that cannot be an id are
 * reported and ignored, and a number in quotes is reported and read; one that begins with zeros is an error, since YAML
 * has two ways to read it.
 */
export function readId(parsed: ParsedFile, options: ContentOptions): Result<number | null> {
  const { path, syntax } = parsed;
  const [found] = findValues(parsed, 'id', options);
  if (found === undefined) return { value: null, problems: [] };
  const { value } = found;
  const text = toText(value);
  const isQuoted = typeof value.value === 'string';
  if (!isQuoted && /^[1-9]\d*$/.test(text ?? '') && fits('id', value.value)) {
    return { value: Number(value.value), problems: [] };
  }
  const isOther = text !== null && /^\s*\d{11,}\s*$/.test(text);
  if (isOther || (isQuoted && !/^\s*[+-]?[\d_.,]+\s*$/.test(text ?? ''))) return { value: null, problems: [] };
  const expected = expectedOf('id');
  const propose = (id: string | null): string =>
    id === null
      ? 'Remove `id`. Galley then makes an id from the slug. If `id` belongs to another program, keep it.'
      : `Write \`${writeKey(syntax, 'id', id)}\`, or remove \`id\`. Galley then makes an id from the slug.`;
  if (text === null || typeof value.value === 'boolean') {
    return { value: null, problems: [wrongType(path, found, expected, propose(null))] };
  }
  const digits = /^\s*\+?0*([1-9]\d*)\s*$/.exec(text)?.[1];
  const meant = digits !== undefined && fits('id', Number(digits)) ? digits : null;
  const isRead = isQuoted && text.trim() === meant;
  const shown = isQuoted ? `"${text}"` : text;
  const reading = meant === null ? ', which is ignored' : isRead ? `, which is read as ${meant}` : '';
  const words = { found: `\`id: ${shown}\`${reading}`, expected, fix: propose(meant) };
  const severity = meant === null || isRead ? 'warning' : 'error';
  return {
    value: isRead ? Number(meant) : null,
    problems: [reportProblem('bad-id', path, value, words, severity)],
  };
}

/** Text as it is written: numbers and booleans keep their characters (`2.0`, `010`). Null for lists and mappings. */
export function toText({ value, source }: FrontMatterValue): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? (source ?? String(value)) : null;
}

type NamedValue = Pick<FoundValue, 'name' | 'value'>;

/** The problem of a value of a type that the field cannot have. */
export function wrongType(path: string, found: NamedValue, expected: string, fix: string): Problem {
  return reportProblem('wrong-type', path, found.value, { found: describeValue(found), expected, fix });
}

/** What a key has, in words. */
export function describeValue({ name, value }: NamedValue): string {
  if (Array.isArray(value.value)) return `\`${name}\` is a list`;
  return `\`${name}\` is ${typeof value.value === 'object' ? 'a mapping' : `\`${toText(value)}\``}`;
}
