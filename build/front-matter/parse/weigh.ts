import { type FieldName, fieldNames, foldName } from '../field-names.ts';

/** Counts the keys among lines that are fields or companions; `isEnough` if these make it front matter. */
export function weigh(lines: readonly string[]): {
  fields: number;
  companions: number;
  isEnough: boolean;
} {
  const keys = lines.map(keyOf);
  const own = new Set(keys.filter((key) => fields.has(key)));
  const others = new Set(keys.filter((key) => companions.has(key)));
  const isTelling = [...own].some((key) => telling.has(key));
  return { fields: own.size, companions: others.size, isEnough: isTelling || own.size + others.size > 1 };
}

/** The key at the start of a line, folded; '' without one. */
export function keyOf(line: string): string {
  const key = /^\s*(?:[{,]\s*|[-+–—]+(?=\S))?["']?([a-z][\w.-]{0,49}(?: \w{1,20})?)["']?[ \t]*(?::(?!:)|=)/i.exec(
    line,
  )?.[1];
  return key === undefined ? '' : foldName(key);
}

/** Whether a folded key is the name of a field that may open front matter. */
export function isFieldKey(key: string): boolean {
  return fields.has(key);
}

/** Keys that most generators know, apart from the names of fields. */
export const companions = new Set(
  'author authors categories category keywords lang language layout tags template'.split(' '),
);

/** Names of fields; of those that hide an article only the plainest, since the others open sentences as well. */
const fields: ReadonlySet<string> = new Set(
  (Object.entries(fieldNames) as [FieldName, readonly string[]][]).flatMap(([field, names]) =>
    (['draft', 'published', 'status', 'password'].includes(field) ? names.slice(0, 1) : names).map(foldName),
  ),
);

const telling: ReadonlySet<string> = new Set(
  [...fieldNames.title.slice(0, 2), ...fieldNames.publish_at]
    .filter((name) => !['published', 'publish', 'posted'].includes(name))
    .map(foldName),
);
