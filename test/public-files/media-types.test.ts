import { lookup } from 'mrmime';
import { expect, test } from 'vitest';
import { mediaExtensions } from '../../build/source/media.ts';
import { mediaTypes } from '../../src/public-files/media-types.ts';

test('all that the build copies has a media type', () => {
  expect([...mediaTypes.keys()].map((ending) => `.${ending}`).sort()).toEqual([...mediaExtensions].sort());
});

test.each([...mediaTypes])('%s is %s, as others say', (ending, type) => {
  expect([type, undefined]).toContain(lookup(ending));
});
