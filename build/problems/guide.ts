import { join, relative } from 'node:path';
import { packageFolder } from '../package/package.ts';
import type { ProblemCode } from './problem.ts';

/** The path of the guide's page on a problem code, which is part of the package. */
export function guideOf(code: ProblemCode): string {
  const file = join(packageFolder(), 'content', 'problems', `${code}.md`);
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
