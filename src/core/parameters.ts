import { pageFileCount } from './format.ts';
import type { ParameterErrors } from './problem.ts';

/** Says what is wrong with a value; null where nothing is. */
type Check<T> = (value: T) => string | null;

/** Up to 2^53−1, the greatest integer that JSON clients read exactly. */
const checkPage: Check<number> = (page) =>
  page < 1
    ? 'The page field must be at least 1.'
    : page > Number.MAX_SAFE_INTEGER
      ? `The page field must not be greater than ${Number.MAX_SAFE_INTEGER}.`
      : null;

const checkPerPage: Check<number> = (perPage) =>
  perPage < 1 || perPage > pageFileCount ? `The per_page field must be between 1 and ${pageFileCount}.` : null;

/** A snapshot as it stands in an address. */
export const snapshotToken = /^(0|[1-9][0-9]{0,15})-[0-9a-f]{16}$/;

const checkToken: Check<string> = (token) =>
  snapshotToken.test(token) ? null : 'The snapshot field must be one that a link of this API gave.';

/** Pins which articles a list ranges over: the oldest `count`, and a digest of their ids in order, as 16 hexadecimal digits. */
export interface Snapshot {
  count: number;
  digest: string;
}

/** Parameters of a list. What is null was not given. */
export interface ListParameters {
  page: number;
  perPage: number;
  excludeH1: boolean;
  snapshot: Snapshot | null;
  /** What links repeat, so that following them never changes the page size. */
  given: { perPage: boolean; excludeH1: boolean };
}

/** Those of a list that has a snapshot. */
export type PinnedList = ListParameters & { snapshot: Snapshot };

export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: ParameterErrors };

/** Reads the query of a list, without its `?`. Unknown parameters are ignored; all errors are reported at once. */
export function parseListParameters(query: string): Parsed<ListParameters> {
  const values = collect(query, ['page', 'per_page', 'exclude_h1', 'snapshot']);
  const errors: ParameterErrors = {};
  const page = read(values, 'page', toInteger, checkPage, errors);
  const perPage = read(values, 'per_page', toInteger, checkPerPage, errors);
  const excludeH1 = read(values, 'exclude_h1', toBoolean, null, errors);
  const snapshot = read(values, 'snapshot', toToken, checkToken, errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      page: page ?? 1,
      perPage: perPage ?? pageFileCount,
      excludeH1: excludeH1 ?? false,
      snapshot: snapshot === null ? null : splitSnapshot(snapshot),
      given: { perPage: perPage !== null, excludeH1: excludeH1 !== null },
    },
  };
}

/** Reads the query of one article: only `exclude_h1` is known. */
export function parseArticleParameters(query: string): Parsed<{ excludeH1: boolean; given: boolean }> {
  const errors: ParameterErrors = {};
  const excludeH1 = read(collect(query, ['exclude_h1']), 'exclude_h1', toBoolean, null, errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { excludeH1: excludeH1 ?? false, given: excludeH1 !== null } };
}

/** All values of the known parameters; `page[]=` and `page[0]=` count as wrongly given, not as unknown. */
function collect(query: string, known: readonly string[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  if (query === '') return values;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const bracket = name.indexOf('[');
    const plain = bracket === -1 ? name : name.slice(0, bracket);
    if (!known.includes(plain)) continue;
    const list = values.get(plain) ?? [];
    if (bracket !== -1) list.push(name);
    list.push(equals === -1 ? '' : decode(pair.slice(equals + 1)));
    values.set(plain, list);
  }
  return values;
}

/** As WHATWG's application/x-www-form-urlencoded: `+` is a space. What cannot be decoded stands as it is. */
function decode(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

type Read<T> = { value: T } | { error: string };

function read<T>(
  values: Map<string, string[]>,
  name: string,
  parse: (text: string, name: string) => Read<T>,
  check: Check<T> | null,
  errors: ParameterErrors,
): T | null {
  const [text, ...more] = values.get(name) ?? [];
  if (text === undefined) return null;
  if (more.length > 0) {
    errors[name] = [`The ${name} field must be given once, as ${name}=value.`];
    return null;
  }
  const found = parse(text, name);
  if ('error' in found) {
    errors[name] = [found.error];
    return null;
  }
  const error = check?.(found.value) ?? null;
  if (error !== null) errors[name] = [error];
  return found.value;
}

/**
 * Decimal digits, an optional sign, surrounding ASCII white space ignored, no leading zero. A number with a minus is
 * reported as below the bound.
 */
function toInteger(text: string, name: string): Read<number> {
  const [, sign, digits] = /^[\t\n\v\f\r ]*([+-]?)(0|[1-9]\d*)[\t\n\v\f\r ]*$/.exec(text) ?? [];
  if (digits === undefined) return { error: `The ${name} field must be an integer.` };
  return { value: sign === '-' ? -1 : Number(digits) };
}

function toBoolean(text: string, name: string): Read<boolean> {
  if (/^(?:1|true)$/i.test(text)) return { value: true };
  if (/^(?:0|false)$/i.test(text)) return { value: false };
  return { error: `The ${name} field must be true or false.` };
}

function toToken(text: string): Read<string> {
  return { value: text };
}

function splitSnapshot(token: string): Snapshot {
  const dash = token.indexOf('-');
  return { count: Number(token.slice(0, dash)), digest: token.slice(dash + 1) };
}
