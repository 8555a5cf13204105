import type { Problem } from '../problems/problem.ts';

/** Problems that are printed for one file, and in all: more would push the first ones out of sight. */
const [mostOfFile, most] = [50, 1000];

/**
 * Selects the problems to print and keeps their order: of a file with many, the first errors, then the first warnings. After
 * the last one of such a file a line says how many are left out.
 */
export function selectPrinted(problems: readonly Problem[]): { shown: Problem[]; rests: Map<Problem, string> } {
  const shown: Problem[] = [];
  const rests = new Map<Problem, string>();
  let index = 0;
  while (index < problems.length && shown.length < most) {
    const start = index;
    const path = problems[start]?.path;
    while (index < problems.length && problems[index]?.path === path) index++;
    const room = Math.min(mostOfFile, most - shown.length);
    const chosen = choose(problems.slice(start, index), room);
    for (const problem of chosen) shown.push(problem);
    const [last, left] = [chosen.at(-1), index - start - chosen.length];
    if (last !== undefined && left > 0) rests.set(last, `${countMore(left)} in this file`);
  }
  const last = shown.at(-1);
  if (last !== undefined && index < problems.length) {
    const here = rests.get(last);
    const others = `${countMore(problems.length - index)} in other files`;
    rests.set(last, here === undefined ? others : `${here}, ${others}`);
  }
  return { shown, rests };
}

function choose(problems: readonly Problem[], room: number): readonly Problem[] {
  if (problems.length <= room) return problems;
  const errors = problems.filter(({ severity }) => severity === 'error').slice(0, room);
  const warnings = problems.filter(({ severity }) => severity !== 'error').slice(0, room - errors.length);
  const chosen = new Set([...errors, ...warnings]);
  return problems.filter((problem) => chosen.has(problem));
}

function countMore(number: number): string {
  return `${number} more ${number === 1 ? 'problem' : 'problems'}`;
}
