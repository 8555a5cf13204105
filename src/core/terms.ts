import { type Awaitable, whenAllReady, whenReady } from './awaitable.ts';
import { contentHash, termsPath } from './format.ts';
import { emptyDigest, extendDigest } from './hash.ts';
import type { NamedFiles } from './lru.ts';
import { readJson } from './read-json.ts';
import { firstIndex } from './search.ts';
import { integer, list, object, type Shape, text, tuple, type ValueOf } from './shape.ts';
import type { Storage } from './storage.ts';

/** By what articles can be selected: members of `ArticleDetails`. */
export const termKinds = ['tag', 'author', 'section', 'language'] as const;
export type TermKind = (typeof termKinds)[number];

/** Characters of a term, at most. */
export const maxTermLength = 200;

/** Articles of a full chunk of a term. */
export const chunkLength = 512;

const count = integer(0);

/**
 * Shards of terms, by kind in the order of `termKinds` and then by the folded terms: the first folded term, how many terms it holds, the
 * greatest first place of them, and its name. And the names of all chunks.
 */
export const TermIndex = object({
  kinds: list(list(tuple([text(), count, count, contentHash]))),
  chunks: list(contentHash),
});
export type TermIndex = ValueOf<typeof TermIndex>;

/** Articles of a term, the oldest first: their places in the order, and their ids. */
const Postings = { places: list(count), ids: list(integer(1)) };

/**
 * Terms in the order in which they are compared: as written, folded, chunks from the oldest article on, and the articles behind them. Of
 * a chunk: its name, its first place, and the running digest of the ids of the term up to its end.
 */
export const TermShard = list(
  object({ term: text(), folded: text(), chunks: list(tuple([contentHash, count, text()])), ...Postings }),
);
export type TermShard = ValueOf<typeof TermShard>;
export type ShardTerm = TermShard[number];

export const TermChunk = object(Postings);
export type TermChunk = ValueOf<typeof TermChunk>;

/**
 * As terms are compared: by full case folding (Unicode, section 3.13), so that `STRASSE` finds `straße`. A dotless ı is a letter of its own,
 * and a sigma at the end of a word is one in it.
 */
export function foldTerm(term: string): string {
  const folded = term.replace(/[^\u0131]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase());
  return folded.replaceAll('\u03c2', '\u03c3').normalize('NFC');
}

/** Some articles of a release, in its order. */
export interface Selection {
  /** How many of the oldest `published` articles of the release. */
  count(published: number): Awaitable<number>;
  /** Of those from `start` up to but not including `end`, the oldest first: places in the order of the release, and ids. */
  slice(start: number, end: number): Awaitable<Readonly<TermChunk>>;
  /** Running digest of the ids of the oldest `count`. */
  digestAt(count: number): Awaitable<string>;
}

/** The terms of the articles of a release. */
export interface Terms {
  /** The articles that have a term; null where none has it. */
  find(kind: TermKind, term: string): Awaitable<Selection | null>;
  /** How many terms of a kind the oldest `published` articles have. */
  countTerms(kind: TermKind, published: number): Promise<number>;
  /** The same terms from the number `start` up to but not including `end`, in their order, and how many articles have each. */
  list(kind: TermKind, published: number, start: number, end: number): Promise<{ term: string; count: number }[]>;
}

/** Digests of terms up to the number that was asked last: the pages of a list ask for the same. */
const digested = new WeakMap<ShardTerm, { count: number; digest: string }>();

