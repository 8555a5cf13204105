import { expect, test } from 'vitest';
import { recognise } from '../../src/core/keys.ts';
import { sha256 } from '../../src/node/keys/new-key.ts';

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
  expect(await recognise(shown, keys, now, sha256)).toBe(name);
});

test('a text too long for a key is not hashed', async () => {
  let hashed = 0;
  await recognise('x'.repeat(257), keys, now, (text) => {
    hashed++;
    return sha256(text);
  });
  expect(hashed).toBe(0);
});
