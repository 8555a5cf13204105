import { maxTermLength, toTerm } from '../../../src/core/terms.ts';
import type { DetailName } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterDetails, FrontMatterValue, ParsedFile, WrittenAuthor } from '../parsed-file.ts';
import { type FoundValue, findChild, findValues } from './find-values.ts';
import { isLanguageKey, readLanguage } from './language.ts';
import { toFullAddress } from './read-declared.ts';
import { findImage, toText } from './read-fields.ts';

/** Authors and tags, at most. */
export const maxTerms = 100;

export function readDetails(parsed: ParsedFile, options: ContentOptions): FrontMatterDetails {
  const terms = (name: DetailName, separator: RegExp): string[] => {
    return unique(findValues(parsed, name, options).flatMap(({ value }) => toTerms(value, separator)));
  };
  return {
    authors: terms('authors', /[,;]|\s(?:and|&)\s/),
    tags: terms('tags', /,/),
    section: terms('section', /,/)[0] ?? null,
    language: writtenLanguage(parsed) ?? readLanguage(parsed),
  };
}

/**
 * What mappings of `authors` have under `url` and `avatar`, or other names that programs have for these. Null where
 * they have nothing but names.
 */
export function readAuthorDetails(
  parsed: ParsedFile,
  authors: readonly string[],
  options: ContentOptions,
): WrittenAuthor[] | null {
  const known = new Map<string, Omit<WrittenAuthor, 'name'>>();
  for (const { value } of authors.length === 0 ? [] : findValues(parsed, 'authors', options)) {
    for (const item of Array.isArray(value.value) ? (value.children?.values() ?? []) : [value]) {
      const [name] = item.children ? toTerms(item, null) : [];
      const first = (names: readonly string[]) =>
        names.map((each) => findChild(item, each)).find((each) => each !== null);
      const [address, image] = [first(['url', 'link', 'website', 'homepage']), first(imageNames)];
      const url = address ? toFullAddress(address) : null;
      const avatar = image ? findImage(image) : null;
      if (name !== undefined && (url ?? avatar) !== null) known.set(name.toLowerCase(), { url, avatar });
    }
  }
  if (known.size === 0) return null;
  return authors.map((name) => ({ name, ...(known.get(name.toLowerCase()) ?? { url: null, avatar: null }) }));
}

const imageNames = ['avatar', 'image', 'image_url', 'picture', 'photo'];

/** The terms of tags or sections, by the key that has them. */
export function readTerms(
  parsed: ParsedFile,
  detail: DetailName,
  options: ContentOptions,
): (FoundValue & { terms: string[] })[] {
  return findValues(parsed, detail, options).map((found) => ({ ...found, terms: toTerms(found.value, /,/) }));
}

/** A text is split at separators, which those of lists may hold; a mapping is its `name` or its `title`. */
function toTerms(value: FrontMatterValue, separator: RegExp | null): string[] {
  if (Array.isArray(value.value)) return [...(value.children?.values() ?? [])].flatMap((item) => toTerms(item, null));
  if (typeof value.value === 'object') {
    const name = value.children && (findChild(value, 'name') ?? findChild(value, 'title'));
    return name ? toTerms(name, null) : [];
  }
  const text = typeof value.value === 'boolean' ? null : toText(value);
  const terms = text === null ? [] : separator === null ? [text] : text.split(separator);
  return terms.map((term) => toTerm(term).replace(/^#(?=\S)/, ''));
}

/** Without twins, which differ in case alone, and within bounds. */
function unique(terms: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const term of terms) {
    const folded = term.toLowerCase();
    if (term !== '' && term.length <= maxTermLength && !found.has(folded)) found.set(folded, term);
  }
  return [...found.values()].slice(0, maxTerms);
}

function writtenLanguage({ frontMatter }: ParsedFile): string | null {
  for (const [key, value] of frontMatter) {
    const text = isLanguageKey(key) && typeof value.value === 'string' ? value.value.trim() : '';
    if (/^[a-z]{2,8}(?:[-_][a-z\d]{1,8}){0,4}$/i.test(text)) return text.replaceAll('_', '-');
  }
  return null;
}
