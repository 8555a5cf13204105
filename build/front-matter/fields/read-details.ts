import { maxTermLength } from '../../../src/core/terms.ts';
import { collapse } from '../../problems/printable.ts';
import type { DetailName } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterDetails, FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { type FoundValue, findChild, findValues } from './find-values.ts';
import { isLanguageKey, readLanguage } from './language.ts';
import { toText } from './read-fields.ts';

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
  return terms.map((term) =>
    collapse(term)
      .replace(/^#(?=\S)/, '')
      .normalize('NFC'),
  );
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
