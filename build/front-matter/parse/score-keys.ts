import { type FieldName, fieldNames, foldName } from '../field-names.ts';

/** Counts the keys of lines that are fields, or related to them. `isEnough` says whether these make front matter. */
export function scoreKeys(lines: readonly string[]): {
  fields: number;
  relatedKeys: number;
  isEnough: boolean;
} {
  const keys = lines.map(keyOf);
  const own = new Set(keys.filter((key) => fields.has(key)));
  const others = new Set(keys.filter((key) => relatedKeys.has(key)));
  const hasStrongKey = [...own].some((key) => strongKeys.has(key));
  return { fields: own.size, relatedKeys: others.size, isEnough: hasStrongKey || own.size + others.size > 1 };
}

/** The key at the start of a line, folded; '' without one. */
export function keyOf(line: string): string {
  const key = /^\s*(?:[{,]\s*|[-+–—]+(?=\S))?["']?([a-z][\w.-]{0,49}(?: \w{1,20})?)["']?[ \t]*(?::(?!:)|=)/i.exec(
    line,
  )?.[1];
  return key === undefined ? '' : foldName(key);
}

/** Keys that most generators know, besides the names of fields. */
const relatedKeys = new Set(
  'author authors categories category keywords lang language layout tags template'.split(' '),
);

/** Names of fields; of those that hide an article only the first, since the others begin sentences, too. */
const fields: ReadonlySet<string> = new Set(
  (Object.entries(fieldNames) as [FieldName, readonly string[]][]).flatMap(([field, names]) =>
    (['draft', 'published', 'status', 'password'].includes(field) ? names.slice(0, 1) : names).map(foldName),
  ),
);

const strongKeys: ReadonlySet<string> = new Set(
  [...fieldNames.title.slice(0, 2), ...fieldNames.publish_at]
    .filter((name) => !['published', 'publish', 'posted'].includes(name))
    .map(foldName),
);
