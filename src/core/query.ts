import { decodePercent } from './encoding.ts';
import type { ParameterErrors } from './problem.ts';

/** The names and values of a query, decoded, in their order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** All values of the known parameters; `page[]=` and `page[0]=` count as wrongly given, not as unknown. */
export function collect(pairs: Pairs, known: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const [plain = ''] = name.split('[', 1);
    if (!known.includes(plain)) continue;
    const list = values.get(plain) ?? [];
    if (plain !== name) list.push(name);
    list.push(value);
    values.set(plain, list);
  }
  return values;
}

/** Of a query without its `?`. */
export function toPairs(query: string): Pairs {
  if (query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [decode(name), decode(rest.join('='))];
  });
}

/** As WHATWG's application/x-www-form-urlencoded: `+` is a space. What cannot be decoded stands as it is. */
function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' ')) ?? text;
}

/** Null where the parameter is not given, or `parse` says what is wrong with it. */
export function read<T>(
  values: ReadonlyMap<string, string[]>,
  name: string,
  parse: (text: string) => T | string,
  errors: ParameterErrors,
): T | null {
  const [text, ...more] = values.get(name) ?? [];
  if (text === undefined) return null;
  const found = more.length > 0 ? `must be given once, as ${name}=value.` : parse(text);
  if (typeof found !== 'string') return found;
  errors[name] = [`The ${name} field ${found}`];
  return null;
}

export function toPageNumber(text: string): number | string {
  const page = toInteger(text);
  if (page === null) return 'must be an integer.';
  if (page < 1) return 'must be at least 1.';
  // The greatest integer that JSON clients read exactly.
  return page <= Number.MAX_SAFE_INTEGER ? page : `must not be greater than ${Number.MAX_SAFE_INTEGER}.`;
}

export function toPerPage(text: string, maxCount: number): number | string {
  const perPage = toInteger(text);
  if (perPage === null) return 'must be an integer.';
  return perPage >= 1 && perPage <= maxCount ? perPage : `must be between 1 and ${maxCount}.`;
}

/**
 * Decimal digits, an optional sign, whitespace of ASCII around them, no leading zero. A number with a minus counts as
 * -1.
 */
function toInteger(text: string): number | null {
  const [, sign, digits] = /^[\t\n\v\f\r ]*([+-]?)(0|[1-9]\d*)[\t\n\v\f\r ]*$/.exec(text) ?? [];
  if (digits === undefined) return null;
  return sign === '-' ? -1 : Number(digits);
}

export function toBoolean(text: string): boolean | string {
  if (/^(?:1|true)$/i.test(text)) return true;
  return /^(?:0|false)$/i.test(text) ? false : 'must be true or false.';
}
