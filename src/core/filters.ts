import { parameterOf, termFields, toFieldTerm } from './fields.ts';
import type { DeclaredFields } from './format.ts';
import type { ParameterErrors } from './problem.ts';
import type { Pairs } from './query.ts';

/** The fields by which the articles of a release are selected, by the parameters that do. */
export type Filters = ReadonlyMap<string, DeclaredFields[number]>;

export function toFilters(fields: DeclaredFields): Filters {
  return new Map(termFields(fields).map((field) => [parameterOf(field[0]), field]));
}

/** Whether a parameter is meant to select by a field of authors. */
export function isFilter(name: string): boolean {
  return name === 'filter' || name.startsWith('filter[');
}

/**
 * The terms of `filter[NAME]=VALUE`, each of another field. Where no field can be selected by, there are no such
 * parameters, and all are ignored. Names that are none of the fields are one error, which says what there is.
 */
export function readFilters(pairs: Pairs, filters: Filters, errors: ParameterErrors): [field: string, term: string][] {
  if (filters.size === 0) return [];
  const found = new Map<string, string>();
  for (const [parameter, value] of pairs) {
    if (!isFilter(parameter)) continue;
    const [field, type] = filters.get(parameter) ?? [];
    if (field === undefined || type === undefined) {
      const names = Array.from(filters.values(), ([name]) => name).join(', ');
      errors.filter = [`The filter field must have the name of a field, as filter[NAME]=value: ${names}.`];
      continue;
    }
    const read = found.has(field) ? { wrong: `must be given once, as ${parameter}=value.` } : toFieldTerm(type, value);
    found.set(field, 'term' in read ? read.term : '');
    if ('wrong' in read) errors[parameter] ??= [`The ${parameter} field ${read.wrong}`];
  }
  return [...found];
}
