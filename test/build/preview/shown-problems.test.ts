import { expect, test } from 'vitest';
import { editorAddress, showProblems } from '../../../build/preview/shown-problems.ts';
import type { Problem } from '../../../build/problems/problem.ts';
import { reportProblem, topOfFile } from '../../../build/problems/report-problem.ts';

test.each([
  ['vscode://file{path}:{line}:{column}', '/a b/c#d/é.md', 'vscode://file/a%20b/c%23d/%C3%A9.md:3:7'],
  ['idea://open?file={path}&line={line}&column={column}', '/a&b.md', 'idea://open?file=/a%26b.md&line=3&column=7'],
  ['x://{path}', '/$&.md', 'x:///%24%26.md'],
])('%s opens %s as %s', (setting, file, address) => {
  expect(editorAddress(setting, file, { line: 3, column: 7 })).toBe(address);
});

test('problems of the last save come first, then those of the shown file, then errors', () => {
  const problem = (path: string, severity: Problem['severity']): Problem => {
    return reportProblem('bad-date', path, topOfFile, { found: 'x', expected: 'y', fix: 'z' }, severity);
  };
  const list = [
    problem('a.md', 'warning'),
    problem('b.md', 'error'),
    problem('c.md', 'warning'),
    problem('d.md', 'error'),
  ];
  const shown = showProblems(list, new Set(list.slice(2)), 'a.md', () => null);
  expect(shown.problems.map(({ path, isFresh }) => `${path} ${isFresh}`)).toEqual([
    ...['d.md true', 'c.md true', 'a.md false', 'b.md false'],
  ]);
});
