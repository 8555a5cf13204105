import { posix, relative, sep } from 'node:path';
import { lazy } from '../package/lazy.ts';
import { createPathFinder, type FindNearPath } from '../problems/near-path.ts';
import type { Problem } from '../problems/problem.ts';
import { listMedia } from '../source/list-media.ts';
import { outsideFolder } from '../source/outside-folder.ts';

/**
 * Problems of links to files that are not there, with the nearest file that is. Looked for with each build, since it may be another
 * each time; `pages` are the paths of articles.
 */
export function nameNearest(
  problems: readonly Problem[],
  pages: () => string[],
  { content, folders }: { content: string; folders: readonly string[] },
): Problem[] {
  const pageFinder = lazy(() => createPathFinder(pages()));
  const mediaFinder = lazy(() => createPathFinder(listMedia(content, folders)));
  return problems.map((problem) => {
    const { target, code, path } = problem;
    if (target === undefined) return problem;
    const folder = code === 'missing-image' ? outsideFolder(content, target) : null;
    if (folder !== null) return toOutside(problem, content, folder);
    const find: FindNearPath = code === 'missing-image' ? mediaFinder() : pageFinder();
    const near = find(target);
    if (near === null) return problem;
    const written = posix.relative(posix.dirname(path), near).replaceAll(' ', '%20');
    return { ...problem, fix: `Correct it, or add the file; the nearest there is \`${written}\`.` };
  });
}

function toOutside(problem: Problem, content: string, folder: string): Problem {
  const own = relative('', content).replaceAll(sep, '/') || '.';
  return {
    ...problem,
    found: `${problem.found.split(', but no ')[0]}, which is there, but outside of the content folder`,
    fix: `Name both folders in galley.config.yaml: \`content: [${own}, ${folder}]\`.`,
  };
}
