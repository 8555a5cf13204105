import { type Awaitable, whenReady } from './awaitable.ts';
import { collapse } from './collapse.ts';
import { contentHash, placesPath, termsPath } from './format.ts';
import type { NamedFiles } from './lru.ts';
import { countBelow, noPlaces, type PlaceSet, placeSetOf, placeSetOfBytes } from './place-set.ts';
import { readChecked, readJson } from './read-json.ts';
import { firstIndex } from './search.ts';
import { integer, list, nullable, object, type Shape, text, tuple, type ValueOf } from './shape.ts';
import type { Storage } from './storage.ts';

/** By what articles can be selected in every release: members of `ArticleDetails`. See `kindsOf`. */
export const termKinds = ['tag', 'author', 'section', 'language'] as const;

/** Characters of a term, at most. */
export const maxTermLength = 200;

/** Places that stand beside their term, at most: those of more are a file of their own. */
export const maxListedPlaces = 128;

const count = integer(0);

/**
 * Shards of terms, by kind in the order of `kindsOf` and then by the folded terms: the first folded term, how many
 * terms it holds, the greatest first place of them, and its name. And the names of all files of places.
 */
export const TermIndex = object({
  kinds: list(list(tuple([text(), count, count, contentHash]))),
  files: list(contentHash),
});
export type TermIndex = ValueOf<typeof TermIndex>;

/**
 * Terms in the order in which they are compared: as written, folded, and the places of their articles, the oldest
 * first; where these are a file, its name, how many they are, the first and the last.
 */
export const TermShard = list(
  object({
    term: text(),
    folded: text(),
    places: list(count),
    file: nullable(tuple([contentHash, count, count, count])),
  }),
);
export type TermShard = ValueOf<typeof TermShard>;
type ShardTerm = TermShard[number];

/** A text that people write, as the term that it means. */
export function toTerm(text: string): string {
  return collapse(text).normalize('NFC');
}

/**
 * As terms are compared: by full case folding (Unicode, section 3.13), so that `STRASSE` finds `straße`. A dotless ı is
 * a letter of its own, and a sigma at the end of a word is one in it.
 */
export function foldTerm(term: string): string {
  const folded = term.replace(/[^\u0131]+/g, (part) => part.toLowerCase().toUpperCase().toLowerCase());
  return folded.replaceAll('\u03c2', '\u03c3').normalize('NFC');
}

/** The terms of the articles of a release. */
export interface Terms {
  /** The articles that have a term. */
  find(kind: string, term: string): Awaitable<PlaceSet>;
  /** How many terms of a kind the oldest `published` articles have. */
  countTerms(kind: string, published: number): Promise<number>;
  /**
   * The same terms from the number `start` up to but not including `end`, in their order, and how many articles have
   * each.
   */
  list(kind: string, published: number, start: number, end: number): Promise<{ term: string; count: number }[]>;
}

/** The terms, of these kinds, of a release whose index of terms has this name; null where its articles have none. */
export function openTerms(name: string | null, storage: Storage, files: NamedFiles, kinds: readonly string[]): Terms {
  return { find, countTerms, list };

  function find(kind: string, term: string): Awaitable<PlaceSet> {
    const folded = foldTerm(term);
    return whenReady(shardsOf(kind), (rows) => {
      const number = firstIndex(rows.length, (i) => (rows[i]?.[0] ?? '') > folded) - 1;
      const row = rows[number];
      if (row === undefined) return noPlaces;
      return whenReady(read(row[3], TermShard), (terms) => {
        const found = terms[firstIndex(terms.length, (i) => (terms[i]?.folded ?? '') >= folded)];
        return found?.folded === folded ? placesOf(found) : noPlaces;
      });
    });
  }

  async function countTerms(kind: string, published: number): Promise<number> {
    let total = 0;
    for (const row of await shardsOf(kind)) total += await countIn(row, published);
    return total;
  }

  async function list(kind: string, published: number, start: number, end: number) {
    const found: { term: string; count: number }[] = [];
    let before = 0;
    for (const row of await shardsOf(kind)) {
      const size = await countIn(row, published);
      if (before < end && before + size > start) {
        for (const term of (await visible(row[3], published)).slice(Math.max(0, start - before), end - before)) {
          found.push({ term: term.term, count: await countOf(term, published) });
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

  function shardsOf(kind: string): Awaitable<TermIndex['kinds'][number]> {
    if (name === null) return [];
    return whenReady(read(name, TermIndex), (index) => index.kinds[kinds.indexOf(kind)] ?? []);
  }

  function read<T>(hash: string, shape: Shape<T>): Awaitable<T> {
    return files(hash, () => readJson(storage, termsPath(hash), shape, hash));
  }

  function placesOf({ places, file }: ShardTerm): Awaitable<PlaceSet> {
    if (file === null) return placeSetOf(places);
    const [hash] = file;
    return files(hash, () => whenReady(readChecked(storage, placesPath(hash), hash), placeSetOfBytes));
  }

  /** Places of a file are read only where some of them are not published. */
  function countOf(term: ShardTerm, published: number): Awaitable<number> {
    const [, count, , last] = term.file ?? ['', term.places.length, 0, term.places.at(-1) ?? 0];
    return last < published ? count : whenReady(placesOf(term), (places) => countBelow(places, published));
  }
}

function firstPlace({ file, places }: ShardTerm): number {
  return file?.[2] ?? places[0] ?? 0;
}
