import type { Problem } from '../../build/problems/problem.ts';
import { toWords } from '../../build/problems/sentences/sentences.ts';
import type { Words } from '../../build/problems/sentences/words.ts';

/** Problems with the words in which they are printed. */
export function inWords<P extends Pick<Problem, 'facts' | 'others'>>(problems: readonly P[]): (P & Words)[] {
  return problems.map((problem) => ({ ...problem, ...toWords(problem) }));
}

/** The same of a result. */
export async function resultInWords<R extends { problems: Problem[] }>(
  result: Promise<R>,
): Promise<Omit<R, 'problems'> & { problems: (Problem & Words)[] }> {
  const made = await result;
  return { ...made, problems: inWords(made.problems) };
}
