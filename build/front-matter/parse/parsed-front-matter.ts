import type { Position } from '../../problems/problem.ts';
import type { FrontMatterValue } from '../parsed-file.ts';

/** What is wrong with the syntax of front matter, and where in the file. */
export interface SyntaxProblem extends Position {
  /** Of the package that parsed it, or `NOT_A_MAPPING`, `TOO_DEEP`, `TOO_LARGE`, `DUPLICATE_KEY`. */
  code: string;
  /** A sentence without its full stop. */
  message: string;
  /** Of a key that stands twice, at its last place: the key, and the line of the other. */
  duplicate?: { key: string; otherLine: number; isEqual: boolean };
}

/** Front matter as a parser gives it: its top-level keys, or why it cannot be read, with those that can be read all the same. */
export type ParsedFrontMatter =
  | {
      values: Values;
      /** Keys that stand twice in a mapping, where the last value counts. */
      doubts: SyntaxProblem[];
    }
  | { problems: SyntaxProblem[]; values?: Values };

export type Values = Map<string, FrontMatterValue>;

/** The first problem of each line, from which others follow, and all keys that stand twice. */
export function firstOfLines(problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const places = new Set<string>();
  return problems.filter(({ line, column, duplicate }) => {
    const place = duplicate === undefined ? `${line}` : `${line}:${column}`;
    return !places.has(place) && places.add(place);
  });
}

export function toMapping(children: Values, { line, column }: Position): FrontMatterValue {
  const value = Object.fromEntries([...children].map(([key, child]) => [key, child.value]));
  return { value, source: null, line, column, children };
}

export function toSequence(items: readonly FrontMatterValue[], { line, column }: Position): FrontMatterValue {
  const children = new Map(items.map((item, index) => [String(index), item]));
  return { value: items.map(({ value }) => value), source: null, line, column, children };
}

/** Puts a value under its key, and gives the problem of a key that is there already. */
export function putValue(values: Values, key: string, value: FrontMatterValue, at: Position): SyntaxProblem[] {
  const before = values.get(key);
  // Copying each value would take a tenth of the time.
  value.key = at;
  values.set(key, value);
  if (before === undefined) return [];
  const duplicate = { key, otherLine: (before.key ?? before).line, isEqual: value.value === before.value };
  return [{ code: 'DUPLICATE_KEY', message: `the key \`${key}\` twice`, duplicate, line: at.line, column: at.column }];
}

/** Replaces NUL and lone surrogates, which escapes in quoted text can give. */
export function cleanText(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '\uFFFD');
}
