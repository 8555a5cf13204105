import { isDeepStrictEqual } from 'node:util';
import { identify } from '../front-matter/identify/identify.ts';
import {
  type AdoptedNames,
  type Candidate,
  type Identity,
  invalidIdentity,
  type UniqueNames,
} from '../front-matter/identify/identity.ts';
import { defaultContentOptions } from '../front-matter/options.ts';
import { groupBy } from '../package/group-by.ts';
import { capProblems } from '../problems/cap-problems.ts';
import type { Problem } from '../problems/problem.ts';
import type { LastRelease, PublishedNames } from '../release/disk/find-published.ts';
import { type Claims, findClaims } from './find-claims.ts';
import type { AdoptedFile, FileRecord } from './incremental/file-record.ts';
import type { Manifest } from './incremental/manifest.ts';
import type { FullOptions } from './options.ts';

/** Files whose names no other has. */
export interface Named {
  records: readonly FileRecord[];
  clashes: readonly Problem[];
  /** Articles that stay as the last release has them, by the paths of their invalid files. */
  kept: Claims;
  /** Paths of invalid files that are hidden, though the last release has their articles. */
  withdrawn: ReadonlySet<string>;
}

/**
 * Gives each article an id, a slug and aliases that no other has. Whoever had names in the last release has them before
 * any newcomer, and an invalid file keeps all of its own, if `mode` lets its article stay. `adopted` are files that
 * were moved. Names of an earlier build hold where no article came, went, or changed in what could clash.
 */
export async function nameFiles(
  records: readonly FileRecord[],
  invalid: ReadonlySet<string>,
  { records: before, clashes, hasHeld, moves }: Manifest,
  last: LastRelease,
  mode: FullOptions['invalid'],
  adopted: readonly AdoptedFile[] = moves.adopted,
): Promise<Named> {
  const candidates = withAdopted(records.filter(isCandidate), adopted);
  const isNamed = candidates.length === before.filter(isCandidate).length && candidates.every(({ names }) => names);
  // An id that clashes is its own in the next release.
  const isOpen = clashes.some((problem) => isError(problem) || problem.code === 'id-clash');
  const isSettled = invalid.size === 0 && !hasHeld && !isOpen && adopted === moves.adopted;
  if (isNamed && isSettled && (clashes.length === 0 || moves.release === (await last.id()))) {
    return { records, clashes, kept: new Map(), withdrawn: new Set() };
  }
  const plain = invalid.size === 0 ? identify(candidates) : null;
  const isPlain = plain?.problems.every(({ code }) => code === 'bad-slug' || code === 'alias-clash');
  const published = isPlain ? null : await last.open();
  if (plain !== null && published === null)
    return { ...toNamed(records, plain), kept: new Map(), withdrawn: new Set() };
  const known = (await published?.names()) ?? [];
  const claims = new Map(findClaims(records, known, invalid));
  // What is published has its names before a draft, however long that had them.
  for (const { path, kind, identity } of records) if (kind === 'article' && identity?.isDraft) claims.delete(path);
  // An article that was moved, and whose file is invalid, stays, too.
  const moved = new Map(adopted.map(({ path, from }) => [from, path]));
  for (const names of known) {
    const path = moved.get(names.slug);
    if (path !== undefined && !claims.has(path)) claims.set(path, names);
  }
  const withdrawn = new Set(records.flatMap(({ path, isHidden }) => (isHidden && claims.delete(path) ? [path] : [])));
  if (mode === 'fail') for (const path of invalid) claims.delete(path);
  const { value, problems, held } = nameWithClaims(candidates, claims, invalid, mode);
  const kept = [...held].map(([path, names]) => [path, { ...names, aliases: value.get(path)?.aliases ?? [] }] as const);
  return { ...toNamed(records, { value, problems }), kept: new Map(kept), withdrawn };
}

function withAdopted<T extends Candidate>(candidates: readonly T[], adopted: readonly AdoptedFile[]): readonly T[] {
  if (adopted.length === 0) return candidates;
  const byPath = new Map<string, AdoptedNames>(adopted.map((each) => [each.path, each]));
  return candidates.map((candidate) => {
    const names = byPath.get(candidate.path);
    return names === undefined ? candidate : { ...candidate, adopted: names };
  });
}

/**
 * An article is held to what readers know it by if it is invalid, or else gets less than it asks for: then again, with
 * it held.
 */
function nameWithClaims(
  candidates: readonly Candidate[],
  claims: Claims,
  invalid: ReadonlySet<string>,
  mode: FullOptions['invalid'],
) {
  const held = new Map([...claims].filter(([path]) => invalid.has(path)));
  const refused: Problem[] = [];
  for (;;) {
    const { value, problems } = identify([...withClaims(candidates, claims, held)]);
    const others = problems.filter(({ path }) => !held.has(path));
    const errors = others.filter((problem) => isError(problem) && claims.has(problem.path));
    if (errors.length === 0 || mode === 'fail') return { value, problems: [...refused, ...others], held };
    refused.push(...errors);
    for (const { path } of errors) held.set(path, claims.get(path) as PublishedNames);
  }
}

/** The candidates, and held names of files that cannot be read. */
function* withClaims(candidates: readonly Candidate[], claims: Claims, held: Claims): Iterable<Candidate> {
  const others = new Map(held);
  for (const { path, identity, adopted } of candidates) {
    const [own, known] = [held.get(path), claims.get(path)];
    yield own ? hold(path, identity, own) : { path, identity, ...(known && { known }), ...(adopted && { adopted }) };
    others.delete(path);
  }
  for (const [path, names] of others) {
    yield hold(path, invalidIdentity(path, null, null, defaultContentOptions), names);
  }
}

function hold(path: string, identity: Identity, names: PublishedNames): Candidate {
  const { id, slug, aliases } = names;
  const held = { ...identity, id, slug, aliases, isSlugWritten: true, unfitSlug: null };
  return { path, identity: held, known: names, isHeld: true };
}

function toNamed(records: readonly FileRecord[], { value, problems }: ReturnType<typeof identify>) {
  return {
    records: records.map((record) => {
      const names = value.get(record.path) ?? null;
      return isDeepStrictEqual(names, record.names) ? record : withNames(record, names);
    }),
    clashes: [...groupBy(problems, ({ path }) => path)].flatMap(([, own]) => capProblems(own)),
  };
}

/** Aliases are not part of an article, so that it need not be rendered again for them. */
function withNames(record: FileRecord, names: UniqueNames | null): FileRecord {
  if (!record.body?.article || names === null) return { ...record, names };
  const { unwritten: _, ...article } = record.body.article;
  const { aliases, unwritten } = names;
  return {
    ...record,
    names,
    body: { ...record.body, article: { ...article, aliases, ...(unwritten && { unwritten }) } },
  };
}

function isCandidate(record: FileRecord): record is FileRecord & Candidate {
  return record.identity !== null;
}

function isError({ severity }: Problem): boolean {
  return severity === 'error';
}
