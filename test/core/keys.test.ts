import { expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/node/keys/new-key.ts';
import { isFromPage, recognise, type StoredKey } from '../../src/core/keys.ts';

/** The name of the key that is recognised. */
const findName = async (...asked: Parameters<typeof recognise>) => (await recognise(...asked))?.name ?? null;
const now = 1000;
const keys = [
  { name: 'plain', digest: sha256('plain') },
  { name: 'ending', digest: sha256('ending'), expires: now + 1 },
  { name: 'ended', digest: sha256('ended'), expires: now },
  { name: 'revoked', digest: sha256('revoked'), revoked: true },
];

test.each([
  ['plain', 'plain'],
  ['ending', 'ending'],
  ['ended', null],
  ['revoked', null],
  ['unknown', null],
  ['Plain', null],
  ['plain ', null],
  ['', null],
  [undefined, null],
  ['plain, plain', null],
  [sha256('plain'), null],
])('%j is the key %j', async (shown, name) => {
  expect(await findName(shown, keys, now, sha256)).toBe(name);
});

test('a text too long for a key is not hashed', async () => {
  let hashed = 0;
  await findName('x'.repeat(257), keys, now, (text) => {
    hashed++;
    return sha256(text);
  });
  expect(hashed).toBe(0);
});

test('a request reads no other keys than its own, however many there are', async () => {
  let looks = 0;
  const many = Array.from({ length: 5000 }, (_, i): StoredKey => {
    const digest = sha256(`key ${i}`);
    return {
      name: `key-${i}`,
      get digest() {
        looks++;
        return digest;
      },
    };
  });
  expect(await findName('key 0', many, now, sha256)).toBe('key-0');
  looks = 0;
  expect(await findName('none of them', many, now, sha256)).toBeNull();
  expect(await findName('key 4999', many, now, sha256)).toBe('key-4999');
  expect(looks).toBeLessThan(10);
});

test('of entries with the same digest, one that may be used is enough', async () => {
  const digest = sha256('twice');
  const first = { name: 'first', digest };
  expect(await findName('twice', [first, { name: 'second', digest, revoked: true }], now, sha256)).toBe('first');
  expect(
    await findName(
      'twice',
      [
        { ...first, expires: now },
        { name: 'second', digest },
      ],
      now,
      sha256,
    ),
  ).toBe('second');
});

test('what is changed in a list itself counts as well', async () => {
  const list: StoredKey[] = [{ name: 'a', digest: sha256('a') }];
  expect(await findName('a', list, now, sha256)).toBe('a');
  list[0] = { name: 'a', digest: sha256('a'), revoked: true };
  expect(await findName('a', list, now, sha256)).toBeNull();
  list.push({ name: 'b', digest: sha256('b') });
  expect(await findName('b', list, now, sha256)).toBe('b');
});

test.each<[fields: Record<string, string>, isFrom: boolean]>([
  [{ origin: 'https://a.example' }, true],
  [{ origin: 'https://b.example:8443' }, true],
  [{ origin: 'https://b.example' }, false],
  [{ origin: 'https://a.example.evil' }, false],
  [{ origin: 'null' }, false],
  [{ origin: 'https://c.example', 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{}, false],
])('%j are of a page that a key is for: %j', (fields, isFrom) => {
  const origins = ['https://a.example', 'https://b.example:8443'];
  expect(isFromPage(origins, (name) => fields[name], 'https://a.example')).toBe(isFrom);
  if (fields['sec-fetch-site'] === 'same-origin')
    expect(isFromPage(origins, (name) => fields[name], 'https://c.example')).toBe(false);
});