/** The terms of a release whose index of terms has this name; null where its articles have none. */
export function openTerms(name: string | null, storage: Storage, files: NamedFiles): Terms {
  return { find, countTerms, list };

  function find(kind: TermKind, term: string): Awaitable<Selection | null> {
    const folded = foldTerm(term);
    return whenReady(shardsOf(kind), (rows) => {
      const number = firstIndex(rows.length, (i) => (rows[i]?.[0] ?? '') > folded) - 1;
      const row = rows[number];
      if (row === undefined) return null;
      return whenReady(read(row[3], TermShard), (terms) => {
        const found = terms[firstIndex(terms.length, (i) => (terms[i]?.folded ?? '') >= folded)];
        return found?.folded === folded ? toSelection(found) : null;
      });
    });
  }

  async function countTerms(kind: TermKind, published: number): Promise<number> {
    let total = 0;
    for (const row of await shardsOf(kind)) total += await countIn(row, published);
    return total;
  }

  async function list(kind: TermKind, published: number, start: number, end: number) {
    const found: { term: string; count: number }[] = [];
    let before = 0;
    for (const row of await shardsOf(kind)) {
      const size = await countIn(row, published);
      if (before < end && before + size > start) {
        for (const term of (await visible(row[3], published)).slice(Math.max(0, start - before), end - before)) {
          found.push({ term: term.term, count: await toSelection(term).count(published) });
        }
      }
      before += size;
    }
    return found;
  }

  /** Only shards with a term that no published article has are read. */
  function countIn([, size, greatest, name]: TermIndex['kinds'][number][number], published: number): Awaitable<number> {
    if (greatest < published) return size;
    return whenReady(visible(name, published), ({ length }) => length);
  }

  /** The terms of a shard that a published article has. */
  function visible(name: string, published: number): Awaitable<TermShard> {
    return whenReady(read(name, TermShard), (terms) => terms.filter((term) => firstPlace(term) < published));
  }

  function shardsOf(kind: TermKind): Awaitable<TermIndex['kinds'][number]> {
    if (name === null) return [];
    return whenReady(read(name, TermIndex), ({ kinds }) => kinds[termKinds.indexOf(kind)] ?? []);
  }

  function read<T>(hash: string, shape: Shape<T>): Awaitable<T> {
    return files(hash, () => readJson(storage, termsPath(hash), shape, hash));
  }

  function toSelection(term: ShardTerm): Selection {
    const full = term.chunks.length * chunkLength;
    const part = (number: number): Awaitable<TermChunk> => {
      const found = term.chunks[number];
      return found === undefined ? term : read(found[0], TermChunk);
    };
    return {
      count(published) {
        const inTail = firstIndex(term.places.length, (i) => (term.places[i] ?? 0) >= published);
        if (inTail > 0 || full === 0) return full + inTail;
        const number = firstIndex(term.chunks.length, (i) => (term.chunks[i]?.[1] ?? 0) >= published) - 1;
        if (number < 0) return 0;
        return whenReady(part(number), ({ places }) => {
          return number * chunkLength + firstIndex(places.length, (i) => (places[i] ?? 0) >= published);
        });
      },
      slice(start, end) {
        const first = Math.floor(start / chunkLength);
        const parts: Awaitable<TermChunk>[] = [];
        for (let number = first; number * chunkLength < end; number++) parts.push(part(number));
        return whenReady(whenAllReady(parts), (found) => {
          const offset = first * chunkLength;
          const cut = (kind: keyof TermChunk): number[] =>
            found.flatMap((each) => each[kind]).slice(start - offset, end - offset);
          return { places: cut('places'), ids: cut('ids') };
        });
      },
      digestAt(count) {
        const known = digested.get(term);
        if (known?.count === count) return known.digest;
        const number = Math.floor(count / chunkLength);
        const before = number === 0 ? emptyDigest : (term.chunks[number - 1]?.[2] ?? emptyDigest);
        const rest = count - number * chunkLength;
        if (rest === 0) return before;
        return whenReady(part(number), ({ ids }) => {
          const digest = ids.slice(0, rest).reduce(extendDigest, before);
          digested.set(term, { count, digest });
          return digest;
        });
      },
    };
  }
}

function firstPlace({ chunks: [first], places }: ShardTerm): number {
  return first?.[1] ?? places[0] ?? 0;
}

/** The articles at these places, ascending, with these ids. */
export function selectionOf(places: readonly number[], ids: readonly number[]): Selection {
  /** Before each `chunkLength` ids, as the chunks of a term have them. */
  const digests = [emptyDigest];
  let digested = { count: 0, digest: emptyDigest };
  return {
    count: (published) => firstIndex(places.length, (i) => (places[i] ?? 0) >= published),
    slice: (start, end) => ({ places: places.slice(start, end), ids: ids.slice(start, end) }),
    digestAt(count) {
      if (count === digested.count) return digested.digest;
      const number = Math.floor(count / chunkLength);
      for (let n = digests.length; n <= number; n++) {
        digests.push(ids.slice((n - 1) * chunkLength, n * chunkLength).reduce(extendDigest, digests[n - 1] ?? ''));
      }
      const digest = ids.slice(number * chunkLength, count).reduce(extendDigest, digests[number] ?? '');
      digested = { count, digest };
      return digest;
    },
  };
}
