import { expect, test } from 'vitest';
import { byteCache } from '../../src/storage/byte-cache.ts';

test('keeps as many bytes as fit, of the files that were used last', () => {
  const kept = byteCache<Uint8Array>(10, ({ length }) => length);
  const found = () => ['a', 'b', 'c', 'd'].filter((path) => kept.get(path) !== undefined);
  kept.set('a', new Uint8Array(4));
  kept.set('b', new Uint8Array(4));
  kept.get('a');
  kept.set('c', new Uint8Array(4));
  expect(found()).toEqual(['a', 'c']);
  // In place of the one before.
  kept.set('a', new Uint8Array(6));
  expect(found()).toEqual(['a', 'c']);
  kept.delete('a');
  kept.set('b', new Uint8Array(6));
  expect(found()).toEqual(['b', 'c']);
  kept.set('d', new Uint8Array(11));
  expect(found()).toEqual(['b', 'c']);
});
