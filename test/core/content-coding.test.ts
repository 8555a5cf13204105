import { expect, test } from 'vitest';
import { chooseCoding } from '../../src/core/content-coding.ts';
import { ask, encodeTestArticle, makeArticle, makeRelease } from '../support/release.ts';

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

const release = await makeRelease([1, 2].map((id) => encodeTestArticle(makeArticle({ id }))));
const list = '/api/v1/articles';

test.each([list, `${list}/1`])('%s: 406 where neither form will do, and nowhere else', async (target) => {
  const answer = await ask(release, target, { headers: { 'accept-encoding': '*;q=0' } });
  expect([answer.status, JSON.parse(answer.text).title]).toEqual([406, 'Not Acceptable']);
  expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding, X-Api-Key' });
});

test('a tag is of one form', async () => {
  const tagOf = async (coding: string) =>
    (await ask(release, list, { headers: { 'accept-encoding': coding } })).headers.ETag ?? '';
  const [plain, gzip] = [await tagOf('identity'), await tagOf('gzip')];
  expect(gzip).toBe(plain.replace(/"$/, '-gz"'));
  const status = async (coding: string, tag: string) =>
    (await ask(release, list, { headers: { 'accept-encoding': coding, 'if-none-match': tag } })).status;
  expect([await status('gzip', gzip), await status('identity', plain)]).toEqual([304, 304]);
  expect([await status('gzip', plain), await status('identity', gzip)]).toEqual([200, 200]);
});

test('errors are sent as they are', async () => {
  const answer = await ask(release, `${list}?page=0`, { headers: { 'accept-encoding': 'gzip' } });
  expect([answer.status, answer.headers['Content-Encoding']]).toEqual([422, undefined]);
});
