import { parameterOf, termFields, toFieldTerm } from './fields.ts';
import type { DeclaredFields } from './format.ts';
import type { ParameterErrors } from './problem.ts';

/** Whether a parameter is meant to select by a field of authors. */
export function isFilter(name: string): boolean {
  return name === 'filter' || name.startsWith('filter[');
}

/**
 * The terms of `filter[NAME]=VALUE`, each of another field. Where no field can be selected by, there are no such parameters, and all are
 * ignored. Names that are none of the fields are one error, which says what there is.
 */
export function readFilters(
  pairs: readonly (readonly [name: string, value: string])[],
  fields: DeclaredFields,
  errors: ParameterErrors,
): [field: string, term: string][] {
  const names = termFields(fields);
  if (names.length === 0) return [];
  const found = new Map<string, string>();
  for (const [parameter, value] of pairs) {
    if (!isFilter(parameter)) continue;
    const [field, type] = fields.find(([name]) => names.includes(name) && parameterOf(name) === parameter) ?? [];
    if (field === undefined || type === undefined) {
      errors.filter = [`The filter field must have the name of a field, as filter[NAME]=value: ${names.join(', ')}.`];
      continue;
    }
    const read = found.has(field) ? { wrong: `must be given once, as ${parameter}=value.` } : toFieldTerm(type, value);
    found.set(field, 'term' in read ? read.term : '');
    if ('wrong' in read) errors[parameter] ??= [`The ${parameter} field ${read.wrong}`];
  }
  return [...found];
}
