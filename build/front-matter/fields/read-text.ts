import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { FrontMatterValue, ParsedFile } from '../parsed-file.ts';
import { expectedOf } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';

/**
 * The text of a field, its white space collapsed; null where front matter gives none. A wrong type is a problem under
 * the API's own name; under another name it means something to another program, and is ignored.
 */
export function readText(
  parsed: ParsedFile,
  field: 'title' | 'excerpt' | 'meta_title' | 'meta_description',
  options: ContentOptions,
): Result<string | null> {
  for (const { name, isOwnName, value } of findValues(parsed, field, options)) {
    const text = toText(value);
    if (text !== null) return { value: text.replace(/\s+/g, ' ').trim(), problems: [] };
    if (isOwnName) {
      const fix = `Write \`${writeKey(parsed.syntax, name, '"…"')}\` with the text in quotes.`;
      return { value: null, problems: [wrongType(parsed.path, name, value, expectedOf(field), fix)] };
    }
  }
  return { value: null, problems: [] };
}

/** Text as it is written: numbers and booleans keep their characters (`2.0`, `010`). Null for lists and mappings. */
export function toText({ value, source }: FrontMatterValue): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? (source ?? String(value)) : null;
}

/** The problem of a value whose type is none the field can take. */
export function wrongType(path: string, name: string, value: FrontMatterValue, expected: string, fix: string): Problem {
  return reportProblem('wrong-type', path, value, { found: `\`${name}\` is ${describeType(value)}`, expected, fix });
}

function describeType(value: FrontMatterValue): string {
  if (Array.isArray(value.value)) return 'a list';
  return typeof value.value === 'object' ? 'a mapping' : `\`${toText(value)}\``;
}
