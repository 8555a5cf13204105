import { expect, test } from 'vitest';
import { checkPreconditions, isRangeWanted } from '../../src/public-files/conditions.ts';

const written = 'Tue, 03 Mar 2026 10:00:00 GMT';
const earlier = 'Mon, 02 Mar 2026 10:00:00 GMT';
const validators = { tag: 'W/"a"', modified: Date.parse(written) / 1000 };

test.each<[Record<string, string>, number | null]>([
  [{ 'if-modified-since': written }, 304],
  [{ 'if-modified-since': 'Tuesday, 03-Mar-26 10:00:00 GMT' }, 304],
  [{ 'if-modified-since': 'Tue Mar  3 10:00:00 2026' }, 304],
  [{ 'if-modified-since': earlier }, null],
  [{ 'if-modified-since': 'yesterday' }, null],
  [{ 'if-modified-since': '2099-01-01' }, null],
  [{ 'if-none-match': '"b"', 'if-modified-since': written }, null],
  [{ 'if-unmodified-since': written }, null],
  [{ 'if-unmodified-since': earlier }, 412],
  [{ 'if-match': 'W/"a"' }, 412],
])('a file of a known date: %j gives %j', (fields, status) => {
  expect(checkPreconditions((name) => fields[name], validators, {})?.status ?? null).toBe(status);
});

test.each([
  [written, true],
  [earlier, false],
])('If-Range %s: %s', (field, isWanted) => {
  expect(isRangeWanted(() => field, validators)).toBe(isWanted);
});
