import type { Problem } from '../../problems/problem.ts';
import { reportWarning, shorten } from '../../problems/report-problem.ts';
import { fieldNames, foldName, isKnownName } from '../field-names.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { loadYaml } from './load-parsers.ts';

/**
 * What is expected, and what to do, about a problem that the parser of YAML reports in a line; in the words of authors, not of
 * parsers.
 */
export function explainYaml(message: string, line: string): { expected: string; fix: string } {
  const [, expected, fix] = explanations.find(([pattern]) => pattern.test(message)) ?? [];
  const corrected = isOfValue.test(message) ? correct(line) : null;
  if (expected === undefined || fix === undefined) {
    return {
      expected: '`key: value` on each line',
      fix: corrected ?? 'Put the value in quotes, and close every quote and bracket.',
    };
  }
  if (/^(?:Nested|Implicit)/.test(message) && /^\s/.test(line)) return indented;
  const words = /^Implicit/.test(message) ? /^([A-Za-z][\w-]*)(?:\s+|[:：]\s*)(\S.*)$/.exec(line) : null;
  if (words !== null && isKnownName(words[1] ?? '')) return { expected, fix: `Write \`${words[1]}: ${words[2]}\`.` };
  const isOpen = /^Flow/.test(message) && /^[^:]+: +[[{](?:[^\]}]*[^\]},])?$/.test(line);
  return { expected, fix: isOpen ? `Write \`${line.trim()}${/: +\[/.test(line) ? ']' : '}'}\`.` : (corrected ?? fix) };
}

/** What is expected, about a problem of JSON. */
export function explainJson(message: string): string {
  const [, expected] = explanations.find(([pattern]) => ofJson.test(message) && pattern.test(message)) ?? [];
  return expected ?? 'a quote at both ends of each text, a colon after each key, and a comma between two entries';
}

const ofJson = /^(?:Missing closing|Missing ,|Unexpected ,|Flow)|escape/;

/** Messages of lines that are correct with their value in quotes. */
const isOfValue =
  /at node end|Not a YAML token|in YAML stream|^Nested|^Missing closing|escape|extra characters|reserved|directive|begins the value/;

const indented = {
  expected: 'all keys at the left edge. Only below a key without a value, lines are indented',
  fix: 'Move this line to the left edge, like the one above.',
};

const explanations: readonly (readonly [RegExp, string, string])[] = [
  [/^Missing ,/, 'a comma between two values', 'Write a comma before this.'],
  [/^Unexpected ,/, 'a value between two commas', 'Remove the comma.'],
  [
    /^Source contains/,
    'one set of keys; a second one begins here',
    'Keep one set of keys between the two lines `---`.',
  ],
  [/^Missing closing/, 'the same quote at both ends of a text', 'Close the quote at the end, here or in a line above.'],
  [/^Flow sequence/, 'a closing bracket `]`', 'Close the bracket, and indent the lines in it.'],
  [/^Flow map/, 'a closing brace `}`', 'Close the brace, and indent the lines in it.'],
  [/^Nested mappings/, 'quotes around a value that contains `: `', 'Put the value in quotes.'],
  [
    /^A block|^All (?:seq|map)/,
    'the same indentation for all items of a list, and for all keys',
    'Indent the line like the one above it.',
  ],
  [/^Implicit/, '`key: value` on each line', 'Write `key: value`, or indent the line if it continues the value above.'],
  [
    /at node end|Not a YAML token|in YAML stream/,
    'nothing after the quote or bracket that ends a value',
    'Put the whole value in quotes. Do not mix a list and keys.',
  ],
  [
    /escape/,
    'no single `\\` in double quotes: there it begins an escape such as `\\n`',
    'Use single quotes, or write `\\\\`.',
  ],
  [/extra characters/, 'nothing after `|` or `>`: the text begins on the next line', 'Put the whole value in quotes.'],
  [/^Merge/, 'an alias of a mapping after `<<:`', 'Write the values instead of the alias.'],
  [/anchor|tag/i, 'at most one `&name` and one `!name` before a value', 'Put the value in quotes.'],
  [/^Tabs/, 'spaces in front of an indented line', 'Indent with spaces instead of tabs.'],
  [/directive/i, 'no `%` at the start of a line', 'Remove the line, or put the value that begins with `%` in quotes.'],
  [/reserved/, 'quotes around a value that begins with this character', 'Put the value in quotes.'],
];

/** What to write instead of a line whose value needs other quotes; null where that is not enough. */
function correct(line: string): string | null {
  const [dashes = ''] = /^\s*(?:- +)*/.exec(line) ?? [];
  const [key] = /^[^\s"'#:][^:]*: +(?=\S)/.exec(line.slice(dashes.length)) ?? [];
  if (key === undefined) return null;
  const head = `${dashes}${key}`;
  const value = line.slice(head.length).trimEnd();
  if (!/^["'[{|>@`%&*!]|: |\\/.test(value)) return null;
  const corrected = `${head.trimStart()}${quote(bare(value))}`;
  return loadYaml().parseDocument(corrected).errors.length === 0 ? `Write \`${corrected}\`.` : null;
}

/** A text between single quotes, in which an apostrophe is doubled. */
function quote(value: string): string {
  return `'${value.trim().replaceAll("'", "''")}'`;
}

/** A value without the quotes around it, if it has any. */
function bare(value: string): string {
  const character = value[0] ?? '';
  if (character !== '"' && character !== "'") return value;
  const isClosed = value.length > 1 && value.endsWith(character);
  const inner = value.slice(1, isClosed ? -1 : undefined);
  const next = inner.replaceAll(`\\${character}`, '').split(character)[1];
  // White space after the next quote: that one closes a word, as in `"Foo" and "bar"`.
  const isPair = isClosed && !/^\s/.test(next ?? 'x');
  if (!isClosed) return next === undefined ? inner : value;
  return isPair ? inner.replaceAll(`\\${character}`, character).replaceAll("''", "'") : value;
}

/**
 * Warns of texts without quotes that YAML cuts at ` #`, as in `title: My plane is #1`. After more than one space, it is
 * a comment on purpose. `lineAt` gives the text of a line of the file.
 */
export function findCutValues(
  path: string,
  values: ReadonlyMap<string, FrontMatterValue>,
  lineAt: (line: number) => string | undefined,
): Problem[] {
  const problems: Problem[] = [];
  for (const [key, value] of values) {
    if (value.source === null || !texts.has(foldName(key))) continue;
    const line = lineAt(value.line) ?? '';
    const end = value.column - 1 + value.source.length;
    if (!/^ #/.test(line.slice(end, end + 2)) || line.slice(value.column - 1, end) !== value.source) continue;
    const whole = line.slice(value.column - 1);
    const words = {
      found: `\`${shorten(line)}\`. YAML reads only \`${shorten(value.source)}\` of it`,
      expected: 'quotes around a text that contains ` #`. Without quotes, a comment begins there',
      fix: `Write \`${key}: ${quote(whole)}\`. If a comment begins here, write two spaces before \`#\`.`,
    };
    problems.push(reportWarning('front-matter-syntax', path, { line: value.line, column: end + 2 }, words));
  }
  return problems;
}

const { title, excerpt, meta_title, meta_description, slug } = fieldNames;
const texts: ReadonlySet<string> = new Set([title, excerpt, meta_title, meta_description, slug].flat().map(foldName));
