import type { FrontMatterValue } from '../stages.ts';
import { type FieldName, fieldNames } from './field-names.ts';

/** A value that was found for a field. */
export interface FoundValue {
  /** As the table of names writes it. */
  name: string;
  /** Under the API's own name, where nothing but the API's own meaning can be meant. */
  literal: boolean;
  value: FrontMatterValue;
}

const lowerCase: ReadonlyMap<string, string> = new Map(
  Object.values(fieldNames)
    .flat()
    .map((name) => [name, name.toLowerCase()]),
);

type Values = ReadonlyMap<string, FrontMatterValue>;

/** What front matter holds for a field, in the order of the table of names. Null and empty text are absent. */
export function findValues(frontMatter: Values, field: FieldName): FoundValue[] {
  const found: FoundValue[] = [];
  for (const [index, name] of fieldNames[field].entries()) {
    const value = lookUp(frontMatter, lowerCase.get(name) ?? name);
    if (value !== null) found.push({ name, literal: index === 0, value });
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
  const dot = name.indexOf('.');
  if (dot < 0) return foldKeys(values).get(name) ?? null;
  const parent = foldKeys(values).get(name.slice(0, dot));
  return parent?.children === undefined ? null : lookUp(parent.children, name.slice(dot + 1));
}

const folded = new WeakMap<Values, Values>();

/** Values by key in lower case, absent ones left out; of keys that differ in case only, the one in lower case, else the first. */
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
