import { posix } from 'node:path';
import type { RuleCollector } from './collect-rules.ts';
import { belowFolder, globPaths, toTop } from './glob-paths.ts';

/** Where a program finds pages, from the top of the project on. */
export interface PageSource {
  /** Globs of folders. */
  folders: readonly string[];
  /** Globs in each of them; those that begin with `!` take away. All files where there are none. */
  include?: readonly string[];
  exclude?: readonly string[];
}

/**
 * Hides what a program excludes from its sources (rule `NAME-exclude`), and what is in none of them (`NAME-path`): all that is below
 * `within`, unless the content folder holds none of them, and is in none. It is null where not all sources are known.
 */
export function hideBySources(
  found: RuleCollector,
  { program, from, content, within = '' }: { program: string; from: string; content: string | null; within?: string },
  sources: readonly PageSource[],
): void {
  const all = sources.flatMap((source) =>
    source.folders.map((each) => ({ ...source, folder: toTop(posix.normalize(each)) })),
  );
  for (const { folder, exclude = [] } of all)
    for (const glob of exclude)
      found.hide({ name: `${program}-exclude`, from }, globPaths('', posix.join(folder, glob)), glob);
  if (content === null || !all.some(({ folder }) => overlaps(folder, content))) return;
  // Nothing of it lies outside.
  if (all.some(({ folder, include }) => include === undefined && `${content}/`.startsWith(folder && `${folder}/`)))
    return;
  const rule = { name: `${program}-path`, from };
  found.hide(rule, belowFolder(within), '');
  for (const { folder, include = ['**'] } of all) {
    const isTaking = (glob: string): boolean => glob.startsWith('!');
    for (const glob of [...include].sort((a, b) => Number(isTaking(a)) - Number(isTaking(b)))) {
      const paths = globPaths('', posix.join(folder, glob.replace(/^!/, '')));
      if (paths === null) found.hide(rule, null, glob);
      if (isTaking(glob)) found.hide(rule, paths ?? '$.', glob);
      else found.hide({ ...rule, shows: true }, paths ?? `${globPaths('', folder)}`, glob);
    }
  }
}

/** Whether the folders that a glob matches hold another one, or are in it. */
function overlaps(glob: string, folder: string): boolean {
  const [start = ''] = /^[^*?[{(]*/.exec(glob) ?? [];
  const a = `${toTop(start === glob ? start : posix.dirname(`${start}_`))}/`;
  const b = `${folder}/`;
  return a === '/' || b === '/' || a.startsWith(b) || b.startsWith(a);
}
