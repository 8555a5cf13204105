import type { Problem } from '../problems/problem.ts';

/** Problems of one kind, as they are printed together. */
export interface ProblemGroup extends Pick<Problem, 'code' | 'severity'> {
  /** The first of them, each of another file as far as there are so many; all where all are asked for. */
  shown: Problem[];
  total: number;
  files: number;
  /** Lines of configuration that fix some of them, and in how many files. */
  settings: Map<string, number>;
}

/** Problems of one kind that are shown: a fourth says nothing new, and pushes others out of sight. */
const most = 3;

/** Groups problems by kind: errors before warnings, both in the order of their first places. */
export function groupProblems(problems: readonly Problem[], isAll: boolean): ProblemGroup[] {
  const kinds = new Map<string, Problem[]>();
  for (const problem of problems) {
    const kind = `${problem.severity} ${problem.code}`;
    const known = kinds.get(kind);
    if (known === undefined) kinds.set(kind, [problem]);
    else known.push(problem);
  }
  const groups = [...kinds.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [toGroup(first, all, isAll)];
  });
  const rank = ({ severity }: ProblemGroup): number => (severity === 'error' ? 0 : 1);
  return groups.sort((a, b) => rank(a) - rank(b));
}

function toGroup({ code, severity }: Problem, all: readonly Problem[], isAll: boolean): ProblemGroup {
  const paths = new Set<string>();
  const settings = new Map<string, Set<string>>();
  const chosen = new Set<Problem>();
  for (const problem of all) {
    const { path, setting } = problem;
    if (!paths.has(path) && chosen.size < most) chosen.add(problem);
    paths.add(path);
    if (setting !== undefined) settings.set(setting, (settings.get(setting) ?? new Set()).add(path));
  }
  for (const problem of all.slice(0, most)) if (chosen.size < most) chosen.add(problem);
  return {
    ...{ code, severity, total: all.length, files: paths.size },
    shown: isAll ? [...all] : all.filter((problem) => chosen.has(problem)),
    settings: new Map([...settings].map(([setting, files]) => [setting, files.size])),
  };
}
