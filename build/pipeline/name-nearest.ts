import { posix, relative, resolve, sep } from 'node:path';
import { slugFromPath } from '../front-matter/fields/read-slug.ts';
import { lazy } from '../package/lazy.ts';
import { createPathFinder } from '../problems/near-path.ts';
import type { Problem } from '../problems/problem.ts';
import type { Instead } from '../problems/sentences/links.ts';
import { isShownPath } from '../source/asset-paths.ts';
import { isIn } from '../source/content-folders.ts';
import { hasFile, listMedia, outsideFolder } from '../source/media.ts';
import { markdownName } from '../source/source-file.ts';
import type { FileRecord } from './incremental/file-record.ts';

/**
 * Problems of links to files that are not there, with the file that was renamed, or the nearest one. Found with each build, since it may be
 * another each time.
 */
export function nameNearest(
  problems: readonly Problem[],
  records: readonly FileRecord[],
  { content, folders }: { content: string; folders: readonly string[] },
): Problem[] {
  const articles = lazy(() => records.filter(({ kind }) => kind === 'article'));
  const pages = lazy(() => new Set(articles().map(({ path }) => path)));
  /** Paths of articles by their former slugs. */
  const renamed = lazy(() => {
    const known = articles().flatMap(({ path, names }) => (names?.aliases ?? []).map((slug) => [slug, path] as const));
    return new Map(known);
  });
  const pageFinder = lazy(() => createPathFinder([...pages()]));
  const files = lazy(() => listMedia(content, folders));
  const fileFinder = lazy(() => createPathFinder(files()));
  const mediaFinder = lazy(() => createPathFinder(files().filter(isShownPath)));
  return problems.map((problem) => {
    const { target, code, path } = problem;
    if (target === undefined) return problem;
    const isInside = folders.some((folder) => isIn(resolve(content, target), resolve(content, folder)));
    if (code === 'missing-image' && pages().has(target)) return toThere(problem, { is: 'article' });
    if (code === 'missing-image' && isInside && hasFile(content, target)) return toThere(problem, { is: 'unreadable' });
    const now = code === 'broken-link' && markdownName.test(target) ? renamed().get(slugFromPath(target)) : undefined;
    if (now !== undefined) return toRenamed(problem, pathFrom(path, now));
    const folder = outsideFolder(content, target);
    if (folder !== null) return withInstead(problem, { is: 'outside', content: pathHere(content), folder });
    const finder = code === 'missing-image' ? mediaFinder : markdownName.test(target) ? pageFinder : fileFinder;
    const near = finder()(target);
    return near === null ? problem : withInstead(problem, { is: 'near', path: pathFrom(path, near) });
  });
}

/** The path of a file as a link in another one has it. */
function pathFrom(path: string, target: string): string {
  return posix.relative(posix.dirname(path), target).replaceAll(' ', '%20');
}

/** The path of a folder as a configuration here has it. */
function pathHere(folder: string): string {
  return relative('', folder).replaceAll(sep, '/') || '.';
}

function withInstead(problem: Problem, instead: Instead): Problem {
  const { facts } = problem;
  return 'instead' in facts ? { ...problem, facts: { ...facts, instead } } : problem;
}

/** Of an image that is there. */
function toThere({ target: _, ...problem }: Problem, instead: Instead): Problem {
  return withInstead(problem, instead);
}

/** Of a link to a file that has another name now. */
function toRenamed(problem: Problem, to: string): Problem {
  const { facts } = problem;
  // The address of a page is none of a file, which could be written there.
  const from = 'says' in facts && facts.says === 'missingArticle' ? facts.address.split(/[?#]/, 1)[0] : '';
  if (!from) return withInstead(problem, { is: 'renamed', path: to });
  return { ...withInstead(problem, { is: 'written', path: to }), autofix: { link: { from, to } } };
}
