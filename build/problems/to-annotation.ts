import { join, relative, resolve, sep } from 'node:path';
import type { Problem } from './problem.ts';
import { toWords } from './sentences/sentences.ts';

/**
 * A workflow command of GitHub Actions, which shows a problem in a pull request at its line:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions#setting-an-error-message
 */
export function toAnnotation(problem: Problem, content: string): string {
  const { severity, code, path, line, column } = problem;
  const { found, expected, fix } = toWords(problem);
  const root = process.env.GITHUB_WORKSPACE ?? process.cwd();
  const file = relative(root, resolve(join(content, path)))
    .split(sep)
    .join('/');
  const properties = { file, line, col: column, title: code };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${severity} ${written.join(',')}::${escapeMessage(`found ${found}\nexpected ${expected}\n${fix}`)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
