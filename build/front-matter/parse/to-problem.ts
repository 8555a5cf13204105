import type { Position, Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import { badDate } from '../dates/date-problems.ts';
import { parseDate } from '../dates/parse-date.ts';
import { fieldNames } from '../field-names.ts';
import { writeKey } from '../write-key.ts';
import { explainYaml } from './explain-yaml.ts';
import type { Syntax } from './fence.ts';
import type { SyntaxProblem } from './parsed-front-matter.ts';

/** A problem of the syntax of front matter as its author reads it. `line` is the text of its line; undefined beyond the last. */
export function toProblem(path: string, problem: SyntaxProblem, syntax: Syntax, line: string | undefined): Problem {
  const { code, message, duplicate, corrected, ...at } = problem;
  const text = line === undefined ? 'the end of the front matter' : shorten(line);
  if (code === 'NOT_A_MAPPING') {
    return reportProblem('front-matter-not-a-mapping', path, at, {
      found: text,
      expected: `keys and values, such as \`${writeKey(syntax, 'title', 'Hello')}\``,
      fix: `Write \`${writeKey(syntax, 'key', 'value')}\` on each line between the two fences.`,
    });
  }
  if (code === 'TOO_LARGE') {
    return reportProblem('front-matter-too-large', path, at, {
      found: `${text}, and with it ${message}`,
      expected: message.replace('more than', 'at most'),
      fix: 'Put data into a file of its own.',
    });
  }
  if (corrected !== undefined) {
    const words = {
      found: text,
      expected: `${names[syntax]}: ${message}`,
      fix: `Write \`${corrected.trim()}\`, as it is read.`,
    };
    return reportProblem('front-matter-syntax', path, at, words, 'warning');
  }
  const first = duplicate === null ? '' : `; it stands in line ${duplicate.firstLine} already`;
  const noMoment = /^Unexpected invalid (?:date|time)$/.test(code) && noSuchMoment(path, at, line ?? '');
  if (noMoment) return noMoment;
  const isTab = code === 'TAB_AS_INDENT';
  const plain = fixes[code];
  const inWords = syntax === 'yaml' && duplicate === null && !isTab && plain === undefined;
  const { expected, fix } = inWords
    ? explainYaml(message, line ?? '')
    : { expected: `${message.replaceAll('\n', ' ')}${first}`, fix: plain ?? otherFixes[syntax] };
  const found = {
    found: isTab ? `a tab in front of ${text}` : text,
    expected: isTab ? 'spaces: YAML wants spaces' : `${names[syntax]}: ${expected}`,
    fix,
  };
  const isOurs = duplicate === null || (ownNames.has(duplicate.key) && !duplicate.isEqual);
  return reportProblem(
    duplicate ? 'duplicate-key' : 'front-matter-syntax',
    path,
    at,
    found,
    isOurs ? 'error' : 'warning',
  );
}

/**
 * The API's own names. Of other keys that stand twice the last value counts, as other programs read them, so that
 * their folders build as they are.
 */
const ownNames: ReadonlySet<string> = new Set([...Object.values(fieldNames).map(([own]) => own), 'header_image_url']);

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
  return badDate({ path, syntax: 'toml' }, place, shorten(line), key, { reason: 'no-such-date', suggestions }, '');
}

const names: Record<Syntax, string> = { yaml: 'YAML', toml: 'TOML', json: 'JSON', lines: 'one value for each key' };

const otherFixes: Record<Syntax, string> = {
  yaml: 'Fix the YAML here; a value that holds `: `, ` #`, quotes or brackets belongs in quotes.',
  toml: 'Fix the TOML here; write `key = "value"` with every text in quotes, and each key once.',
  json: 'Fix the JSON here; write `"key": "value"` with a comma between two of them and none after the last.',
  lines: 'Write `Key: value` on each line, and each key once.',
};

const fixes: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Put two spaces there instead of the tab.',
  BAD_ALIAS:
    'Put the value in quotes if it is text that begins with `*`; else write the values out instead of aliases.',
  DUPLICATE_KEY: 'Keep one of the two.',
  'Defining a key multiple times is invalid': 'Keep one of the two.',
  MULTIPLE_DOCS: 'Keep one set of keys between the two lines `---`.',
  TOO_DEEP: 'Nest the values less deep.',
  'Unexpected invalid time': 'Write a time of day that exists, such as `10:00:00`.',
};

function shorten(line: string): string {
  const text = line.trim();
  return text === '' ? 'an empty line' : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
