import { maxId } from '../../../src/core/article.ts';
import { hashId } from '../../../src/core/hash.ts';
import { groupBy } from '../../package/group-by.ts';
import type { Problem, Result } from '../../problems/problem.ts';
import { reportProblem, topOfFile } from '../../problems/report-problem.ts';
import type { Candidate } from './identity.ts';

/**
 * The id of each candidate. An id that an author wrote stays; of several that share it, it is an error in all but the one that
 * readers know by it, or the oldest. Others come from the slug; where one is taken, likewise, and the rest take the next free
 * numbers, with a warning, or with an error if they are older than what readers know. `slugs` are those of the candidates,
 * which are in the order of their age.
 */
export function uniqueIds(candidates: readonly Candidate[], slugs: readonly string[]): Result<number[]> {
  const problems: Problem[] = [];
  const ids: number[] = [];
  const holders = new Map<number, Entry>();
  const nextFree = createSearch(holders);
  const wantedBy = ([i]: Entry): number => hashId(slugs[i] ?? '');
  const take = (entry: Entry, id: number): void => {
    holders.set(id, entry);
    ids[entry[0]] = id;
  };
  const isKnown = (entry: Entry): boolean => entry[1].known?.id === (entry[1].identity.id ?? wantedBy(entry));
  const entries = [...candidates.entries()];
  const byId = groupBy(new Set([...entries.filter(isKnown), ...entries]), ([, { identity }]) => identity.id);
  const unnamed = byId.get(null) ?? [];
  byId.delete(null);
  for (const [id, group] of byId as Map<number, Entry[]>) for (const entry of group.toReversed()) take(entry, id);
  for (const entry of unnamed) {
    const id = wantedBy(entry);
    if (!holders.has(id)) take(entry, id);
  }
  // Only once all others have theirs, so that a clash moves nothing but those in it.
  for (const entry of unnamed.filter(([i]) => ids[i] === undefined)) {
    const wanted = wantedBy(entry);
    const [holder, { path }] = holders.get(wanted) ?? entry;
    const id = nextFree(wanted);
    take(entry, id);
    const slug = slugs[entry[0]] ?? '';
    // A build that knows of no release gives it to the older one.
    const severity = holder > entry[0] && candidates[holder]?.identity.id === null ? 'error' : 'warning';
    // Equal slugs are reported as errors already.
    if (slugs[holder] !== slug) problems.push(clash(entry[1].path, slug, path, { wanted, id, severity }));
  }
  for (const [id, [first, ...others]] of byId as Map<number, Entry[]>) {
    for (const entry of others) {
      const free = nextFree(wantedBy(entry));
      holders.set(free, entry);
      const why =
        (first ?? entry)[0] < entry[0] ? 'This article is the newer one.' : 'Readers know the other one by it.';
      problems.push(duplicate(entry[1], (first ?? entry)[1], { id, free, why }));
    }
  }
  return { value: ids, problems };
}

/** A candidate and its place among all. */
type Entry = [number, Candidate];

/** Finds the next id that nobody holds. Thousands of articles may want the same id, so it goes on where it stopped. */
function createSearch(holders: ReadonlyMap<number, unknown>): (wanted: number) => number {
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
  { id, free, why }: { id: number; free: number; why: string },
): Problem {
  const { line, column } = other.identity.at.id ?? topOfFile;
  return reportProblem('duplicate-id', path, identity.at.id ?? topOfFile, {
    found: `the id ${id}, which ${other.path}:${line}:${column} also has`,
    expected: 'a unique id for each article',
    fix: `${why} Write another \`id\` here, such as ${free}, or remove it.`,
  });
}

function clash(
  path: string,
  slug: string,
  holder: string,
  { wanted, id, severity }: { wanted: number; id: number; severity: Problem['severity'] },
): Problem {
  const text = {
    found: `the id ${wanted}, made from the slug \`${slug}\`. ${holder} has this id already`,
    expected: 'an id that does not change when other articles are added or removed',
    fix: `Write the id ${id} into ${path}, or run galley check --fix.`,
  };
  return { ...reportProblem('id-clash', path, topOfFile, text, severity), autofix: { id } };
}
