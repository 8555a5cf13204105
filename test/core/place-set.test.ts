import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countBelow,
  hasPlace,
  intersect,
  newestPlaces,
  noPlaces,
  placeSetOf,
  placeSetOfBytes,
  unite,
} from '../../src/core/place-set.ts';
import { cases } from '../support/amount.ts';

const places = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 120 });
const descending = (set: Iterable<number>): number[] => [...set].sort((a, b) => b - a);

test('sets of places count, unite, intersect and give their newest as sorted lists do', { tags: ['scaled'] }, () => {
  const given = fc.record({
    sets: fc.array(places, { minLength: 1, maxLength: 4 }),
    end: fc.integer({ min: 0, max: 230 }),
    skip: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(given, ({ sets, end, skip, limit }) => {
      const made = sets.map(placeSetOf);
      const [first = []] = sets;
      const rows: [ReturnType<typeof unite>, number[]][] = [
        [unite(made), descending(new Set(sets.flat()))],
        [intersect(made), descending(first.filter((place) => sets.every((set) => set.includes(place))))],
      ];
      for (const [found, expected] of rows) {
        const below = expected.filter((place) => place < end);
        expect(countBelow(found, end)).toBe(below.length);
        expect(newestPlaces(found, end, skip, limit)).toEqual(below.slice(skip, skip + limit));
        expect(hasPlace(found, end)).toBe(expected.includes(end));
        const bytes = new Uint8Array(found.buffer, found.byteOffset, found.byteLength);
        expect(placeSetOfBytes(bytes)).toEqual(found);
      }
    }),
    cases(1000, 100),
  );
});

test('the empty set has no place, whatever is asked of it', () => {
  for (const set of [noPlaces, unite([]), intersect([]), placeSetOf([])])
    expect([countBelow(set, 9), newestPlaces(set, 9, 0, 9), hasPlace(set, 0)]).toEqual([0, [], false]);
});
