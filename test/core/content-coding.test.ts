import { expect, test } from 'vitest';
import { chooseCoding } from '../../src/core/content-coding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', 'identity'],
  ['identity', 'identity'],
  ['*', 'gzip'],
  ['*;q=0.1', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip; q=0.0 , br', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0.5, *;q=0.2', 'identity'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=0, *', 'identity'],
  ['identity, *;q=0', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0, *', 'gzip'],
  ['gzip;q=2', 'gzip'],
  ['gzip;level=9;q=0', 'identity'],
  [',, gzip ,', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, gzip;q=0', null],
  ['br, identity;q=0', null],
  ['*;q=0', null],
  ['gzip;q=0, *;q=0', null],
])('%j asks for %s', (field, form) => {
  expect(chooseCoding(field)).toBe(form);
});
