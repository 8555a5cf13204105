import { join, relative } from 'node:path';
import { packageFolder } from '../package/package.ts';
import type { ProblemCode } from './problem.ts';

/** The path of the page of the guide on a kind of problem: it is in the package, and needs no network. */
export function guideOf(code: ProblemCode): string {
  const file = join(packageFolder(), 'content', 'problems', `${code}.md`);
  const path = relative(process.cwd(), file);
  return path.startsWith('..') ? file : path;
}
