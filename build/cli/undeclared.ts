import { type FieldType, findWrongField } from '../front-matter/declared-fields.ts';
import { foldName } from '../front-matter/field-names.ts';
import { isAbsent, isRead } from '../front-matter/fields/find-values.ts';
import type { ContentOptions } from '../front-matter/options.ts';
import type { FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';
import { toSwitch } from '../front-matter/schema.ts';
import { count, toWordList } from './figures.ts';

/** A key of front matter that nothing reads, in how many articles it is, and a type that takes all its values. */
export interface UndeclaredField {
  name: string;
  articles: number;
  type: FieldType;
}

/** Fewer articles than these, or than this share of all, mean nothing for the others. */
const [leastArticles, leastShare] = [3, 0.05];

/** Keys that say how a page is drawn. */
const ofPages = new Set(['template', 'toc', 'comments', 'math', 'mermaid', 'weight', 'uid']);

/** The keys that many headers have and nothing reads, the most frequent first. */
export function findUndeclared(
  headers: readonly ParsedFile['frontMatter'][],
  options: ContentOptions,
): UndeclaredField[] {
  const found = new Map<string, UndeclaredField>();
  for (const [key, value] of headers.flatMap((header) => [...header])) {
    const isOther = isRead(key, options) || ofPages.has(key.toLowerCase());
    if (isOther || isAbsent(value) || findWrongField({ [key]: 'text' }) !== null) continue;
    const type = guessType(value);
    const before = found.get(foldName(key)) ?? { name: key, articles: 0, type };
    found.set(foldName(key), { ...before, articles: before.articles + 1, type: widest(before.type, type) });
  }
  return [...found.values()]
    .filter(({ articles }) => articles >= Math.max(leastArticles, leastShare * headers.length))
    .sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1));
}

function guessType({ value }: Pick<FrontMatterValue, 'value'>): FieldType {
  if (typeof value === 'number') return 'number';
  if (toSwitch(value) !== null) return 'boolean';
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object') ? 'list' : 'any';
  if (typeof value !== 'string') return 'any';
  return /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(value) ? 'image' : /^https?:\/\/\S+$/.test(value) ? 'url' : 'text';
}

function widest(...types: FieldType[]): FieldType {
  if (types[0] === types[1]) return types[0] ?? 'any';
  return (['any', 'list'] as const).find((type) => types.includes(type)) ?? 'text';
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
