import { isDeepStrictEqual } from 'node:util';
import { identify } from '../front-matter/identify/identify.ts';
import { type Candidate, type Identity, invalidIdentity, type UniqueNames } from '../front-matter/identify/identity.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { groupBy } from '../package/group-by.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import type { PublishedNames } from '../release/disk/find-published.ts';
import type { FileRecord } from './incremental/file-record.ts';
import type { HeldNames } from './keep-published.ts';
import type { FileInWork } from './read-files.ts';

/**
 * Gives each article an id, a slug and aliases that no other has. The names of an earlier build hold where no article has
 * come, gone, or changed in what could clash; `earlier` are its records and the clashes among them. What `held` names has these
 * names, and no problem with them.
 */
export function identifyFiles(
  files: readonly FileInWork[],
  earlier: { records: readonly FileRecord[]; clashes: readonly Problem[] },
  held: HeldNames,
): { value: FileInWork[]; problems: readonly Problem[] } {
  const candidates = files.map(({ record }) => record).filter(isCandidate);
  if (
    held.size === 0 &&
    candidates.length === count(earlier.records) &&
    candidates.every(({ names }) => names !== null)
  ) {
    return { value: [...files], problems: earlier.clashes };
  }
  const { value: names, problems } = identify(held.size === 0 ? candidates : [...holdNames(candidates, held)]);
  return {
    value: files.map((file) => {
      const own = names.get(file.record.path) ?? null;
      const isSame = isDeepStrictEqual(own, file.record.names);
      const isHeld = held.has(file.record.path);
      return isSame && !isHeld
        ? file
        : { ...file, record: { ...withNames(file.record, own), ...(isHeld && { isHeld }) } };
    }),
    problems: [...groupBy(problems, ({ path }) => path)].flatMap(([path, own]) =>
      (held.get(path) ?? 'first') === 'first' ? capProblems(own) : [],
    ),
  };
}

function isCandidate(record: FileRecord): record is FileRecord & Candidate {
  return record.identity !== null;
}

function count(records: readonly FileRecord[]): number {
  return records.reduce((sum, { identity }) => (identity === null ? sum : sum + 1), 0);
}

/** The candidates, and held names of files that are none: of articles whose files cannot be found. */
function* holdNames(candidates: readonly Candidate[], held: HeldNames): Iterable<Candidate> {
  const others = new Map(held);
  for (const { path, identity } of candidates) {
    yield { path, identity: toHeld(identity, held.get(path)) };
    others.delete(path);
  }
  for (const [path, names] of others) {
    if (typeof names === 'object')
      yield { path, identity: toHeld(invalidIdentity(path, null, null, defaultContentOptions), names) };
  }
}

function toHeld(identity: Identity, names: PublishedNames | 'first' | 'last' | undefined): Identity {
  if (names === undefined) return identity;
  if (typeof names === 'string') return { ...identity, rank: names === 'first' ? -1 : 1 };
  const { id, slug, aliases } = names;
  return { ...identity, id, slug, aliases, isSlugWritten: true, unfitSlug: null, rank: -1 };
}

/** Aliases are not part of an article, so that it need not be rendered again for them. */
function withNames(record: FileRecord, names: UniqueNames | null): FileRecord {
  const article = record.body?.article;
  if (!record.body || !article || names === null) return { ...record, names };
  return { ...record, names, body: { ...record.body, article: { ...article, aliases: names.aliases } } };
}
