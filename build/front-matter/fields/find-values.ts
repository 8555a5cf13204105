import { groupBy } from '../../package/group-by.ts';
import { memoize } from '../../package/memoize.ts';
import {
  altNamesOf,
  type DetailName,
  detailNames,
  type FieldName,
  fieldNames,
  foldName,
  isKnownName,
} from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';

/** A field, a detail, the text of the header image, or a field that the settings declare. */
type Field = FieldName | DetailName | 'image_alt' | `declared.${string}`;

/** A value that was found for a field or a detail. */
export interface FoundValue {
  /** As the table of names writes it. */
  name: string;
  /** Whether it is the API's own name, which has no other meaning. */
  isOwnName: boolean;
  value: FrontMatterValue;
}

/**
 * The values of a field or a detail in front matter, in the order of the table of names; configured names come after
 * the API's own, and those of a detail first. Null and empty text are absent. Of keys that are spelt alike, the one in
 * lower case counts, else the first.
 */
export function findValues({ frontMatter }: ParsedFile, field: Field, options: ContentOptions): FoundValue[] {
  const before = foundIn.get(frontMatter);
  if (before?.options === options) return before.values.get(field) ?? [];
  const values = findAll(frontMatter, options);
  foundIn.set(frontMatter, { options, values });
  return values.get(field) ?? [];
}

/** One field after the other is asked for. */
const foundIn = new WeakMap<object, { options: ContentOptions; values: Map<Field, FoundValue[]> }>();

/** By key and not by name: most keys are no field, and most fields have no key. */
function findAll(frontMatter: ParsedFile['frontMatter'], options: ContentOptions): Map<Field, FoundValue[]> {
  const namesOf = tableOf(options);
  const matches: { key: NameOfKey; whole: FrontMatterValue }[] = [];
  for (const [key, whole] of frontMatter)
    if (!isAbsent(whole)) for (const each of namesOf(key)) matches.push({ key: each, whole });
  matches.sort(({ key: a }, { key: b }) => a.rank - b.rank || a.cost - b.cost);
  const found = new Map<Field, FoundValue[]>();
  for (const { key, whole } of matches) {
    const { field, name, rank, inside } = key;
    const values = found.get(field) ?? [];
    const value = inside === null ? whole : findChild(whole, inside);
    if (value === null || values.at(-1)?.name === name) continue;
    values.push({ name, isOwnName: rank === 0, value });
    found.set(field, values);
  }
  return found;
}

/** A child by its name; a dot leads into a mapping. */
export function findChild({ children }: FrontMatterValue, name: string): FrontMatterValue | null {
  if (children === undefined) return null;
  const spelling = spell(name);
  const present = [...children].filter(([, child]) => !isAbsent(child));
  const [, found] =
    present.find(([key]) => key === spelling) ??
    present.find(([key]) => spell(key) === spelling) ??
    present.find(([key]) => foldName(key) === foldName(name)) ??
    [];
  const [outer = '', ...inner] = name.split('.');
  if (found !== undefined || inner.length === 0) return found ?? null;
  const parent = findChild({ children } as FrontMatterValue, outer);
  return parent && findChild(parent, inner.join('.'));
}

/** A name of a field or a detail. */
interface Name {
  field: Field;
  name: string;
  /** Its place among the names of the field; 0 is the API's own. */
  rank: number;
  /** How its key is spelt. */
  spelling: string;
  /** What of the name stands inside of the key's mapping; null for the whole value. */
  inside: string | null;
}

/** A name that is read from a key. */
interface NameOfKey extends Name {
  /** How much the key differs from it. */
  cost: number;
}

/** Whether a value may be read from a key, or from inside of it, for a field or a detail. */
export function isRead(key: string, options: ContentOptions): boolean {
  return isKnownName(key) || tableOf(options)(key).length > 0;
}

function tableOf(options: ContentOptions): (key: string) => readonly NameOfKey[] {
  const table = tables.get(options) ?? createTable(options);
  tables.set(options, table);
  return table;
}

/** How much a key differs from a name; one with a dot in it is nearer than a mapping. */
function costOf(key: string, { spelling, inside }: Name): number {
  return (inside === null ? 0 : 3) + (key === spelling ? 0 : spell(key) === spelling ? 1 : 2);
}

const tables = new WeakMap<ContentOptions, ReturnType<typeof createTable>>();

const allNames = { ...fieldNames, ...detailNames };

/**
 * Finds the names of keys: folders repeat the same few keys. `publishedAt` and `published_at` are two names, so a key
 * that is spelt as one of the table is no other.
 */
function createTable({ frontMatter: configured, fields }: ContentOptions): (key: string) => readonly NameOfKey[] {
  const inOrder = (field: keyof typeof allNames): string[] => {
    const [own, ...others] = allNames[field];
    const added = configured[field] ?? [];
    return field in detailNames ? [...added, own, ...others] : [own, ...added, ...others];
  };
  const names = [
    ...(Object.keys(allNames) as (keyof typeof allNames)[]).flatMap((field) => toNames(field, inOrder(field))),
    ...toNames('image_alt', [...inOrder('header_image').flatMap(altNamesOf), 'alt']),
  ];
  const declared = fields.map(([name]): Name => {
    return { field: `declared.${name}`, name, rank: 0, spelling: spell(name), inside: null };
  });
  const bySpelling = groupBy(names, ({ spelling }) => spelling);
  const byFold = groupBy(names, ({ spelling }) => foldName(spelling));
  const declaredByFold = groupBy(declared, ({ name }) => foldName(name));
  return memoize((key) => {
    const [spelling, folded] = [spell(key), foldName(key)];
    const known = tableSpellings.has(spelling) ? bySpelling.get(spelling) : byFold.get(folded);
    const all = [...(known ?? []), ...(declaredByFold.get(folded) ?? [])];
    return all.map((name) => ({ ...name, cost: costOf(key, name) }));
  });
}

function toNames(field: Field, inOrder: readonly string[]): Name[] {
  return inOrder.flatMap((name, rank): Name[] => {
    const [outer = '', ...inner] = name.split('.');
    const whole = { field, name, rank, spelling: spell(name), inside: null };
    return inner.length === 0 ? [whole] : [whole, { ...whole, spelling: spell(outer), inside: inner.join('.') }];
  });
}

/** In lower case, with `_` for `-` and spaces. */
function spell(key: string): string {
  return key.toLowerCase().replace(/[-\s]+/g, '_');
}

const tableSpellings: ReadonlySet<string> = new Set(Object.values(fieldNames).flat().map(spell));

/** Whether a value counts as none. */
export function isAbsent({ value }: FrontMatterValue): boolean {
  return (
    value === null || (Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '')
  );
}
