import { escapeAttribute, escapeText } from '../markdown/html/escape-html.ts';
import type { Problem } from '../problems/problem.ts';
import { guideAddress } from './guide-page.ts';

/** What a mark shows of a problem. */
export interface NotedProblem extends Problem {
  /** Opens it in the editor. */
  editor: string;
}

/** The problems of one place, as HTML for the frame: a sign that opens, without a script. */
export function problemNote(problems: readonly NotedProblem[], isOpen: boolean): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const kind = errors > 0 ? 'error' : 'warning';
  const words = problems.length === 1 ? kind : `${problems.length} problems`;
  const sign = `<summary title="${words}" aria-label="${words}">${problems.length === 1 ? '!' : problems.length}</summary>`;
  const items = problems.map(toItem).join('');
  return `<details class="galley-mark ${kind}"${isOpen ? ' open' : ''}>${sign}<ul dir="ltr">${items}</ul></details>\n`;
}

function toItem({ code, severity, line, column, found, fix, editor }: NotedProblem): string {
  // The editor is another program: the page stays as it is.
  const links =
    `<a target="_top" href="${escapeAttribute(editor)}">Open line ${line}:${column} in the editor</a> ` +
    `<a target="_blank" href="${guideAddress(code)}">Guide: ${code}</a>`;
  return `<li><p><strong>${severity}</strong> ${withCode(found)}</p><p>${withCode(fix)}</p><p class="galley-links">${links}</p></li>`;
}

/** Shows text between backticks as code. */
function withCode(text: string): string {
  return escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
