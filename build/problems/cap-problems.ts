import type { Problem } from '../problem.ts';

/** How many problems of one kind are kept of a file: nobody reads more, and more can take longer to print than to find. */
export const mostAlike = 100;

/** What stands in a file may be as long as the file. */
const longestText = 1000;

type Kind = Pick<Problem, 'code' | 'severity'>;
type Texts = Pick<Problem, 'found' | 'expected' | 'mend'>;

/** The first problems of each kind, as many as are kept; the last of these says how many more there are. Long words are cut. */
export function capProblems<P extends Kind & Texts>(problems: readonly P[]): P[] {
  const collection = collectProblems<P>();
  for (const problem of problems) collection.report(problem, () => problem);
  return collection.problems();
}

/** The same of what is found one by one: `make` is called for those that are kept. */
export function collectProblems<P extends Texts>(): { report(kind: Kind, make: () => P): void; problems(): P[] } {
  const kept: { kind: string; problem: P }[] = [];
  const counts = new Map<string, number>();
  return {
    report({ code, severity }, make) {
      const kind = `${severity} ${code}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= mostAlike) kept.push({ kind, problem: clipTexts(make()) });
    },
    problems() {
      const last = new Map(kept.map(({ kind }, index) => [kind, index]));
      return kept.map(({ kind, problem }, index) => {
        const more = (counts.get(kind) ?? 0) - mostAlike;
        if (more <= 0 || last.get(kind) !== index) return problem;
        return { ...problem, found: `${problem.found} (and ${more} more of this kind)` };
      });
    },
  };
}

function clipTexts<P extends Texts>(problem: P): P {
  const { found, expected, mend } = problem;
  if (Math.max(found.length, expected.length, mend.length) <= longestText) return problem;
  return { ...problem, found: clip(found), expected: clip(expected), mend: clip(mend) };
}

function clip(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')}…`;
}
