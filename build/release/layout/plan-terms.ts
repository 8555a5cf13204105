import { toAsciiJson } from '../../../src/core/encoding.ts';
import { placesPath, termsPath } from '../../../src/core/format.ts';
import { hash64 } from '../../../src/core/hash.ts';
import { placeSetOf } from '../../../src/core/place-set.ts';
import { foldTerm, maxListedPlaces, type TermIndex, type TermShard, termKinds } from '../../../src/core/terms.ts';
import { compareText } from '../../problems/problem.ts';
import { hashBytes } from '../../source/hash-bytes.ts';

/** The files of the terms of a release, by path, and the name of their index; null where there are no terms. */
export interface TermFiles {
  files: Map<string, Buffer>;
  index: string | null;
}

/** An article and its terms; `articles` are in the order of the release. */
export interface WithTerms {
  terms: readonly (readonly [kind: string, term: string])[];
}

interface Postings {
  term: string;
  places: number[];
}

/**
 * A shard ends before a term whose hash says so: a new term changes one shard, or parts one. The places of a term that many articles have
 * are a file, which a newer article changes only if it has that term.
 */
export function planTerms(articles: readonly WithTerms[], allKinds: readonly string[] = termKinds): TermFiles {
  const files = new Map<string, Buffer>();
  const placeFiles: string[] = [];
  const add = (bytes: Buffer, toPath: (name: string) => string): string => {
    const name = hashBytes(bytes);
    files.set(toPath(name), bytes);
    return name;
  };
  const addJson = (value: unknown): string => add(Buffer.from(toAsciiJson(value)), termsPath);
  const collected = collect(articles);
  const kinds = allKinds.map((kind): TermIndex['kinds'][number] => {
    const terms = [...(collected.get(kind) ?? [])].sort(([a], [b]) => compareText(a, b));
    return split(terms).map((group) => {
      const shard = group.map(([folded, each]) => toShardTerm(folded, each));
      const greatest = Math.max(...group.map(([, { places }]) => places[0] ?? 0));
      return [group[0]?.[0] ?? '', group.length, greatest, addJson(shard)];
    });
  });
  if (kinds.every(({ length }) => length === 0)) return { files, index: null };
  return { files, index: addJson({ kinds, files: [...new Set(placeFiles)] }) };

  function toShardTerm(folded: string, { term, places }: Postings): TermShard[number] {
    if (places.length <= maxListedPlaces) return { term, folded, places, file: null };
    const words = placeSetOf(places);
    const bytes = Buffer.alloc(words.length * 4);
    for (const [index, word] of words.entries()) bytes.writeUInt32LE(word, index * 4);
    const name = add(bytes, placesPath);
    placeFiles.push(name);
    return { term, folded, places: [], file: [name, places.length, places[0] ?? 0, places.at(-1) ?? 0] };
  }
}

/** By kind the articles of each folded term, which is written as in the oldest of them. */
function collect(articles: readonly WithTerms[]): Map<string, Map<string, Postings>> {
  const kinds = new Map<string, Map<string, Postings>>();
  for (const [place, { terms }] of articles.entries()) {
    for (const [kind, term] of terms) {
      const found = kinds.get(kind) ?? new Map<string, Postings>();
      kinds.set(kind, found);
      const folded = foldTerm(term);
      const postings = found.get(folded) ?? { term, places: [] };
      found.set(folded, postings);
      if (postings.places.at(-1) !== place) postings.places.push(place);
    }
  }
  return kinds;
}

/** Terms that a shard holds, on average. */
const shardTerms = 32;

function split<T>(terms: readonly (readonly [folded: string, T])[]): (readonly [folded: string, T])[][] {
  const groups: (readonly [folded: string, T])[][] = [];
  for (const each of terms) {
    if (groups.length === 0 || hash64(each[0])[0] % shardTerms === 0) groups.push([]);
    groups.at(-1)?.push(each);
  }
  return groups;
}
