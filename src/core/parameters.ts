import { maxId } from './article.ts';
import type { ChangeToken } from './change-log.ts';
import { type Cursor, parseCursor } from './cursor.ts';
import { encodePercent } from './encoding.ts';
import { parameterOf } from './fields.ts';
import { type Filters, isFilter, readFilters } from './filters.ts';
import { pageFileCount } from './format.ts';
import type { ParameterErrors } from './problem.ts';
import { collect, type Pairs, read, toBoolean, toPageNumber, toPerPage } from './query.ts';
import { maxTermLength, termKinds, toTerm } from './terms.ts';
import { isHead, type View } from './view.ts';

/** What the API is asked for. */
export type Operation = 'list' | 'article' | 'changes' | 'terms';

/** Parameters of a list. */
export interface ListParameters {
  page: number;
  perPage: number;
  view: View;
  /** What the page comes after; null where its number says that. */
  after: Cursor | null;
  /** All of these an article must have. */
  terms: [kind: string, term: string][];
  /** One of these tags it must have; none for any. */
  anyTags: string[];
  /** One of these it must have; null for any. */
  ids: number[] | null;
  /** What links repeat behind the page, so that following them never changes the page size: `&per_page=5`, or ''. */
  given: string;
}

export type Parsed<T> = { ok: true; value: T } | { ok: false; errors: ParameterErrors };

/** Parameters that say what of an article is sent. */
const viewNames = ['exclude_h1', 'exclude_html', 'exclude_markdown', 'include_details'];

/** The greatest `per_page` of articles without bodies. */
export const maxHeads = 1000;

/**
 * Reads the query of a list of a release with these filters. Unknown parameters are ignored; all errors are reported at
 * once.
 */
export function parseListParameters(pairs: Pairs, filters: Filters): Parsed<ListParameters> {
  const errors: ParameterErrors = {};
  return toParsed(readList(pairs, collect(pairs, knownNames.list), filters, errors), errors);
}

function toParsed<T>(value: T, errors: ParameterErrors): Parsed<T> {
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value };
}

function readList(
  pairs: Pairs,
  values: ReadonlyMap<string, string[]>,
  filters: Filters,
  errors: ParameterErrors,
): ListParameters {
  const viewErrors: ParameterErrors = {};
  const { view, given } = readView(values, viewErrors);
  const page = read(values, 'page', toPageNumber, errors);
  const perPage = read(values, 'per_page', (text) => toPerPage(text, isHead(view) ? maxHeads : pageFileCount), errors);
  Object.assign(errors, viewErrors);
  const after = read(values, 'after', (text) => parseCursor(text) ?? fromLink, errors);
  // No list has more places than there are ids, so no link leads there: clients may read numbers of places as 32 bits.
  const lastPage = Math.floor(maxId / (perPage ?? pageFileCount));
  if (after !== null && page !== null && page > lastPage)
    errors.page = [`The page field must not be greater than ${lastPage} with after.`];
  const { terms, anyTags } = readTerms(values, readFilters(pairs, filters, errors), errors);
  const ids = read(values, 'ids', toIds, errors);
  const selected = terms.map(([kind, term]) => [parameterOf(kind), term]);
  const selection = [
    ...selected,
    ...anyTags.map((tag) => [anyTag, tag]),
    ...(ids === null ? [] : [['ids', ids.join()]]),
  ];
  return {
    page: page ?? 1,
    perPage: perPage ?? pageFileCount,
    view,
    after,
    terms,
    anyTags,
    ids,
    given: [perPage === null ? '' : `&per_page=${perPage}`, given, ...selection.map(toPair)].join(''),
  };
}

/** Parameters of a list that are given once. */
const listNames = ['page', 'per_page', ...viewNames, 'after', 'ids'];

/** Terms of one request, and characters of all of them as they stand in links, at most. */
const maxTerms = 10;
const maxSelection = 2000;

/** Names a tag that an article may have instead of others. */
const anyTag = 'tag_any';

function readTerms(
  values: ReadonlyMap<string, string[]>,
  filters: readonly [kind: string, term: string][],
  errors: ParameterErrors,
): { terms: [string, string][]; anyTags: string[] } {
  const plain = termNames.flatMap((name) => (values.get(name) ?? []).map((term) => [name, toTerm(term)] as const));
  for (const [kind, term] of plain) {
    const isTerm = term !== '' && term.length <= maxTermLength && !term.startsWith(`${kind}[`);
    if (!isTerm)
      errors[kind] = [`The ${kind} field must be a text of 1 to ${maxTermLength} characters, as ${kind}=value.`];
  }
  const terms = [...plain, ...filters.map(([kind, term]) => [parameterOf(kind), term] as const)];
  const isTooLong = terms.map(toPair).join('').length > maxSelection;
  if (terms.length > maxTerms || isTooLong) {
    const [kind = 'tag'] = terms.at(-1) ?? [];
    errors[kind] ??= [`The ${kind} field must be one of at most ${maxTerms} terms, of ${maxSelection} characters.`];
  }
  return {
    terms: [
      ...plain.flatMap(([name, term]): [string, string][] => (name === anyTag ? [] : [[name, term]])),
      ...filters,
    ],
    anyTags: plain.flatMap(([name, term]) => (name === anyTag ? [term] : [])),
  };
}

