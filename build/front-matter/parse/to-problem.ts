import type { Position, Problem } from '../../problems/problem.ts';
import { reportProblem, shorten } from '../../problems/report-problem.ts';
import { badDate } from '../dates/date-problems.ts';
import { parseDate } from '../dates/parse-date.ts';
import { fieldNames, foldName, hidingFields } from '../field-names.ts';
import { writeKey } from '../write-key.ts';
import { explainJson, explainYaml } from './explain-yaml.ts';
import type { Syntax } from './fence.ts';
import type { SyntaxProblem } from './parsed-front-matter.ts';

/** A problem of the syntax of front matter as its author reads it. `line` is the text of its line; undefined beyond the last. */
export function toProblem(path: string, problem: SyntaxProblem, syntax: Syntax, line: string | undefined): Problem {
  const { code, message, duplicate, ...at } = problem;
  const found = line === undefined ? 'the end of the front matter' : quoteLine(line);
  const expected = `${names[syntax]}${code === message ? ' without this error' : ''}: ${message.replaceAll('\n', ' ').replace('more than', 'at most')}`;
  if (code === 'NOT_A_MAPPING') {
    return reportProblem('front-matter-not-a-mapping', path, at, {
      found,
      expected: `keys and values, such as \`${writeKey(syntax, 'title', 'Hello')}\``,
      fix: `Write \`${writeKey(syntax, 'key', 'value')}\` on each line between the two fences.`,
    });
  }
  if (code === 'TOO_LARGE') {
    return reportProblem('front-matter-too-large', path, at, {
      found: `${message}. The limit is reached at ${found}`,
      expected: message.replace('more than', 'at most'),
      fix: 'Put data in a separate file.',
    });
  }
  if (duplicate !== undefined) {
    const { key, otherLine, isEqual } = duplicate;
    const isError = hidingKeys.has(foldName(key)) && !isEqual;
    const reading = isError ? '' : '. Of two values of one key, the last one counts';
    const words = {
      found: `${found}${reading}`,
      expected: `${names[syntax]}: each key once; \`${key}\` is also on line ${otherLine}`,
      fix: keepOne,
    };
    return reportProblem('duplicate-key', path, at, words, isError ? 'error' : 'warning');
  }
  const isMoment = /^Unexpected invalid (?:date|time)$/.test(code);
  const moment = isMoment ? noSuchMoment(path, at, line ?? '') : null;
  if (moment !== null) return moment;
  const fix = fixes[code];
  if (syntax === 'json' && fix === undefined && code !== message) {
    const words = { found, expected: `JSON: ${explainJson(message)}`, fix: otherFixes.json };
    return reportProblem('front-matter-syntax', path, at, words);
  }
  if (syntax !== 'yaml' || fix !== undefined) {
    return reportProblem('front-matter-syntax', path, at, { found, expected, fix: fix ?? otherFixes[syntax] });
  }
  const words = explainYaml(message, line ?? '');
  return reportProblem('front-matter-syntax', path, at, { found, ...words, expected: `YAML: ${words.expected}` });
}

/** Keys that hide an article. Of others that stand twice, as of an expiry, the last value counts, as most programs read them. */
const hidingKeys: ReadonlySet<string> = new Set(
  hidingFields.filter((field) => field !== 'expiry').flatMap((field) => fieldNames[field].map(foldName)),
);

/**
 * A date of TOML that does not exist, reported as in other syntaxes: the parser stops within it or behind it. Null for a time of day
 * alone.
 */
function noSuchMoment(path: string, at: Position, line: string): Problem | null {
  const dates = line.matchAll(/\d{4}-\d\d-\d\d(?:[Tt ][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?)?/g);
  const date = [...dates].find(({ 0: { length }, index }) => index < at.column && at.column <= index + length + 1);
  if (date === undefined) return null;
  const parsed = parseDate(date[0]);
  const suggestions = 'reason' in parsed ? parsed.suggestions : [];
  const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1] ?? 'date';
  const place = { ...at, column: date.index + 1 };
  return badDate({ path, syntax: 'toml' }, place, quoteLine(line), key, { reason: 'no-such-date', suggestions }, '');
}

const keepOne = 'Keep one of the two.';

const names: Record<Syntax, string> = { yaml: 'YAML', toml: 'TOML', json: 'JSON', lines: 'one value for each key' };

const otherFixes: Record<Syntax, string> = {
  yaml: 'Fix the YAML here. Put a value in quotes if it contains `: `, ` #`, quotes or brackets.',
  toml: 'Fix the TOML here. Write `key = "value"`, with every text in quotes and each key once.',
  json: 'Fix the JSON here. Write `"key": "value"`, with a comma between two entries.',
  lines: 'Write `Key: value` on each line, and each key once.',
};

const fixes: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'If this is text that begins with `*`, put it in quotes. Otherwise write the values instead of aliases.',
  'Defining a key multiple times is invalid': keepOne,
  TOO_DEEP: 'Nest the values less deeply.',
  'Unexpected invalid time': 'Write a time of day that exists, such as `10:00:00`.',
};

function quoteLine(line: string): string {
  const text = line.trim();
  return text === '' ? 'an empty line' : `\`${shorten(text)}\``;
}
