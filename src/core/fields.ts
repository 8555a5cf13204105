import type { DeclaredFields } from './format.ts';
import { maxTermLength, termKinds, toTerm } from './terms.ts';

/** Types of fields whose values are terms: articles are selected by them. A list has several. */
export const termTypes = ['text', 'boolean', 'number', 'list'] as const;

/** The fields by which articles are selected. */
export function termFields<Field extends DeclaredFields[number]>(fields: readonly Field[]): Field[] {
  return fields.filter(([, type]) => (termTypes as readonly string[]).includes(type));
}

/** All by which articles are selected. A field never has the name of another kind. */
export function kindsOf(fields: DeclaredFields): string[] {
  return [...termKinds, ...termFields(fields).map(([name]) => name)];
}

/** The parameter that selects by a kind of terms, as people write it. */
export function parameterOf(kind: string): string {
  return (termKinds as readonly string[]).includes(kind) ? kind : `filter[${kind}]`;
}

/** The term that a parameter asks for, as articles of a field of that type have it; or what is wrong with it. */
export function toFieldTerm(type: string, given: string): { term: string } | { wrong: string } {
  const value = toTerm(given);
  if (type === 'boolean') {
    const word = /^(?:1|true)$/i.test(value) ? 'true' : /^(?:0|false)$/i.test(value) ? 'false' : null;
    return word === null ? { wrong: 'must be true or false.' } : { term: word };
  }
  if (type === 'number') {
    const isNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value) && Number.isFinite(Number(value));
    return isNumber ? { term: String(Number(value)) } : { wrong: 'must be a number.' };
  }
  const isTerm = value !== '' && value.length <= maxTermLength;
  return isTerm ? { term: value } : { wrong: `must be a text of 1 to ${maxTermLength} characters.` };
}
