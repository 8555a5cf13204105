import { foldName } from './field-names.ts';

/** What a field of authors may hold. */
export const fieldTypes = ['text', 'boolean', 'number', 'list', 'url', 'image', 'images', 'any'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A field that the settings declare. */
export type DeclaredField = readonly [name: string, type: FieldType];

/** Fields that can be declared. */
const maxFields = 64;

/** The API has a meaning of its own for these, in an article or as a parameter that selects. */
const taken = (
  'id slug title excerpt meta_title meta_description header_image publish_at published_at updated_at draft aliases ' +
  'authors tags section language tag tag_any author ids'
).split(' ');
const takenFolded: ReadonlySet<string> = new Set(taken.map(foldName));

const form = /^\p{L}[\p{L}\p{M}\p{N}_-]{0,63}$/u;

/** What is wrong with the setting `fields`. */
export interface WrongField {
  /** The key in the setting; null for the setting as a whole. */
  name: string | null;
  found: string;
  expected: string;
}

/** The first thing that is wrong with a value of the setting, as YAML gives it; null for nothing. */
export function findWrongField(given: unknown): WrongField | null {
  const types = fieldTypes.join(', ');
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const expected = `Expected names of fields and their types, such as {series: text}. Types: ${types}.`;
    return { name: null, found: JSON.stringify(given), expected };
  }
  const entries = Object.entries(given);
  if (entries.length > maxFields)
    return { name: null, found: `${entries.length} fields`, expected: `Expected at most ${maxFields} fields.` };
  const before = new Map<string, string>();
  for (const [name, type] of entries) {
    const wrong = (expected: string): WrongField => ({ name, found: JSON.stringify({ [name]: type }), expected });
    const folded = foldName(name);
    const twin = before.get(folded);
    before.set(folded, name);
    if (!form.test(name) || name in Object.prototype)
      return wrong(
        'Expected a name that begins with a letter, of at most 64 letters, digits, - and _. ' +
          'A name that every object of JavaScript has, such as constructor, is none.',
      );
    if (takenFolded.has(folded))
      return wrong(`Expected another name than those that the API has: ${taken.join(', ')}.`);
    if (twin !== undefined)
      return wrong(`Expected another name than ${twin}: front matter does not tell them apart. Remove one of them.`);
    if (!fieldTypes.some((each) => each === type)) return wrong(`Expected a type: ${types}.`);
  }
  return null;
}

/** The fields of a setting that `findWrongField` accepts. Names are in NFC. */
export function toDeclaredFields(given: Readonly<Record<string, FieldType>>): DeclaredField[] {
  return Object.entries(given).map(([name, type]) => [name.normalize('NFC'), type]);
}
