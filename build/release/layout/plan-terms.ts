import { toAsciiJson } from '../../../src/core/encoding.ts';
import { emptyDigest, extendDigest, hash64 } from '../../../src/core/hash.ts';
import {
  chunkLength,
  foldTerm,
  type TermIndex,
  type TermKind,
  type TermShard,
  termKinds,
} from '../../../src/core/terms.ts';
import { compareText } from '../../problems/problem.ts';
import { hashBytes } from '../../source/hash-bytes.ts';

/** The files of the terms of a release, by name. The last one names the others; none where there are no terms. */
type TermFiles = Map<string, Buffer>;

/** An article and its terms; `articles` are in the order of the release. */
export interface WithTerms {
  id: number;
  terms: readonly (readonly [kind: TermKind, term: string])[];
}

interface Postings {
  term: string;
  places: number[];
  ids: number[];
}

/**
 * A shard ends before a term whose hash says so: a new term changes one shard, or parts one. A term of many articles has chunks, of which
 * a newer article changes none.
 */
export function planTerms(articles: readonly WithTerms[]): TermFiles {
  const files: TermFiles = new Map();
  const chunks: string[] = [];
  const add = (value: unknown): string => {
    const bytes = Buffer.from(toAsciiJson(value));
    const name = hashBytes(bytes);
    files.set(name, bytes);
    return name;
  };
  const kinds = termKinds.map((kind): TermIndex['kinds'][number] => {
    const postings = collect(articles, kind);
    const terms = [...postings].sort(([a], [b]) => compareText(a, b));
    return split(terms).map((group) => {
      const shard = group.map(([folded, each]) => toShardTerm(folded, each));
      const greatest = Math.max(...group.map(([, { places }]) => places[0] ?? 0));
      return [group[0]?.[0] ?? '', group.length, greatest, add(shard)];
    });
  });
  if (kinds.every(({ length }) => length === 0)) return files;
  add({ kinds, chunks });
  return files;

  function toShardTerm(folded: string, { term, places, ids }: Postings): TermShard[number] {
    const own: TermShard[number]['chunks'] = [];
    let digest = emptyDigest;
    const full = places.length - (places.length % chunkLength);
    for (let start = 0; start < full; start += chunkLength) {
      const chunk = { places: places.slice(start, start + chunkLength), ids: ids.slice(start, start + chunkLength) };
      digest = chunk.ids.reduce(extendDigest, digest);
      const name = add(chunk);
      chunks.push(name);
      own.push([name, places[start] ?? 0, digest]);
    }
    return { term, folded, chunks: own, places: places.slice(full), ids: ids.slice(full) };
  }
}

/** The articles of each folded term, which is written as in the oldest of them. */
function collect(articles: readonly WithTerms[], kind: TermKind): Map<string, Postings> {
  const found = new Map<string, Postings>();
  for (const [place, { id, terms }] of articles.entries()) {
    for (const [own, term] of terms) {
      if (own !== kind) continue;
      const folded = foldTerm(term);
      const postings = found.get(folded) ?? { term, places: [], ids: [] };
      found.set(folded, postings);
      if (postings.places.at(-1) === place) continue;
      postings.places.push(place);
      postings.ids.push(id);
    }
  }
  return found;
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
