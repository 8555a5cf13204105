import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { packageFolder } from '../package/package.ts';
import { type SourceLine, toPrintable } from './printable.ts';
import type { Problem, ProblemCode } from './problem.ts';
import { toWords } from './sentences/sentences.ts';

/**
 * `path:line:column`, as compilers write it; the line with a caret; what was found, what is expected, and the fix; and
 * for the first of its kind where to read more. It has colours where `stream` is a terminal that shows them.
 */
export function toProblemText(
  problem: Problem,
  content: string,
  source: SourceLine | null,
  isFirst: boolean,
  stream: NodeJS.WritableStream,
): string {
  const { severity, code, line, column } = problem;
  const { found, expected, fix } = toWords(problem);
  const paint = (format: Parameters<typeof styleText>[0], text: string): string => styleText(format, text, { stream });
  const place = paint('bold', toPrintable(`${join(content, problem.path)}:${line}:${column}`));
  const color = severity === 'error' ? 'red' : 'yellow';
  const number = String(line).padStart(5);
  const excerpt =
    source === null
      ? []
      : [
          `${paint('dim', `${number} |`)} ${source.text}`,
          `${paint('dim', `${' '.repeat(number.length)} |`)} ${' '.repeat(source.indent)}${paint(color, '^')}`,
        ];
  return [
    `${place}  ${paint(color, severity)}  ${code}`,
    ...excerpt,
    `  found     ${toPrintable(found)}`,
    `  expected  ${toPrintable(expected)}`,
    `  fix       ${toPrintable(fix)}`,
    ...(isFirst ? [paint('dim', `  guide     ${guideOf(code)}`)] : []),
  ].join('\n');
}

/** The path of the guide's page on a problem code, which is part of the package. */
function guideOf(code: ProblemCode): string {
  const file = join(packageFolder(), 'content', 'problems', `${code}.md`);
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
