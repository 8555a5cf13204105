import { type FieldType, findWrongField } from '../front-matter/declared-fields.ts';
import { foldName } from '../front-matter/field-names.ts';
import { isAbsent, isRead } from '../front-matter/fields/find-values.ts';
import { type ContentOptions, isDeclared } from '../front-matter/options.ts';
import type { FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';
import { toSwitch } from '../front-matter/schema.ts';
import { count, toWordList } from './figures.ts';
import { configFile } from './settings.ts';

/** A key of front matter that nothing reads, in how many articles it is, and the type that all its values have. */
export interface UndeclaredField {
  name: string;
  articles: number;
  type: FieldType;
}

/** Fewer articles than these, or than this share of all, say nothing of the others. */
const [leastArticles, leastShare] = [3, 0.05];

/** Keys that say how a page is drawn. */
const ofPages = new Set(['layout', 'template', 'toc', 'comments', 'math', 'mermaid', 'weight', 'type', 'uid']);

/** The keys that many headers have and nothing reads, the most frequent first. */
export function findUndeclared(
  headers: readonly ParsedFile['frontMatter'][],
  options: ContentOptions,
): UndeclaredField[] {
  const found = new Map<string, UndeclaredField>();
  for (const header of headers) {
    for (const [key, value] of header) {
      const isOther = isRead(key, options.frontMatter) || isDeclared(key, options) || ofPages.has(key.toLowerCase());
      if (isOther || isAbsent(value) || findWrongField({ [key]: 'text' }) !== null) continue;
      const [folded, type] = [foldName(key), guessType(value)];
      const before = found.get(folded);
      const isSame = before === undefined || before.type === type;
      const name = before?.name ?? key;
      found.set(folded, {
        name,
        articles: (before?.articles ?? 0) + 1,
        type: isSame ? type : widest(before.type, type),
      });
    }
  }
  return [...found.values()]
    .filter(({ articles }) => articles >= leastArticles && articles >= leastShare * headers.length)
    .sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1));
}

function guessType({ value, children }: FrontMatterValue): FieldType {
  if (typeof value === 'number') return 'number';
  if (toSwitch(value) !== null) return 'boolean';
  if (typeof value === 'string') {
    if (/\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(value)) return 'image';
    return /^https?:\/\/\S+$/.test(value) ? 'url' : 'text';
  }
  const types = new Set([...(children?.values() ?? [])].map(guessType));
  if (!Array.isArray(value) || types.has('any') || types.has('list') || types.has('images')) return 'any';
  return types.size === 1 && types.has('image') ? 'images' : 'list';
}

/** A type that takes the values of both. */
function widest(one: FieldType, other: FieldType): FieldType {
  const nested: readonly FieldType[] = ['any', 'list', 'images'];
  if (one === 'any' || other === 'any') return 'any';
  return nested.includes(one) || nested.includes(other) ? 'list' : 'text';
}

/** What `galley check` says about them; '' without any. */
export function toUndeclaredText(fields: readonly UndeclaredField[]): string {
  if (fields.length === 0) return '';
  const named = toWordList(
    fields.map(({ name, articles }) => `${name} (${count(articles, 'article')})`),
    maxNamed,
  );
  const setting = fields.slice(0, maxNamed).map(({ name, type }) => `${name}: ${type}`);
  return `Fields that readers do not get: ${named}. If they may be public, write \`fields: {${setting.join(', ')}}\` in ${configFile}, or some of them.`;
}

/** The same as lines of settings that are comments; '' without any. */
export function toProposedFields(fields: readonly UndeclaredField[]): string {
  if (fields.length === 0) return '';
  const lines = fields.slice(0, maxProposed).map(({ name, type, articles }) => {
    return `#   ${name}: ${type}  # in ${count(articles, 'article')}`;
  });
  return `
# Fields of front matter that readers do not get. Remove the # before those that may be public, and before this one.
# fields:
${lines.join('\n')}
`;
}

const [maxNamed, maxProposed] = [10, 30];
