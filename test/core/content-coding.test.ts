import { expect, test } from 'vitest';
import { chooseCoding } from '../../src/core/content-coding.ts';

// What every platform is asked is in test/conformance/cases/codings.ts.
test.each([
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['gzip;q=0.5, identity', 'identity'],
  ['identity;q=0.5, *;q=0.2', 'identity'],
  ['gzip, *;q=0', 'gzip'],
  ['gzip;q=2', 'gzip'],
  ['gzip;level=9;q=0', 'identity'],
  ['gzip;q=0, *;q=0', null],
])('%j asks for %s', (field, form) => {
  expect(chooseCoding(field)).toBe(form);
});
