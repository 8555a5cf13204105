import { type FieldName, fieldNames, foldName } from '../front-matter/field-names.ts';
import type { Syntax } from '../front-matter/parse/fence.ts';
import { loadYaml } from '../front-matter/parse/load-parsers.ts';
import type { FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';

/** An article that is there already. */
type Parsed = Pick<ParsedFile, 'frontMatter'>;

/** What is known of the new article. */
export interface KnownFields {
  title: string;
  /** RFC 3339, UTC, whole seconds. */
  date: string;
  /** One that no other article has. */
  id: number;
}

/**
 * The front matter of a new article under the keys that at least half of its neighbours have, in the order of the
 * newest. A value that is the same in all stays; others are left empty. It is a draft, in the neighbours' word for it
 * if they have one.
 */
export function toNewFields(neighbours: readonly Parsed[], { title, date, id }: KnownFields): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const filled = new Set<FieldName>();
  const fill = (key: string, field: FieldName, value: unknown): void => {
    // An article may hold its date under two names; the new one needs it once.
    if (!filled.has(field)) fields[key] = value;
    filled.add(field);
  };
  for (const key of commonKeys(neighbours)) {
    const found = neighbours.flatMap(({ frontMatter }) => frontMatter.get(key) ?? []);
    const isDate = found.some(({ value }) => /^\d{4}\D/.test(String(value)));
    // `published` is a switch in some folders, and a date in others.
    const field = fieldOf(key) === 'published' && isDate ? 'publish_at' : fieldOf(key);
    if (field === 'title') fill(key, field, title);
    else if (field === 'publish_at' || field === 'published_at') fill(key, field, toForm(date, found[0]));
    else if (field === 'id') {
      if (found.every(({ value }) => typeof value === 'number')) fill(key, field, id);
    } else if (field === 'draft') fill(key, field, true);
    else if (field === 'published') fill(key, field, false);
    else if (field === 'status') fill(key, field, 'draft');
    else if (field === null || field === 'kind') fields[key] = toValue(found);
    else if (field === 'excerpt' || field === 'meta_title' || field === 'meta_description') fields[key] = '';
  }
  if (!filled.has('title')) return { title, ...fields, ...hide(filled) };
  return { ...fields, ...hide(filled) };
}

function hide(filled: ReadonlySet<FieldName>): Record<string, unknown> {
  return filled.has('draft') || filled.has('published') || filled.has('status') ? {} : { draft: true };
}

/** Keys that at least half have, those of the newest first. */
function commonKeys(neighbours: readonly Parsed[]): string[] {
  const counts = new Map<string, number>();
  for (const { frontMatter } of neighbours)
    for (const key of frontMatter.keys()) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].filter(([, count]) => count * 2 >= neighbours.length).map(([key]) => key);
}

const fields: ReadonlyMap<string, FieldName> = new Map(
  // Of a name that two fields read, the first of these counts.
  (Object.keys(fieldNames) as FieldName[]).toReversed().flatMap((field) => {
    return fieldNames[field].map((name): [string, FieldName] => [foldName(name), field]);
  }),
);

function fieldOf(key: string): FieldName | null {
  return fields.get(foldName(key)) ?? null;
}

/** The same as in all neighbours, else nothing of the kind that they have. */
function toValue(found: readonly FrontMatterValue[]): unknown {
  const [first] = found;
  const isSame = found.length > 1 && found.every(({ value }) => value === first?.value);
  if (isSame) return first?.value;
  return Array.isArray(first?.value) ? [] : '';
}

/** A date as a neighbour writes it: a day, a day and a time, with or without a zone. */
function toForm(date: string, like: FrontMatterValue | undefined): string {
  const written = String(like?.value ?? '');
  const [day = '', time = ''] = date.replace('Z', '').split('T');
  if (/^\d{4}\/\d\d?\/\d\d?$/.test(written)) return day.replaceAll('-', '/');
  if (/^\d{4}-\d\d?-\d\d?$/.test(written)) return day;
  const [isLike, seconds, zone] = /^\d{4}-\d\d-\d\d \d\d?:\d\d(:\d\d( [+-]\d{4})?)?$/.exec(written) ?? [];
  if (isLike === undefined) return date;
  return `${day} ${seconds === undefined ? time.slice(0, 5) : time}${zone === undefined ? '' : ' +0000'}`;
}

/** Front matter with its fences, in the language of the neighbours, and an empty line. */
export function writeFrontMatter(fields: Record<string, unknown>, syntax: Syntax | null): string {
  if (syntax === 'json') return `${JSON.stringify(fields, null, 2)}\n\n`;
  if (syntax === 'toml') return `+++\n${toLines(fields, (key, value) => `${key} = ${value}`, toToml)}+++\n\n`;
  if (syntax === 'lines') return `${toLines(fields, (key, value) => `${key}: ${value}`, toBare)}\n`;
  const { stringify } = loadYaml();
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n\n`;
}

function toLines(
  fields: Record<string, unknown>,
  toLine: (key: string, value: string) => string,
  toText: (value: unknown) => string,
): string {
  return Object.entries(fields)
    .map(([key, value]) => `${toLine(key, toText(value))}\n`)
    .join('');
}

/** TOML writes dates without quotes; JSON's text, lists, numbers and booleans are TOML's. */
function toToml(value: unknown): string {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\dZ?)?$/.test(value);
  return isDate ? value : JSON.stringify(value);
}

function toBare(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}
