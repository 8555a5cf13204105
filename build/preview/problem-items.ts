import { resolve } from 'node:path';
import type { SourceLine } from '../problems/printable.ts';
import { compareProblems, type Position, type Problem } from '../problems/problem.ts';
import { toWords } from '../problems/sentences/sentences.ts';
import { guideAddress } from './guide.ts';
import { html, type SafeHtml, toCounted, toTerms, withCode } from './html.ts';
import { type PageQuery, toPageAddress } from './page-query.ts';

/** A problem with its line, and the address that opens it in the editor. */
export interface NotedProblem extends Problem {
  editor: string;
  /** Null where it cannot be read. */
  source: SourceLine | null;
}

/** Nobody reads more than this at once. */
const maxProblems = 200;

/** The problems of one place: a badge that opens, without a script. */
export function problemNote(problems: readonly NotedProblem[], isOpen: boolean): SafeHtml {
  const kind = problems.some(({ severity }) => severity === 'error') ? 'error' : 'warning';
  const [words, mark] = problems.length === 1 ? [kind, '!'] : [`${problems.length} problems`, problems.length];
  const open = isOpen ? html` open` : null;
  const items = problems.map((problem) => toItem(problem, null));
  const summary = html`<summary title="${words}" aria-label="${words}">${mark}</summary>`;
  return html`<details class="galley-mark ${kind}"${open}>${summary}<ul class="galley-problems" dir="ltr">${items}</ul></details>
`;
}

/** The problems of all files, errors first, and how many they are. */
export function problemPane(
  problems: readonly Problem[],
  place: PageQuery,
  note: (problems: readonly Problem[]) => NotedProblem[],
): SafeHtml {
  const rank = ({ severity }: Problem): number => (severity === 'error' ? 0 : 1);
  const ordered = problems.toSorted((a, b) => rank(a) - rank(b) || compareProblems(a, b));
  const shown = note(ordered.slice(0, maxProblems));
  const more = problems.length - shown.length;
  const count = more > 0 ? `: ${shown.length} of ${problems.length.toLocaleString('en')}` : '';
  const items = shown.map((problem) =>
    toItem(problem, toPageAddress({ ...place, file: problem.path, view: 'rendered', page: null })),
  );
  const end = more > 0 ? html`<p>and ${toCounted(more, 'problem')} more</p>` : null;
  return html`<h2>Problems${count}</h2>
<ul class="galley-problems">${items}</ul>${problems.length === 0 ? html`<p>There are none.</p>` : end}`;
}

/** `address`: the page of its file, if that is not the page around it. */
function toItem(problem: NotedProblem, address: string | null): SafeHtml {
  const { path, line, column, severity, code, editor, source } = problem;
  const { found, expected, fix } = toWords(problem);
  const where = `${path}:${line}:${column}`;
  const caret = html`<b aria-hidden="true">${' '.repeat(source?.indent ?? 0)}^</b>`;
  const excerpt = source === null ? null : html`<pre tabindex="0">${source.text}\n${caret}</pre>`;
  const link = address === null ? null : html`<a href="${address}">${where}</a> `;
  return html`<li class="${severity}"><p>${link}<strong>${severity}</strong> <code>${code}</code></p>
<p><a href="${editor}">Open line ${line}:${column} in the editor</a>
<a target="_blank" href="${guideAddress(code)}">Guide: ${code}</a></p>
${excerpt}${toTerms({ found: withCode(found), expected: withCode(expected), fix: withCode(fix) })}</li>
`;
}

/**
 * The address that opens a file in an editor: `setting` with `{path}`, `{line}` and `{column}` filled in. The path is
 * that on this machine, from its root on, with its segments encoded.
 */
export function editorAddress(setting: string, file: string, { line, column }: Position): string {
  const segments = resolve(file).replaceAll('\\', '/').split('/').map(encodeURIComponent);
  // On Windows the letter of a drive comes first, which addresses have after a slash.
  const path = segments.join('/').replace(/^([a-z])%3A/i, '/$1:');
  return setting
    .replaceAll('{path}', () => path)
    .replaceAll('{line}', `${line}`)
    .replaceAll('{column}', `${column}`);
}
