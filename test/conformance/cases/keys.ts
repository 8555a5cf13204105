import type { Asked, Case } from '../case.ts';
import type { Fixture } from '../fixture.ts';
import { list, one } from './requests.ts';

/** Each is answered with the same 401. */
export function casesOfKeys(fixture: Fixture): Case[] {
  const { key, otherKey, expiredKey, articles } = fixture;
  const with_ = (value: string | string[]): NonNullable<Asked['headers']> => ({ 'X-Api-Key': value });
  const refused: [title: string, asked: Asked][] = [
    ['missing', { target: list }],
    ['empty', { target: list, headers: with_('') }],
    ['unknown', { target: list, headers: with_('gly_unknown') }],
    ['expired', { target: list, headers: with_(expiredKey) }],
    ['sent twice', { target: list, headers: with_([key, key]) }],
    ['sent twice, once rightly', { target: list, headers: with_(['gly_unknown', key]) }],
    ['sent twice on one line', { target: list, headers: with_(`${key}, ${key}`) }],
    ['cut short', { target: list, headers: with_(key.slice(0, -1)) }],
    ['with a letter more', { target: list, headers: with_(`${key}a`) }],
    ['in capitals', { target: list, headers: with_(key.toUpperCase()) }],
    ['longer than any', { target: list, headers: with_('a'.repeat(5000)) }],
    ['in the query', { target: `${list}?X-Api-Key=${key}&api_key=${key}&key=${key}` }],
    ['as a bearer token', { target: list, headers: { Authorization: `Bearer ${key}` } }],
    ['in a cookie', { target: list, headers: { Cookie: `X-Api-Key=${key}` } }],
    ['under another name', { target: list, headers: { Api_Key: key, 'X-Api-Key-': key } }],
    ['with an underscore in its name', { target: list, headers: { X_Api_Key: key } }],
    ['missing, of an article', { target: `${list}/1` }],
    ['missing, of an unknown article', { target: `${list}/none` }],
    ['missing, of a former slug', { target: `${list}/old-name` }],
    ['missing, of a scheduled article', { target: `${list}/901` }],
    ['missing, with wrong parameters', { target: `${list}?page=x` }],
    ['missing, with the tag of any response', { target: list, headers: { 'If-None-Match': '*' } }],
    ['missing, in gzip', { target: list, headers: { 'Accept-Encoding': 'gzip' } }],
    ['missing, with neither coding', { target: list, headers: { 'Accept-Encoding': '*;q=0' } }],
    ['missing, with a range', { target: `${list}/1`, headers: { Range: 'bytes=0-9' } }],
    ['missing, of what comes after a place', { target: `${list}?after=${fixture.places.gone}` }],
    ['missing, with HEAD', { method: 'HEAD', target: list }],
    ['missing, with HEAD of an article', { method: 'HEAD', target: `${list}/1` }],
  ];
  const expected = {
    status: 401,
    headers: { 'www-authenticate': 'ApiKey realm="articles"', vary: 'Accept-Encoding, X-Api-Key, Origin' },
  };
  const section = 'Keys';
  const found = { status: 200, body: JSON.stringify(articles.at(-1)) };
  return [
    ...refused.map(([title, asked]) => ({ ...one(section, `401: ${title}`, asked, expected), needsKeyCheck: true })),
    one(section, 'a good key', { target: `${list}/1`, headers: with_(key) }, found),
    one(section, 'another good key, with an expiry to come', { target: `${list}/1`, headers: with_(otherKey) }, found),
    one(section, 'spaces around it', { target: `${list}/1`, headers: with_(` \t${key} \t`) }, found),
    one(section, 'the name of the field in capitals', { target: `${list}/1`, headers: { 'X-API-KEY': key } }, found),
    one(
      section,
      'the name of the field in small letters',
      { target: `${list}/1`, headers: { 'x-api-key': key } },
      found,
    ),
  ];
}
