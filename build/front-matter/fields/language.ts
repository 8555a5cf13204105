import { isLanguage, languageSuffix } from '../../source/is-language.ts';
import { languageNames } from '../field-names.ts';
import type { ParsedFile } from '../parsed-file.ts';

/** The language of a file as its front matter, its name (`name.de.md`) or a folder says it, in lower case; null without one. */
export function readLanguage({ frontMatter, path }: Pick<ParsedFile, 'frontMatter' | 'path'>): string | null {
  for (const [key, { value }] of frontMatter) {
    if (isLanguageKey(key) && typeof value === 'string' && isLanguage(value.trim())) return fold(value.trim());
  }
  const suffix = languageSuffix(path).slice(1);
  const found = suffix === '' ? path.split('/').slice(0, -1).find(isLanguage) : suffix;
  return found === undefined ? null : fold(found);
}

/** Whether a key of front matter says the language of a file. */
export function isLanguageKey(key: string): boolean {
  return languageNames.includes(key.toLowerCase());
}

function fold(language: string): string {
  return language.replaceAll('_', '-').toLowerCase();
}
