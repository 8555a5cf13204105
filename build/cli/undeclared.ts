import type { FieldType } from '../front-matter/declared-fields.ts';
import { foldName } from '../front-matter/field-names.ts';
import type { UndeclaredKey } from '../front-matter/fields/find-undeclared.ts';
import { count, toWordList } from './figures.ts';

/** A key of front matter that nothing reads, in how many articles it is, and a type that takes all its values. */
export interface UndeclaredField {
  name: string;
  articles: number;
  type: FieldType;
}

/** Fewer articles than these, or than this share of all, mean nothing for the others. */
const [leastArticles, leastShare] = [3, 0.05];

/** The keys that many of some articles have and nothing reads, the most frequent first. */
export function countUndeclared(articles: readonly (readonly UndeclaredKey[])[]): UndeclaredField[] {
  const found = new Map<string, { name: string; articles: number; types: readonly FieldType[] }>();
  for (const [key, types] of articles.flat()) {
    const before = found.get(foldName(key)) ?? { name: key, articles: 0, types };
    const ofBoth = before.types.filter((type) => types.includes(type));
    found.set(foldName(key), { ...before, articles: before.articles + 1, types: ofBoth });
  }
  const least = Math.max(leastArticles, leastShare * articles.length);
  return [...found.values()]
    .flatMap(({ name, articles, types: [type] }) => (articles < least || !type ? [] : [{ name, articles, type }]))
    .sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1));
}

/** What `galley check` says about them; '' without any. */
export function toUndeclaredText(fields: readonly UndeclaredField[]): string {
  if (fields.length === 0) return '';
  const named = fields.map(({ name, articles }) => `${name} (${count(articles, 'article')})`);
  const setting = fields.slice(0, maxNamed).map(({ name, type }) => `${name}: ${type}`);
  return `Fields that readers do not get: ${toWordList(named, maxNamed)}. If they may be public, write \`fields: {${setting.join(', ')}}\` in galley.config.yaml, or some of them.`;
}

/** The same as lines of settings that are comments; '' without any. */
export function toProposedFields(fields: readonly UndeclaredField[]): string {
  const lines = fields.slice(0, maxNamed).map(({ name, type, articles }) => {
    return `#   ${name}: ${type}  # in ${count(articles, 'article')}\n`;
  });
  const text =
    '\n# Fields of front matter that readers do not get. Remove the # before those that may be public, and before this one.\n# fields:\n';
  return lines.length === 0 ? '' : text + lines.join('');
}

const maxNamed = 10;
