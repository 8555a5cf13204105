import { expect, test } from 'vitest';
import { groupProblems } from '../../../build/cli/print-problems.ts';
import type { Problem, ProblemCode } from '../../../build/problems/problem.ts';
import { reportProblem } from '../../../build/problems/report-problem.ts';

function problem(path: string, line: number, code: ProblemCode = 'broken-link', setting?: string): Problem {
  const severity = code.startsWith('bad-') ? 'error' : 'warning';
  const words = { found: 'that', expected: 'this', fix: 'Fix.' };
  return { ...reportProblem(code, path, { line, column: 1 }, words, severity), ...(setting && { setting }) };
}

const places = (problems: readonly Problem[]) => problems.map(({ path, line }) => `${path}:${line}`);

test('errors come before warnings, and kinds in the order of their first places', () => {
  const groups = groupProblems(
    [
      problem('a.md', 1, 'missing-image'),
      problem('a.md', 2, 'bad-slug'),
      problem('b.md', 1),
      problem('b.md', 2, 'bad-date'),
      problem('c.md', 1, 'bad-slug'),
    ],
    false,
  );
  expect(groups.map(({ code, total, files }) => [code, total, files])).toEqual([
    ['bad-slug', 2, 2],
    ['bad-date', 1, 1],
    ['missing-image', 1, 1],
    ['broken-link', 1, 1],
  ]);
});

test.each([
  ['errors', 'three of three files', ['a:1', 'a:2', 'b:1', 'c:1', 'd:1'], ['a:1', 'b:1', 'c:1']],
  ['errors', 'in their order, where there are fewer files', ['a:1', 'a:2', 'a:3', 'b:1'], ['a:1', 'a:2', 'b:1']],
  ['errors', 'all where there are three', ['a:1', 'a:2', 'a:3'], ['a:1', 'a:2', 'a:3']],
  ['warnings', 'all where there are two', ['a:1', 'a:2'], ['a:1', 'a:2']],
  ['warnings', 'the first of more', ['a:1', 'b:1', 'c:1'], ['a:1']],
] as const)('%s of one kind are shown: %s', (severity, _, all, shown) => {
  const code = severity === 'errors' ? 'bad-date' : 'broken-link';
  const problems = all.map((place) => problem(place.split(':')[0] ?? '', Number(place.split(':')[1]), code));
  const [group] = groupProblems(problems, false);
  expect(places(group?.shown ?? [])).toEqual(shown);
  expect(group?.total).toBe(all.length);
  expect(groupProblems(problems, true)[0]?.shown).toEqual(problems);
});

test('a line of configuration that fixes many counts its files', () => {
  const line = 'frontMatter: {publish_at: written_on}';
  const problems = [
    ...[1, 2].map((number) => problem('a.md', number, 'no-date', line)),
    ...['b.md', 'c.md', 'd.md', 'e.md'].map((path) => problem(path, 1, 'no-date', line)),
    problem('f.md', 1, 'no-date'),
  ];
  expect([...(groupProblems(problems, false)[0]?.settings ?? [])]).toEqual([[line, 5]]);
});
