import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import type { ParsedFile } from '../parsed-file.ts';
import { expectedOf, fits } from '../schema.ts';
import { writeKey } from '../write-key.ts';
import { findValues } from './find-values.ts';
import { toText, wrongType } from './read-text.ts';

/**
 * The id that front matter gives, else null. Text that is not a number is another program's id (Docusaurus') and
 * passed over; a number in quotes or in another notation is a problem, since it could be read in two ways.
 */
export function readId(parsed: ParsedFile, problems: Problem[]): number | null {
  const [found] = findValues(parsed, 'id');
  if (found === undefined) return null;
  const { name, value } = found;
  const text = toText(value);
  const plain = typeof value.value === 'number' && /^[1-9]\d*$/.test(value.source ?? '');
  if (plain && fits('id', value.value)) return Number(value.value);
  if (typeof value.value === 'string' && !/^\s*[+-]?[\d_.,]+\s*$/.test(value.value)) return null;

  const free = 'or leave `id` out: one is made from the slug.';
  if (text === null || typeof value.value === 'boolean') {
    problems.push(
      wrongType(
        parsed.path,
        name,
        value,
        expectedOf('id'),
        `Write \`${writeKey(parsed.syntax, 'id', '12')}\`, ${free}`,
      ),
    );
    return null;
  }
  const digits = /^\s*\+?0*([1-9]\d*)\s*$/.exec(text)?.[1];
  const proposed = digits !== undefined && fits('id', Number(digits)) ? digits : '12';
  const shown = typeof value.value === 'string' ? `"${text}"` : text;
  problems.push(
    reportProblem('bad-id', parsed.path, value, {
      found: `\`id: ${shown}\``,
      expected: expectedOf('id'),
      fix: `Write \`${writeKey(parsed.syntax, 'id', proposed)}\`, ${free}`,
    }),
  );
  return null;
}
