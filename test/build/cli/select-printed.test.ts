import { expect, test } from 'vitest';
import { selectPrinted } from '../../../build/cli/select-printed.ts';
import type { Problem } from '../../../build/problems/problem.ts';
import { reportProblem } from '../../../build/problems/report-problem.ts';

function problem(path: string, line: number, severity: Problem['severity'] = 'warning', found = 'that'): Problem {
  return reportProblem('duplicate-key', path, { line, column: 1 }, { found, expected: 'this', fix: 'Fix.' }, severity);
}

const many = (path: string, count: number, severity?: Problem['severity']): Problem[] =>
  Array.from({ length: count }, (_, i) => problem(path, i + 1, severity));

test('few problems are all printed', () => {
  const all = [...many('a.md', 50), ...many('b.md', 2)];
  expect(selectPrinted(all)).toEqual({ shown: all, rests: new Map() });
});

test('of a file with many problems errors are printed before warnings, in their order, and a line counts the rest', () => {
  const all = [...many('a.md', 60), problem('a.md', 99, 'error'), ...many('b.md', 2)];
  const { shown, rests } = selectPrinted(all);
  expect(shown).toEqual([...many('a.md', 49), problem('a.md', 99, 'error'), ...many('b.md', 2)]);
  expect([...rests]).toEqual([[problem('a.md', 99, 'error'), '11 more problems in this file']]);
});

test('of very many files the first are printed, and a line counts the rest', () => {
  const all = Array.from({ length: 10_000 }, (_, i) => problem(`${String(i).padStart(5, '0')}.md`, 1));
  const { shown, rests } = selectPrinted(all);
  expect(shown).toEqual(all.slice(0, 1000));
  expect([...rests.values()]).toEqual(['9000 more problems in other files']);
});
