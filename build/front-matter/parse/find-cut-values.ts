import type { Problem } from '../../problems/problem.ts';
import { reportProblem } from '../../problems/report-problem.ts';
import { fieldNames, foldName } from '../field-names.ts';
import type { FrontMatterValue } from '../parsed-file.ts';
import { quote } from './repair-yaml.ts';

/**
 * Warns of texts without quotes that YAML cuts at ` #`, as in `title: My plane is #1`. With more than one blank in front, it is a
 * comment that was meant as one. `lineAt` gives the text of a line of the file.
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
      found: `\`${shorten(line)}\`, of which YAML takes only \`${shorten(value.source)}\``,
      expected: 'a text that holds ` #` in quotes, since that begins a comment',
      fix: `Write \`${key}: ${quote(whole)}\`, or put two blanks before a \`#\` that begins a comment.`,
    };
    problems.push(reportProblem('front-matter-syntax', path, { line: value.line, column: end + 2 }, words, 'warning'));
  }
  return problems;
}

const { title, excerpt, meta_title, meta_description, slug } = fieldNames;
const texts: ReadonlySet<string> = new Set([title, excerpt, meta_title, meta_description, slug].flat().map(foldName));

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
