import type { Problem } from './problem.ts';
import { clipText } from './report-problem.ts';

/** Problems of one kind that are kept for a file: nobody reads more, and printing takes time. */
export const maxAlike = 100;

/** Characters of a text in a problem: it may quote the file, which may be long. */
const maxTextLength = 1000;

type Kind = Pick<Problem, 'code' | 'severity'>;
type Texts = Pick<Problem, 'found' | 'expected' | 'fix'>;

/** Keeps the first `maxAlike` problems of each kind; the last of these says how many more there are. Cuts long texts. */
export function capProblems<P extends Kind & Texts>(problems: readonly P[]): P[] {
  const collection = collectProblems<P>();
  for (const problem of problems) collection.report(problem, () => problem);
  return collection.problems();
}

/** The same for problems that are found one by one. Calls `make` only for those that are kept. */
export function collectProblems<P extends Texts>(): { report(kind: Kind, make: () => P): void; problems(): P[] } {
  const kept: { kind: string; problem: P }[] = [];
  const counts = new Map<string, number>();
  return {
    report({ code, severity }, make) {
      const kind = `${severity} ${code}`;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= maxAlike) kept.push({ kind, problem: clipTexts(make()) });
    },
    problems() {
      const last = new Map(kept.map(({ kind }, index) => [kind, index]));
      return kept.map(({ kind, problem }, index) => {
        const more = (counts.get(kind) ?? 0) - maxAlike;
        if (more <= 0 || last.get(kind) !== index) return problem;
        return { ...problem, found: `${problem.found} (and ${more} more of this kind)` };
      });
    },
  };
}

function clipTexts<P extends Texts>(problem: P): P {
  const { found, expected, fix } = problem;
  if (Math.max(found.length, expected.length, fix.length) <= maxTextLength) return problem;
  const clip = (text: string): string => clipText(text, maxTextLength);
  return { ...problem, found: clip(found), expected: clip(expected), fix: clip(fix) };
}
