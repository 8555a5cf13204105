import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, shorten } from '../../problems/report-problem.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { DeclaredField, FieldType } from '../declared-fields.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { toSwitch } from '../schema.ts';
import { findValues, isAbsent } from './find-values.ts';
import { describeValue, findImage, toText } from './read-fields.ts';

/** UTF-8 bytes of the JSON of a value, levels of a nested one, and items of a list, at most. */
const limits = { bytes: 65_536, levels: 8, items: 100 };

/**
 * The values of the declared fields, in their order: JSON, and images at their places, whose addresses are not known
 * yet. A value of another type is an error at its place.
 */
export function readDeclared(parsed: ParsedFile, options: ContentOptions): Result<unknown[]> {
  const problems: Problem[] = [];
  const values = options.fields.map((field) => {
    const [name, type] = field;
    const [found] = findValues(parsed, `declared.${name}`, options);
    if (found === undefined) return null;
    const { value, wrong } = readAs(field, found.value, options);
    if (wrong === null) return value;
    const words = {
      found: shorten(wrong.found),
      expected: `${expected[type]}, since \`fields\` in galley.config.yaml declares \`${name}: ${type}\``,
      fix: 'Correct the value, or declare another type.',
    };
    problems.push(reportProblem('wrong-type', parsed.path, wrong.at, words));
    return null;
  });
  return { value: values, problems };
}

/**
 * A value as a declared field has it, and the first thing in it that the field cannot have; null where it can have all.
 */
export function readAs(
  [name, type]: DeclaredField,
  whole: FrontMatterValue,
  options: ContentOptions,
): { value: unknown; wrong: { at: FrontMatterValue; found: string } | null } {
  let wrong: { at: FrontMatterValue; found: string } | null = null;
  const fail: Fail = (at, found = describeValue({ name, value: at })) => {
    wrong ??= { at, found };
    return null;
  };
  const value = readers[type](whole, fail, options) ?? fail(whole);
  const size = Buffer.byteLength(JSON.stringify(value));
  if (size > limits.bytes) fail(whole, `\`${name}\` has ${size} bytes`);
  return { value, wrong };
}

const expected: Record<FieldType, string> = {
  text: `a text of at most ${limits.bytes} bytes`,
  boolean: '`true` or `false`',
  number: 'a number, without quotes and without zeros at its start',
  list: `a list of at most ${limits.items} texts`,
  url: 'a full address, such as `https://www.example.com/page`',
  image: 'the path or address of an image',
  images: `a list of at most ${limits.items} paths or addresses of images`,
  any: `at most ${limits.levels} levels and ${limits.bytes} bytes`,
};

/** Reports a value, or one inside of it; without words, for its type. */
type Fail = (at: FrontMatterValue, found?: string) => null;

/** Null for a value of another type. */
const readers: Record<FieldType, (value: FrontMatterValue, fail: Fail, options: ContentOptions) => unknown> = {
  text: toText,
  boolean: ({ value }) => toSwitch(value),
  number: toNumber,
  list: (value, fail) => readEach(value, toText, fail),
  url: toFullAddress,
  image: (value) => (Array.isArray(value.value) ? null : findImage(value)),
  images: (value, fail) => readEach(value, findImage, fail),
  any: (value, fail, { timeZone }) => toData(value, timeZone, 1, fail),
};

/** What `read` makes of each item of a list, or of a value that stands alone; empty items are skipped. */
function readEach(value: FrontMatterValue, read: (item: FrontMatterValue) => unknown, fail: Fail): unknown {
  const items = Array.isArray(value.value) ? [...childrenOf(value).values()] : [value];
  const present = items.filter((item) => !isAbsent(item));
  if (present.length > limits.items) return fail(value, `a list of ${present.length}`);
  return present.map((item) => read(item) ?? fail(item));
}

/** Whole numbers only as far as all programs read them exactly. YAML has two ways to read zeros at the start. */
function toNumber({ value, source }: FrontMatterValue): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || /^[+-]?0\d/.test(source ?? '')) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value + 0;
}

/** A full address as URL writes it; null for one that leads nowhere by itself, or that runs something. */
export function toFullAddress({ value }: FrontMatterValue): string | null {
  const full = typeof value === 'string' ? value.trim().replace(/^\/\//, 'https://') : '';
  if (!URL.canParse(full)) return null;
  const { href, protocol } = new URL(full);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : null;
}

/** A moment as YAML 1.1 and TOML write it without quotes: a day, and a time. */
const moment = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d(?::\d\d(?:\.\d*)?)?(?:[ \t]*(?:Z|[+-]\d\d?(?::?\d\d)?))?$/;

/** As written, but moments as RFC 3339 has them. */
function toData(value: FrontMatterValue, timeZone: string, level: number, fail: Fail): unknown {
  const { value: plain, source } = value;
  if (typeof plain === 'object' && plain !== null) {
    if (level > limits.levels) return fail(value, `more than ${limits.levels} levels of lists and mappings`);
    const children = [...childrenOf(value)].map(
      ([key, child]) => [key, toData(child, timeZone, level + 1, fail)] as const,
    );
    return Array.isArray(plain) ? children.map(([, item]) => item) : Object.fromEntries(children);
  }
  if (typeof plain === 'number' && toNumber(value) === null) return fail(value, `${source ?? plain}`);
  if (typeof plain !== 'string' || source === null || !moment.test(source)) return plain;
  const date = parseDate(source, timeZone);
  return 'seconds' in date ? new Date(date.seconds * 1000).toISOString().replace('.000Z', 'Z') : plain;
}

/** Of what a merge key brings, all stand where that does. */
function childrenOf({ value, children, line, column }: FrontMatterValue): ReadonlyMap<string, FrontMatterValue> {
  const plain = Object.entries(value ?? {});
  return children ?? new Map(plain.map(([key, inner]) => [key, { value: inner, source: null, line, column }]));
}
