import { reportProblem } from '../../problems/report-problem.ts';
import type { Result } from '../../problems/result.ts';
import type { ContentOptions } from '../options.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf, fits } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The id that front matter gives, else null. Text that is not a number, and a number of more digits than any id of ours, such as
 * the moment 20260224103000, is another program's id and ignored. Other numbers that cannot be an id are told and passed over,
 * and a number in quotes is told and read; one with zeros in front is an error, since YAML has two ways to read it.
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
  if (text !== null && /^\s*\d{11,}\s*$/.test(text)) return { value: null, problems: [] };
  const expected = expectedOf('id');
  const propose = (id: string | null): string =>
    id === null
      ? "Leave `id` out, and one is made from the slug; or let it be, if it is another program's."
      : `Write \`${writeKey(syntax, 'id', id)}\`, or leave \`id\` out: one is made from the slug.`;
  if (text === null || typeof value.value === 'boolean') {
    return { value: null, problems: [wrongType(path, name, value, expected, propose(null))] };
  }
  const digits = /^\s*\+?0*([1-9]\d*)\s*$/.exec(text)?.[1];
  const meant = digits !== undefined && fits('id', Number(digits)) ? digits : null;
  const isRead = typeof value.value === 'string' && text.trim() === meant;
  const shown = typeof value.value === 'string' ? `"${text}"` : text;
  const reading = meant === null ? ', which is passed over' : isRead ? `, which is read as ${meant}` : '';
  const words = { found: `\`id: ${shown}\`${reading}`, expected, fix: propose(meant) };
  const severity = meant === null || isRead ? 'warning' : 'error';
  return {
    value: isRead ? Number(meant) : null,
    problems: [reportProblem('bad-id', path, value, words, severity)],
  };
}
