import { describe, expect, test } from 'vitest';
import { parseArticleParameters, parseListParameters } from '../../src/core/parameters.ts';
import { wholeView } from '../../src/core/view.ts';

const integer = (name: string): string => `The ${name} field must be an integer.`;
const once = (name: string): string => `The ${name} field must be given once, as ${name}=value.`;
const truth = 'The exclude_h1 field must be true or false.';
const bounds = 'The per_page field must be between 1 and 100.';

describe('accepted', () => {
  test.each([
    ['', { page: 1, perPage: 100, view: wholeView, given: '' }],
    ['page=2', { page: 2 }],
    ['page=%2B2', { page: 2 }],
    ['page=+2', { page: 2 }],
    ['page=%09%202%0d%0a', { page: 2 }],
    ['page=9007199254740991', { page: 9007199254740991 }],
    ['per_page=1', { perPage: 1 }],
    ['per_page=100', { perPage: 100 }],
    ['%70er_page=7', { perPage: 7 }],
    ['exclude_h1=1', { view: { ...wholeView, excludeH1: true }, given: '&exclude_h1=true' }],
    ['exclude_h1=0', { view: { ...wholeView, excludeH1: false }, given: '&exclude_h1=false' }],
    ['exclude_h1=True', { view: { ...wholeView, excludeH1: true }, given: '&exclude_h1=true' }],
    ['exclude_h1=FALSE', { view: { ...wholeView, excludeH1: false }, given: '&exclude_h1=false' }],
    ['page=3&per_page=5&exclude_h1=true', { page: 3, perPage: 5, given: '&per_page=5&exclude_h1=true' }],
    ['unknown=1&unknown=2&other[]=3&=&&page=4', { page: 4 }],
    ['Page=x', { page: 1 }],
    ['after=1767225600-12', { after: { publishAt: 1767225600, id: 12 } }],
    ['after=-5-2147483647', { after: { publishAt: -5, id: 2147483647 } }],
  ])('%j', (query, expected) => {
    const parsed = parseListParameters(query);
    expect(parsed.ok && parsed.value).toMatchObject(expected);
  });
});

describe('refused', () => {
  test.each([
    ['page=0', { page: ['The page field must be at least 1.'] }],
    ['page=-1', { page: ['The page field must be at least 1.'] }],
    ['page=-0', { page: ['The page field must be at least 1.'] }],
    ['page=%20-99999999999999999999%20', { page: ['The page field must be at least 1.'] }],
    ['per_page=-5', { per_page: [bounds] }],
    ['page=-01', { page: [integer('page')] }],
    ['page=-', { page: [integer('page')] }],
    ['page=--1', { page: [integer('page')] }],
    ['page=', { page: [integer('page')] }],
    ['page', { page: [integer('page')] }],
    ['page=1.0', { page: [integer('page')] }],
    ['page=1e3', { page: [integer('page')] }],
    ['page=0x10', { page: [integer('page')] }],
    ['page=01', { page: [integer('page')] }],
    ['page=%2B%2B1', { page: [integer('page')] }],
    ['page=1%C2%A0', { page: [integer('page')] }],
    ['page=%D9%A1', { page: [integer('page')] }],
    ['page=1%002', { page: [integer('page')] }],
    ['page=%', { page: [integer('page')] }],
    ['page=9007199254740992', { page: ['The page field must not be greater than 9007199254740991.'] }],
    ['page=9007199254740993', { page: ['The page field must not be greater than 9007199254740991.'] }],
    [`page=${'9'.repeat(400)}`, { page: ['The page field must not be greater than 9007199254740991.'] }],
    ['page=1&page=1', { page: [once('page')] }],
    ['page[]=1', { page: [once('page')] }],
    ['page%5B%5D=1', { page: [once('page')] }],
    ['page[0]=1', { page: [once('page')] }],
    ['per_page=0', { per_page: [bounds] }],
    ['per_page=101', { per_page: [bounds] }],
    ['exclude_h1=', { exclude_h1: [truth] }],
    ['exclude_h1=yes', { exclude_h1: [truth] }],
    ['exclude_h1=%20true', { exclude_h1: [truth] }],
    ['exclude_h1=2', { exclude_h1: [truth] }],
    ['after=', { after: ['The after field must be a value that this API gave.'] }],
    ['page=x&per_page=101&exclude_h1=2', { page: [integer('page')], per_page: [bounds], exclude_h1: [truth] }],
  ])('%j', (query, errors) => {
    expect(parseListParameters(query)).toEqual({ ok: false, errors });
  });
});

test('one article knows only what says what of it is sent', () => {
  expect(parseArticleParameters('page=x&per_page=0')).toEqual({ ok: true, value: { view: wholeView, given: '' } });
  expect(parseArticleParameters('exclude_h1=x')).toEqual({ ok: false, errors: { exclude_h1: [truth] } });
});
