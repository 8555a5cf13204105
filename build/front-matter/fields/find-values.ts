import { type FieldName, fieldNames, foldName } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';

/** A value that was found for a field. */
export interface FoundValue {
  /** As the table of names writes it. */
  name: string;
  /** Whether it is the API's own name, which has no other meaning. */
  isOwnName: boolean;
  value: FrontMatterValue;
}

type Values = ReadonlyMap<string, FrontMatterValue>;

/**
 * The values of a field in front matter, in the order of the table of names; configured names come after the API's own.
 * Null and empty text are absent.
 */
export function findValues({ frontMatter }: ParsedFile, field: FieldName, options: ContentOptions): FoundValue[] {
  const found: FoundValue[] = [];
  const extra = options.frontMatter[field];
  // Most files have a value for few fields.
  if (extra === undefined && !foldKeys(frontMatter).fields.has(field)) return found;
  for (const name of namesOf(field, extra)) {
    const value = lookUp(frontMatter, name);
    if (value !== null) found.push({ name: name.name, isOwnName: name.isOwnName, value });
  }
  return found;
}

/** A child by one of several names: the first of them that holds a value. */
export function findChild(value: FrontMatterValue, names: readonly string[]): FrontMatterValue | null {
  for (const name of names) {
    const child = value.children === undefined ? null : lookUp(value.children, toSpelling(name));
    if (child !== null) return child;
  }
  return null;
}

function lookUp(values: Values, { spelling, folded }: Spelling): FrontMatterValue | null {
  const keys = foldKeys(values);
  const whole = keys.bySpelling.get(spelling) ?? keys.others.get(folded);
  const dot = spelling.indexOf('.');
  if (whole !== undefined || dot < 0) return whole ?? null;
  const parent = lookUp(values, toSpelling(spelling.slice(0, dot)));
  return parent?.children === undefined ? null : lookUp(parent.children, toSpelling(spelling.slice(dot + 1)));
}

interface Name extends Spelling {
  name: string;
  isOwnName: boolean;
}

const known = new Map<FieldName, readonly Name[]>();
const extended = new WeakMap<readonly string[], readonly Name[]>();

/** The names of a field in their order; `extra` is the same list for all files of a build. */
function namesOf(field: FieldName, extra: readonly string[] | undefined): readonly Name[] {
  const before = extra === undefined ? known.get(field) : extended.get(extra);
  if (before !== undefined) return before;
  const [own, ...others] = fieldNames[field];
  const names = [own, ...(extra ?? []), ...others].map((name, index) => {
    return { name, ...toSpelling(name), isOwnName: index === 0 };
  });
  if (extra === undefined) known.set(field, names);
  else extended.set(extra, names);
  return names;
}

/** What a key is compared by. `publishedAt` and `published_at` are two names, so letters alone are not enough. */
interface Spelling {
  /** In lower case, with `_` for `-` and blanks. */
  spelling: string;
  folded: string;
  /** Whether the table of names has it in this spelling. */
  isKnown: boolean;
  /** The fields that may be read from it, or from inside of it. */
  fields: readonly FieldName[];
}

const spellings = new Map<string, Spelling>();

/** Folders repeat the same few keys; it is bounded for keys that are data. */
function toSpelling(key: string): Spelling {
  const before = spellings.get(key);
  if (before !== undefined) return before;
  const spelling = spell(key);
  const name = foldName(key);
  const result = {
    spelling,
    folded: name,
    isKnown: tableSpellings.has(spelling),
    fields: fieldsByName.get(name) ?? [],
  };
  if (spellings.size < 10_000) spellings.set(key, result);
  return result;
}

function spell(key: string): string {
  return key.toLowerCase().replace(/[-\s]+/g, '_');
}

const tableSpellings: ReadonlySet<string> = new Set(Object.values(fieldNames).flat().map(spell));

/** By the folded names of the table, and by the mappings in which it looks. */
const fieldsByName = new Map<string, FieldName[]>();
for (const [field, names] of Object.entries(fieldNames) as [FieldName, readonly string[]][]) {
  for (const name of names.flatMap((name) => [name, name.split('.')[0] ?? name])) {
    const folded = foldName(name);
    fieldsByName.set(folded, [...(fieldsByName.get(folded) ?? []), field]);
  }
}

interface Keys {
  bySpelling: Values;
  /** By folded name, of those keys whose spelling no name of the table has. */
  others: Values;
  fields: ReadonlySet<FieldName>;
}

const folded = new WeakMap<Values, Keys>();

/** Values by key, without absent ones. Of keys that are spelt alike, the one in lower case counts, else the first. */
function foldKeys(values: Values): Keys {
  const before = folded.get(values);
  if (before !== undefined) return before;
  const [bySpelling, others] = [new Map<string, FrontMatterValue>(), new Map<string, FrontMatterValue>()];
  const fields = new Set<FieldName>();
  for (const [key, value] of values) {
    if (isAbsent(value.value)) continue;
    const name = toSpelling(key);
    if (key === name.spelling || !bySpelling.has(name.spelling)) bySpelling.set(name.spelling, value);
    for (const field of name.fields) fields.add(field);
    if (!name.isKnown && !others.has(name.folded)) others.set(name.folded, value);
  }
  const keys = { bySpelling, others, fields };
  folded.set(values, keys);
  return keys;
}

function isAbsent(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}
