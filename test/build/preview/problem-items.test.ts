import { expect, test } from 'vitest';
import { readPageQuery } from '../../../build/preview/page-query.ts';
import { editorAddress, problemPane } from '../../../build/preview/problem-items.ts';
import type { Problem } from '../../../build/problems/problem.ts';
import { reportProblem, topOfFile } from '../../../build/problems/report-problem.ts';

test.each([
  ['vscode://file{path}:{line}:{column}', '/a b/c#d/é.md', 'vscode://file/a%20b/c%23d/%C3%A9.md:3:7'],
  ['idea://open?file={path}&line={line}&column={column}', '/a&b.md', 'idea://open?file=/a%26b.md&line=3&column=7'],
  ['x://{path}', '/$&.md', 'x:///%24%26.md'],
])('%s opens %s as %s', (setting, file, address) => {
  expect(editorAddress(setting, file, { line: 3, column: 7 })).toBe(address);
});

const problem = (path: string, severity: Problem['severity']): Problem =>
  reportProblem('bad-date', path, topOfFile, { found: '`x` <b>', expected: 'y', fix: 'z' }, severity);

const paneOf = (problems: readonly Problem[]): string =>
  problemPane(problems, readPageQuery(new URLSearchParams()), (shown) =>
    shown.map((each) => ({ ...each, editor: `x:${each.path}`, source: { text: '<i>', indent: 2 } })),
  ).html;

test('errors come before warnings, each with its place, its line, its words and where to go', () => {
  const pane = paneOf([problem('a.md', 'warning'), problem('b.md', 'error'), problem('c.md', 'warning')]);
  const places = [...pane.matchAll(/<a href="\/dev\/\?file=(.\.md)">\1:1:1<\/a> <strong>(\w+)/g)];
  expect(places.map(([, path, severity]) => `${path} ${severity}`)).toEqual([
    'b.md error',
    'a.md warning',
    'c.md warning',
  ]);
  for (const part of [
    '<a href="x:b.md">Open line 1:1 in the editor</a>',
    'href="/dev/guide/problems/bad-date.md"',
    '&lt;i&gt;\n<b aria-hidden="true">  ^</b>',
    '<dt>found</dt><dd dir="auto"><code>x</code> &lt;b&gt;</dd>',
  ]) {
    expect(pane).toContain(part);
  }
});

test.each([
  [0, '<h2>Problems</h2>', '<p>There are none.</p>'],
  [200, '<h2>Problems</h2>', '</ul>'],
  [1271, '<h2>Problems: 200 of 1,271</h2>', '<p>and 1,071 problems more</p>'],
])('of %d problems, the page shows as many as somebody reads', (count, title, end) => {
  const pane = paneOf(Array.from({ length: count }, (_, i) => problem(`${i}.md`, 'error')));
  expect(pane.match(/<li/g)?.length ?? 0).toBe(Math.min(count, 200));
  expect([pane.startsWith(title), pane.endsWith(end)]).toEqual([true, true]);
});
