import { expect, test } from 'vitest';
import { checkPreconditions, isRangeWanted } from '../../src/public-files/conditions.ts';

const date = 'Tue, 03 Mar 2026 10:00:00 GMT';

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'if-match': '"a"' }, null],
  [{ 'if-match': '"b", "a"' }, null],
  [{ 'if-match': ' * ' }, null],
  [{ 'if-match': '"b"' }, 412],
  [{ 'if-match': 'W/"a"' }, 412],
  [{ 'if-match': '"b"', 'if-none-match': '"a"' }, 412],
  [{ 'if-none-match': '"a"' }, 304],
  [{ 'if-none-match': 'W/"a"' }, 304],
  [{ 'if-none-match': '"b"' }, null],
  [{ 'if-none-match': '"b"', 'if-modified-since': date }, null],
  [{ 'if-modified-since': date }, null],
  [{ 'if-unmodified-since': date }, null],
])('%j gives %j', (fields, status) => {
  expect(checkPreconditions((name) => fields[name], { ETag: '"a"' })?.status ?? null).toBe(status);
});

test.each([
  [undefined, true],
  ['"a"', true],
  ['"b"', false],
  ['W/"a"', false],
  ['*', false],
  [date, false],
])('If-Range %s: %s', (field, isWanted) => {
  expect(isRangeWanted(() => field, '"a"')).toBe(isWanted);
});
