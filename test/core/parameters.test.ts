import { expect, test } from 'vitest';
import { parseArticleParameters, parseListParameters } from '../../src/core/parameters.ts';
import { toPairs } from '../../src/core/query.ts';
import { wholeView } from '../../src/core/view.ts';

// What every platform is asked is in test/conformance/cases/lists.ts.

test.each([
  ['', { page: 1, perPage: 100, view: wholeView, given: '' }],
  ['page=3&per_page=5&exclude_h1=True', { page: 3, perPage: 5, given: '&per_page=5&exclude_h1=true' }],
  ['exclude_h1=0', { view: { ...wholeView, excludeH1: false }, given: '&exclude_h1=false' }],
  ['after=1767225600-12', { after: { publishAt: 1767225600, id: 12 } }],
  ['after=-5-2147483647', { after: { publishAt: -5, id: 2147483647 } }],
])('%j is read', (query, expected) => {
  const parsed = parseListParameters(toPairs(query), new Map());
  expect(parsed.ok && parsed.value).toMatchObject(expected);
});

test.each([
  ['page=%20-99999999999999999999%20', 'page field must be at least 1'],
  [`page=${'9'.repeat(400)}`, 'page field must not be greater than 9007199254740991'],
  ['page=-01', 'page field must be an integer'],
  ['page=1%C2%A0', 'page field must be an integer'],
  ['after=', 'after field must be a value that this API gave'],
])('%j is refused', (query, message) => {
  const [name = ''] = query.split('=');
  expect(parseListParameters(toPairs(query), new Map())).toEqual({
    ok: false,
    errors: { [name]: [`The ${message}.`] },
  });
});

test('one article knows only what says what of it is sent', () => {
  expect(parseArticleParameters(toPairs('page=x&per_page=0'))).toEqual({
    ok: true,
    value: { view: wholeView, given: '' },
  });
  expect(parseArticleParameters(toPairs('exclude_h1=x'))).toMatchObject({ ok: false });
});