const termNames = [...termKinds, anyTag] as const;

function toPair([name = '', value]: readonly string[]): string {
  return `&${encodePercent(name)}=${encodePercent(value ?? '').replaceAll('%2C', ',')}`;
}

function toIds(text: string): number[] | string {
  const ids = text.split(',').map((id) => (/^[1-9]\d{0,9}$/.test(id.trim()) ? Number(id) : 0));
  const isRight = ids.length <= maxIds && ids.every((id) => id > 0 && id <= maxId);
  return isRight ? ids : `must be 1 to ${maxIds} ids, with a comma between two ids.`;
}

const maxIds = 100;

/**
 * Names of parameters that are not read, as a header field lists them, a near miss with the name that is; null where
 * all are.
 */
export function findIgnored(pairs: Pairs, operation: Operation, filters: Filters): string | null {
  if (pairs.length === 0) return null;
  const known = knownNames[operation];
  const hasFilters = known.includes(anyTag) && filters.size > 0;
  const names = new Set(pairs.map(([name]) => name));
  const listed = [...names]
    .filter((name) => /^[\w.[\]-]{1,40}$/.test(name) && !known.includes(name) && !(hasFilters && isFilter(name)))
    .slice(0, maxIgnored)
    .map((name) => {
      // `tags` and `filter[tag]` mean `tag`.
      const near = known.find((each) => new RegExp(`\\b${each}s?\\b`, 'i').test(name));
      return near ? `${name} (${near}?)` : name;
    });
  return listed.join(', ') || null;
}

/** Names that are listed. */
const maxIgnored = 10;

const knownNames: Record<Operation, readonly string[]> = {
  list: [...listNames, ...termNames],
  article: viewNames,
  changes: [...listNames, ...termNames, 'since', 'until'],
  terms: ['kind', 'page', 'per_page'],
};

/** Parameters of a list of terms. */
export interface TermsParameters {
  /** One of `kindsOf`. */
  kind: string;
  page: number;
  perPage: number;
  /** As in `ListParameters`. */
  given: string;
}

/** Reads the query of the terms, of one of these kinds. */
export function parseTermsParameters(pairs: Pairs, kinds: readonly string[]): Parsed<TermsParameters> {
  const values = collect(pairs, knownNames.terms);
  const errors: ParameterErrors = {};
  const [kind = '', ...others] = values.get('kind') ?? [];
  if (others.length > 0 || !kinds.includes(kind)) errors.kind = [`The kind field must be one of ${kinds.join(', ')}.`];
  const page = read(values, 'page', toPageNumber, errors) ?? 1;
  const perPage = read(values, 'per_page', (text) => toPerPage(text, pageFileCount), errors);
  const given = `&kind=${encodePercent(kind)}${perPage === null ? '' : `&per_page=${perPage}`}`;
  return toParsed({ kind, page, perPage: perPage ?? pageFileCount, given }, errors);
}

/** Parameters of the changes. Without `since` they are those of a list. */
export interface ChangesParameters extends ListParameters {
  since: SelectionToken | null;
  /** The greatest id of the pages before. */
  afterId: number;
  /** What a client has once it has all pages; null on the first. */
  until: ChangeToken | null;
}

interface SelectionToken extends ChangeToken {
  /** See `nameSelection`. */
  selection: string;
}

/** Reads the query of the changes. */
export function parseChangesParameters(pairs: Pairs, filters: Filters): Parsed<ChangesParameters> {
  const values = collect(pairs, knownNames.changes);
  const errors: ParameterErrors = {};
  const since = read(values, 'since', toToken, errors);
  // First comes what was published, by ids, then what came by its date, as in a list.
  const afterId = values.has('since') ? read(values, 'after', toId, {}) : null;
  if (afterId !== null) values.delete('after');
  const parameters = readList(pairs, values, filters, errors);
  const until = read(values, 'until', toToken, errors);
  return toParsed({ ...parameters, since, afterId: afterId ?? 0, until }, errors);
}

/** Reads the query of one article. `given` are the parameters that it has, as in `ListParameters`. */
export function parseArticleParameters(pairs: Pairs): Parsed<{ view: View; given: string }> {
  const errors: ParameterErrors = {};
  return toParsed(readView(collect(pairs, knownNames.article), errors), errors);
}

function readView(values: ReadonlyMap<string, string[]>, errors: ParameterErrors): { view: View; given: string } {
  let given = '';
  const [excludeH1 = false, excludeHtml = false, excludeMarkdown = false, includeDetails = false] = viewNames.map(
    (name) => {
      const value = read(values, name, toBoolean, errors);
      if (value !== null) given += `&${name}=${value}`;
      return value ?? false;
    },
  );
  return { view: { excludeH1, excludeHtml, excludeMarkdown, includeDetails }, given };
}

function toId(text: string): number | string {
  return /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : fromLink;
}

function toToken(text: string): SelectionToken | string {
  const [release = '', at, selection = ''] = text.split('-');
  return changeToken.test(text) ? { release, at: Number(at), selection } : fromLink;
}

const fromLink = 'must be a value that this API gave.';

/** A token as it stands in an address. */
export const changeToken = /^[0-9a-f]{32}-(?:0|[1-9][0-9]{0,11})(?:-[0-9a-f]{8})?$/;
