import { expect, test } from 'vitest';
import { countOthers } from './count-others.ts';

const one = ['pages/aa.json', 'pages/aa.json.gz', 'pages/aa.table', 'articles/bb/7.bb.json', 'lookup/cc.json'];
const top = ['index.dd.json', 'release.json'];
const inRelease = (names: readonly string[]): string[] => names.map((name) => `api/v1/${name}`);

test.each([
  ['one of each', [...one, ...top], 0],
  ['a second page file', [...one, ...top, 'pages/ee.json', 'pages/ee.table'], 2],
  ['a second shard', [...one, ...top, 'lookup/ff.json'], 1],
  ['something else', [...one, ...top, 'other.json'], 1],
])('%s', (_, names, expected) => {
  expect(countOthers(inRelease(names))).toBe(expected);
});

test('open files are others', () => {
  expect(countOthers(['openapi.json', 'media/a.png'])).toBe(2);
});
