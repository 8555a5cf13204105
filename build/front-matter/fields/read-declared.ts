import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, shorten } from '../../problems/report-problem.ts';
import { parseDate } from '../dates/parse-date.ts';
import type { FieldType } from '../declared-fields.ts';
import { foldName } from '../field-names.ts';
import type { ContentOptions } from '../options.ts';
import type { DeclaredValue, FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { toSwitch } from '../schema.ts';
import { isAbsent } from './find-values.ts';
import { describeValue, findImage, toText } from './read-fields.ts';

/** UTF-8 bytes of the JSON of a value, levels of a nested one, and items of a list, at most. */
const limits = { bytes: 65_536, levels: 8, items: 100 };

/** The values of the declared fields, in their order. A value of another type is an error at its place. */
export function readDeclared(parsed: ParsedFile, options: ContentOptions): Result<DeclaredValue[]> {
  const problems: Problem[] = [];
  const keys = new Map<string, FrontMatterValue>();
  for (const [key, value] of parsed.frontMatter) {
    const folded = foldName(key.normalize('NFC'));
    if (!isAbsent(value) && !keys.has(folded)) keys.set(folded, value);
  }
  const value = options.fields.map(([name, type]): DeclaredValue => {
    const found = keys.get(foldName(name));
    if (found === undefined) return { json: null };
    const read = readers[type](found, options);
    const size = 'json' in read ? Buffer.byteLength(JSON.stringify(read.json)) : 0;
    if ('json' in read && size > limits.bytes) problems.push(wrong(name, type, found, `\`${name}\` has ${size} bytes`));
    else if ('json' in read || 'images' in read) return read;
    else problems.push(wrong(name, type, read.at, read.found ?? describeValue({ name, value: read.at })));
    return { json: null };
  });
  return { value, problems };

  function wrong(name: string, type: FieldType, at: FrontMatterValue, found: string): Problem {
    const words = {
      found: shorten(found),
      expected: `${expected[type]}, since \`fields\` in galley.config.yaml declares \`${name}: ${type}\``,
      fix: `Correct the value, or declare another type: ${type === 'any' ? 'no type takes it' : '`any` takes every value'}.`,
    };
    return reportProblem('wrong-type', parsed.path, at, words);
  }
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

/** What is wrong with a value, or with one inside of it. */
interface Wrong {
  at: FrontMatterValue;
  /** In words; absent where it is the type. */
  found?: string;
}

const readers: Record<FieldType, (value: FrontMatterValue, options: ContentOptions) => DeclaredValue | Wrong> = {
  text: (value) => toJson(value, toText(value)),
  boolean: (value) => toJson(value, toSwitch(value.value)),
  number: (value) => toJson(value, toNumber(value)),
  list: (value) => each(value, toText),
  url: (value) => toJson(value, toUrl(value)),
  image: (value) => {
    const image = findImage(value);
    return image === null || Array.isArray(value.value) ? { at: value } : { images: [image] };
  },
  images: (value) => {
    const images = each(value, findImage);
    return 'json' in images ? { images: images.json } : images;
  },
  any: (value, { timeZone }) => {
    const found: Wrong[] = [];
    const json = toData(value, timeZone, 1, found);
    return found[0] ?? { json };
  },
};

function toJson(at: FrontMatterValue, json: unknown): DeclaredValue | Wrong {
  return json === null ? { at } : { json };
}

/** What `read` makes of each item of a list, or of a value that stands alone; empty items are skipped. */
function each<T>(value: FrontMatterValue, read: (item: FrontMatterValue) => T | null): { json: T[] } | Wrong {
  const items = Array.isArray(value.value) ? [...childrenOf(value).values()] : [value];
  const present = items.filter((item) => !isAbsent(item));
  if (present.length > limits.items) return { at: value, found: `a list of ${present.length}` };
  const json: T[] = [];
  for (const item of present) {
    const found = read(item);
    if (found === null) return { at: item };
    json.push(found);
  }
  return { json };
}

/** Whole numbers only as far as all programs read them exactly. YAML has two ways to read zeros at the start. */
function toNumber({ value, source }: FrontMatterValue): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value) || /^[+-]?0\d/.test(source ?? '')) return null;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? null : value + 0;
}

/** A full address as URL writes it; null for one that leads nowhere by itself, or that runs something. */
export function toUrl({ value }: FrontMatterValue): string | null {
  const full = typeof value === 'string' ? value.trim().replace(/^\/\//, 'https://') : '';
  if (!URL.canParse(full)) return null;
  const { href, protocol } = new URL(full);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : null;
}

/** A moment as YAML 1.1 and TOML write it without quotes: a day, and a time. */
const moment = /^\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d(?::\d\d(?:\.\d*)?)?(?:[ \t]*(?:Z|[+-]\d\d?(?::?\d\d)?))?$/;

/** As written, but moments as RFC 3339 has them. What has no form as data goes to `wrong`. */
function toData(value: FrontMatterValue, timeZone: string, level: number, wrong: Wrong[]): unknown {
  const { value: plain, source } = value;
  if (typeof plain === 'object' && plain !== null) {
    if (level > limits.levels) {
      wrong.push({ at: value, found: `more than ${limits.levels} levels of lists and mappings` });
      return null;
    }
    const children = [...childrenOf(value)].map(
      ([key, child]) => [key, toData(child, timeZone, level + 1, wrong)] as const,
    );
    return Array.isArray(plain) ? children.map(([, item]) => item) : Object.fromEntries(children);
  }
  if (typeof plain === 'number' && toNumber(value) === null) wrong.push({ at: value, found: `${source ?? plain}` });
  if (typeof plain !== 'string' || source === null || !moment.test(source)) return plain;
  const date = parseDate(source, timeZone);
  return 'seconds' in date ? new Date(date.seconds * 1000).toISOString().replace('.000Z', 'Z') : plain;
}

/** Of what a merge key brings, all stand where that does. */
function childrenOf({ value, children, line, column }: FrontMatterValue): ReadonlyMap<string, FrontMatterValue> {
  const plain = Object.entries(value ?? {});
  return children ?? new Map(plain.map(([key, inner]) => [key, { value: inner, source: null, line, column }]));
}
