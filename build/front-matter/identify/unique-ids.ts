import { maxId } from '../../../src/core/article.ts';
import { hashId } from '../../../src/core/hash.ts';
import type { Problem } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import { groupBy } from './group-by.ts';
import type { Candidate } from './identity.ts';

/**
 * The id of each candidate. An id that an author wrote stays; of several that share it, it is an error in all but the oldest. Others come
 * from the slug; where one is taken, the oldest has it and the rest take the next free numbers, with a warning.
 * `slugs` are those of the candidates, which are in the order of their age.
 */
export function uniqueIds(
  candidates: readonly Candidate[],
  slugs: readonly string[],
): { value: number[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const ids: number[] = [];
  /** The place among the candidates of the one that has an id. */
  const holders = new Map<number, number>();
  const unnamed: number[] = [];
  const doubled: { i: number; first: number; id: number }[] = [];
  for (const [id, group] of groupBy(candidates.keys(), (i) => candidates[i]?.identity.id ?? null)) {
    const [first] = group;
    if (id === null || first === undefined) {
      for (const i of group) unnamed.push(i);
      continue;
    }
    holders.set(id, first);
    // One by one: a call takes only so many arguments.
    for (const i of group) {
      ids[i] = id;
      if (i !== first) doubled.push({ i, first, id });
    }
  }
  const nextFree = createSearch(holders);
  makeIds();
  for (const { i, first, id } of doubled) {
    const [own, other] = [candidates[i], candidates[first]];
    if (own === undefined || other === undefined) continue;
    const free = nextFree(hashId(slugs[i] ?? ''));
    holders.set(free, i);
    problems.push(duplicate(own, other, { id, free }));
  }
  return { value: ids, problems };

  /** Fills `ids` and `holders` for the candidates without a written id. */
  function makeIds(): void {
    const take = (i: number, id: number): void => {
      holders.set(id, i);
      ids[i] = id;
    };
    const slugOf = (i: number): string => slugs[i] ?? '';
    for (const i of unnamed) {
      const id = hashId(slugOf(i));
      if (!holders.has(id)) take(i, id);
    }
    // Only once all others have theirs, so that a clash moves nothing but those in it.
    for (const i of unnamed) {
      const own = candidates[i];
      if (ids[i] !== undefined || own === undefined) continue;
      const wanted = hashId(slugOf(i));
      const holder = holders.get(wanted) ?? i;
      const id = nextFree(wanted);
      take(i, id);
      // Equal slugs are reported as errors already.
      if (slugOf(holder) !== slugOf(i))
        problems.push(clash(own.path, slugOf(i), candidates[holder]?.path ?? '', wanted, id));
    }
  }
}

/** Finds the next id that nobody holds. Thousands of articles may want the same id, so it goes on where it stopped. */
function createSearch(holders: ReadonlyMap<number, number>): (wanted: number) => number {
  const after = new Map<number, number>();
  return (wanted) => {
    const passed: number[] = [];
    let id = wanted;
    while (holders.has(id)) {
      passed.push(id);
      id = after.get(id) ?? (id === maxId ? 1 : id + 1);
    }
    for (const taken of passed) after.set(taken, id);
    return id;
  };
}

function duplicate(
  { path, identity }: Candidate,
  other: Candidate,
  { id, free }: { id: number; free: number },
): Problem {
  const { line, column } = other.identity.at.id ?? topOfFile;
  return reportProblem('duplicate-id', path, identity.at.id ?? topOfFile, {
    found: `the id ${id}, which ${other.path}:${line}:${column} has too`,
    expected: 'an id of its own for every article',
    fix: `Write another \`id\` here, in the newer of the two, such as ${free}, which is free, or leave it out.`,
  });
}

function clash(path: string, slug: string, holder: string, wanted: number, id: number): Problem {
  const problem = reportProblem(
    'id-clash',
    path,
    topOfFile,
    {
      found: `the id ${wanted}, made from the slug \`${slug}\`, which ${holder} has`,
      expected: 'an id that cannot change when other articles come and go',
      fix: `Write the id ${id} into ${path}, as galley check --fix does.`,
    },
    'warning',
  );
  return { ...problem, autofix: { id } };
}
