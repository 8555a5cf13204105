import { type FieldName, fieldNames } from '../field-names.ts';
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
  for (const { name, folded, isOwnName } of namesOf(field, options.frontMatter[field])) {
    const value = lookUp(frontMatter, folded);
    if (value !== null) found.push({ name, isOwnName, value });
  }
  return found;
}

/** A child by one of several names in any case: the first of them that holds a value. */
export function findChild(value: FrontMatterValue, names: readonly string[]): FrontMatterValue | null {
  for (const name of names) {
    const child = value.children === undefined ? null : lookUp(value.children, name);
    if (child !== null) return child;
  }
  return null;
}

function lookUp(values: Values, name: string): FrontMatterValue | null {
  const whole = foldKeys(values).get(name);
  const dot = name.indexOf('.');
  if (whole !== undefined || dot < 0) return whole ?? null;
  const parent = foldKeys(values).get(name.slice(0, dot));
  return parent?.children === undefined ? null : lookUp(parent.children, name.slice(dot + 1));
}

interface Name {
  name: string;
  folded: string;
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
    return { name, folded: name.toLowerCase(), isOwnName: index === 0 };
  });
  if (extra === undefined) known.set(field, names);
  else extended.set(extra, names);
  return names;
}

const folded = new WeakMap<Values, Values>();

/** Values by key in lower case, without absent ones. Of keys that differ only in case, the one in lower case counts, else the first. */
function foldKeys(values: Values): Values {
  const known = folded.get(values);
  if (known !== undefined) return known;
  const result = new Map<string, FrontMatterValue>();
  for (const [key, value] of values) {
    const name = key.toLowerCase();
    if (!isAbsent(value.value) && (key === name || !result.has(name))) result.set(name, value);
  }
  folded.set(values, result);
  return result;
}

function isAbsent(value: unknown): boolean {
  return (
    value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
  );
}
