import { fieldNames } from '../fields/field-names.ts';
import type { Problem } from '../problem.ts';
import { reportProblem } from '../report-problem.ts';
import type { YamlFault } from './parse-yaml.ts';

/**
 * A fault of YAML as its author reads it. `lines` are those the fault's places count in;
 * `lineOffset` brings them to the lines of the file.
 */
export function toYamlProblem(path: string, fault: YamlFault, lines: readonly string[], lineOffset: number): Problem {
  const at = { line: fault.line + lineOffset, column: fault.column };
  const line = lines[fault.line - 1];
  const text = line === undefined ? 'the end of the front matter' : shorten(line);
  if (fault.code === 'NOT_A_MAPPING') {
    return reportProblem('front-matter-not-a-mapping', path, at, {
      found: text,
      expected: 'keys and values, such as `title: Hello`',
      mend: 'Write `key: value` on each line between the two lines `---`.',
    });
  }
  const first = fault.twin === null ? '' : `; it stands in line ${fault.twin.first.line + lineOffset} already`;
  const found = {
    found: text,
    expected: `YAML: ${fault.message.replaceAll('\n', ' ')}${first}`,
    mend:
      mends[fault.code] ?? 'Mend the YAML here; a value that holds `: `, ` #`, quotes or brackets belongs in quotes.',
  };
  const isOurs = fault.twin === null || ownNames.has(fault.twin.key);
  return reportProblem(
    fault.twin ? 'duplicate-key' : 'front-matter-syntax',
    path,
    at,
    found,
    isOurs ? 'error' : 'warning',
  );
}

/**
 * The API's own names. Of other keys that stand twice the last value counts, as Hugo and Jekyll read them, so that
 * their folders build as they are.
 */
const ownNames: ReadonlySet<string> = new Set([...Object.values(fieldNames).map(([own]) => own), 'header_image_url']);

const mends: Readonly<Record<string, string>> = {
  TAB_AS_INDENT: 'Indent with spaces: YAML allows no tab there.',
  BLOCK_AS_IMPLICIT_KEY: 'Put the value in quotes, since it holds `: `; nested keys begin on a line of their own.',
  MULTILINE_IMPLICIT_KEY: 'Write `key: value` with a space after the colon, each on one line.',
  BAD_SCALAR_START: 'Put the value in quotes.',
  BAD_ALIAS:
    'Put the value in quotes if it is text that begins with `*`; else write the values out instead of aliases.',
  BAD_DATA: 'Write the values out instead of aliases and merge keys.',
  BAD_DQ_ESCAPE: 'Use single quotes, or write `\\\\` for a backslash.',
  UNEXPECTED_TOKEN: "Put the whole value in quotes; between single quotes write '' for an apostrophe.",
  BAD_INDENT: 'Indent the lines of one value alike, and close every bracket.',
  MISSING_CHAR:
    'Close quotes and brackets, indent every further line of a value, and write `key: ` before every value.',
  DUPLICATE_KEY: 'Keep one of the two.',
  MULTIPLE_DOCS: 'Keep one set of keys between the two lines `---`.',
  TOO_DEEP: 'Nest the values less deep.',
};

function shorten(line: string): string {
  const text = line.trim();
  return text === '' ? 'an empty line' : `\`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``;
}
