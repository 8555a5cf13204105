import type { FoundDialects } from '../../build/dialects/dialect.ts';
import { bodyDialects } from '../../build/dialects/index.ts';
import { type BodyResult, type RenderOptions, renderBody as renderBodyOf } from '../../build/markdown/render-body.ts';
import type { BodyProblem } from '../../build/markdown/walk/body-problems.ts';
import type { Words } from '../../build/problems/sentences/words.ts';
import { inWords } from './in-words.ts';

/** `renderBody` with all dialects, of a file at `path`, in a folder of the programs in `detected`. */
export function renderBody(
  body: string,
  { detected = [], ...options }: RenderOptions & Partial<Pick<FoundDialects, 'detected'>>,
): Omit<BodyResult, 'problems'> & { problems: (BodyProblem & Words)[] } {
  const result = renderBodyOf(body, {
    path: 'a.md',
    dialects: bodyDialects({ detected, off: [] }),
    ...options,
  });
  return { ...result, problems: inWords(result.problems) };
}
