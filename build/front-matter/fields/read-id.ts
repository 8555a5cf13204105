import { reportProblem } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf, fits } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The id that front matter gives, else null. Text that is not a number is another program's id (Docusaurus') and
 * ignored; a number in quotes or in another notation is a problem, since it could be read in two ways.
 */
export function readId(parsed: ParsedFile, options: ContentOptions): Result<number | null> {
  const { path, syntax } = parsed;
  const [found] = findValues(parsed, 'id', options);
  if (found === undefined) return { value: null, problems: [] };
  const { name, value } = found;
  const isPlain = typeof value.value === 'number' && /^[1-9]\d*$/.test(value.source ?? '');
  if (isPlain && fits('id', value.value)) return { value: Number(value.value), problems: [] };
  if (typeof value.value === 'string' && !/^\s*[+-]?[\d_.,]+\s*$/.test(value.value)) {
    return { value: null, problems: [] };
  }

  const text = toText(value);
  const expected = expectedOf('id');
  const propose = (id: string): string =>
    `Write \`${writeKey(syntax, 'id', id)}\`, or leave \`id\` out: one is made from the slug.`;
  if (text === null || typeof value.value === 'boolean') {
    return { value: null, problems: [wrongType(path, name, value, expected, propose('12'))] };
  }
  const digits = /^\s*\+?0*([1-9]\d*)\s*$/.exec(text)?.[1];
  const fix = propose(digits !== undefined && fits('id', Number(digits)) ? digits : '12');
  const shown = typeof value.value === 'string' ? `"${text}"` : text;
  return {
    value: null,
    problems: [reportProblem('bad-id', path, value, { found: `\`id: ${shown}\``, expected, fix })],
  };
}
