import type { ParsedFile } from '../parsed-file.ts';
import { isLanguage } from './is-language.ts';

const names = new Set(['lang', 'language', 'locale']);

/** The language of a file as its front matter, its name (`name.de.md`) or a folder says it, in lower case; null without one. */
export function readLanguage({ frontMatter, path }: Pick<ParsedFile, 'frontMatter' | 'path'>): string | null {
  for (const [key, { value }] of frontMatter) {
    if (names.has(key.toLowerCase()) && typeof value === 'string' && isLanguage(value.trim()))
      return fold(value.trim());
  }
  const folders = path.split('/');
  const [, suffix] = /\.([^.]+)\.[^.]+$/.exec(folders.pop() ?? '') ?? [];
  const found = [suffix, ...folders].find((name) => name !== undefined && isLanguage(name));
  return found === undefined ? null : fold(found);
}

function fold(language: string): string {
  return language.replaceAll('_', '-').toLowerCase();
}
