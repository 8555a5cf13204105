import type { FoundDialects } from '../../build/dialects/dialect.ts';
import { bodyDialects } from '../../build/dialects/index.ts';
import { type BodyResult, type RenderOptions, renderBody as renderBodyOf } from '../../build/markdown/render-body.ts';

/** `renderBody` with all dialects, of a file at `path`, in a folder of the programs in `detected`. */
export function renderBody(
  body: string,
  { detected = [], ...options }: RenderOptions & Partial<Pick<FoundDialects, 'detected'>>,
): BodyResult {
  return renderBodyOf(body, {
    path: 'a.md',
    dialects: bodyDialects({ detected, off: [] }),
    ...options,
  });
}
