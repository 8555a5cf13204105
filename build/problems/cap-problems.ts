import type { Problem } from './problem.ts';
import { clipText, maxTextLength } from './sentences/words.ts';

/** Problems of one kind that are kept for a file: nobody reads more, and printing takes time. */
export const maxAlike = 100;

type Kind = Pick<Problem, 'code' | 'severity'>;
type Counted = Pick<Problem, 'facts' | 'others'>;

/** Keeps the first `maxAlike` problems of each kind; the last of these says how many more there are. Cuts long texts. */
export function capProblems<P extends Kind & Counted>(problems: readonly P[]): P[] {
  const collection = collectProblems<P>();
  for (const problem of problems) collection.report(problem, () => problem);
  return collection.problems();
}

/** The same for problems that are found one by one. Calls `make` only for those that are kept. */
export function collectProblems<P extends Counted>(): { report(kind: Kind, make: () => P): void; problems(): P[] } {
  const kept: { kind: string; problem: P }[] = [];
  const counts = new Map<string, number>();
  return {
    report({ code, severity }, make) {
      const kind = `${severity} ${code}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= maxAlike) kept.push({ kind, problem: withShortFacts(make()) });
    },
    problems() {
      const last = new Map(kept.map(({ kind }, index) => [kind, index]));
      return kept.map(({ kind, problem }, index) => {
        const more = (counts.get(kind) ?? 0) - maxAlike;
        if (more <= 0 || last.get(kind) !== index) return problem;
        // It may be the last of a list from which others were taken before.
        return { ...problem, others: { count: more + (problem.others?.count ?? 0), are: 'of this kind' } };
      });
    },
  };
}

function withShortFacts<P extends Counted>(problem: P): P {
  const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > maxTextLength;
  const facts = Object.entries(problem.facts);
  if (!facts.some(([, value]) => isLong(value))) return problem;
  const short = facts.map(([name, value]) => [name, isLong(value) ? clipText(value, maxTextLength) : value]);
  return { ...problem, facts: Object.fromEntries(short) };
}
