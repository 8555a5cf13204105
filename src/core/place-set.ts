/**
 * Places of a release, a bit for each in words of 32, so that a hundred thousand are united, intersected and counted in some thousand
 * steps. Those behind the last word are not in it.
 */
export type PlaceSet = Uint32Array;

export const noPlaces: PlaceSet = new Uint32Array();

export function placeSetOf(places: readonly number[]): PlaceSet {
  const last = places.reduce((greatest, place) => Math.max(greatest, place), -1);
  const set = new Uint32Array((last + 32) >>> 5);
  for (const place of places) set[place >>> 5] = wordAt(set, place >>> 5) | (1 << (place & 31));
  return set;
}

/** As a file has it: little-endian words. */
export function placeSetOfBytes(bytes: Uint8Array): PlaceSet {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length >>> 2 }, (_, index) => view.getUint32(index * 4, true));
}

export function hasPlace(set: PlaceSet, place: number): boolean {
  return ((wordAt(set, place >>> 5) >>> (place & 31)) & 1) === 1;
}

/** The places that one of the sets has. */
export function unite(sets: readonly PlaceSet[]): PlaceSet {
  const united = new Uint32Array(Math.max(0, ...sets.map(({ length }) => length)));
  for (const set of sets) for (let i = 0; i < set.length; i++) united[i] = wordAt(united, i) | wordAt(set, i);
  return united;
}

/** The places that all of the sets have. */
export function intersect([first = noPlaces, ...others]: readonly PlaceSet[]): PlaceSet {
  if (others.length === 0) return first;
  const common = first.slice(0, Math.min(...others.map(({ length }) => length)));
  for (const set of others) for (let i = 0; i < common.length; i++) common[i] = wordAt(common, i) & wordAt(set, i);
  return common;
}

/** How many places there are below `end`. */
export function countBelow(set: PlaceSet, end: number): number {
  let count = 0;
  for (let i = lastWord(set, end); i >= 0; i--) count += countBits(wordBelow(set, i, end));
  return count;
}

/** The newest places below `end`, newest first: at most `limit` of them, behind the newest `skip`. */
export function newestPlaces(set: PlaceSet, end: number, skip: number, limit: number): number[] {
  const found: number[] = [];
  let rest = skip;
  for (let i = lastWord(set, end); i >= 0 && found.length < limit; i--) {
    let word = wordBelow(set, i, end);
    const bits = rest > 0 ? countBits(word) : 0;
    if (rest > 0 && bits <= rest) {
      rest -= bits;
      continue;
    }
    for (; word !== 0 && found.length < limit; rest--) {
      const bit = 31 - Math.clz32(word);
      if (rest <= 0) found.push(i * 32 + bit);
      word ^= 1 << bit;
    }
  }
  return found;
}

/** The index of the last word with places below `end`; -1 for none. */
function lastWord(set: PlaceSet, end: number): number {
  return Math.min(set.length, Math.ceil(end / 32)) - 1;
}

/** The places of a word that are below `end`. */
function wordBelow(set: PlaceSet, index: number, end: number): number {
  const bits = end - index * 32;
  return bits >= 32 ? wordAt(set, index) : wordAt(set, index) & ((1 << bits) - 1);
}

function wordAt(set: PlaceSet, index: number): number {
  return set[index] ?? 0;
}

/** By adding neighbours: pairs, fours, bytes. */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
