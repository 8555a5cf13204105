import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newKey } from '../../../src/adapters/node/keys/new-key.ts';
import { maskKeys } from '../../../src/adapters/node/mask-keys.ts';

const key = newKey();
const encoded = (text: string): string =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

test.each([
  ['a key', `/a?x-api-key=${key}&page=2`, '/a?x-api-key=gly_***&page=2'],
  ['a key in the path', `/${key}/b`, '/gly_***/b'],
  ['two keys', `/?a=${key}&b=${key}`, '/?a=gly_***&b=gly_***'],
  ['half a key', `/?k=${key.slice(0, 12)}`, '/?k=gly_***'],
  ['one character of it', '/?k=gly_a', '/?k=gly_***'],
  ['a key and more', `/?k=${key}AAAA`, '/?k=gly_***'],
  ['an encoded underscore', `/?k=${key.replace('_', '%5F')}`, '/?k=gly_***'],
  ['all of it encoded', `/%3F?k=${encoded(key)}&%41`, '/%3F?k=gly_***&%41'],
  ['encoded twice', `/?k=${encoded(key).replaceAll('%', '%25')}`, '/?k=gly_***'],
  ['encoded three times', `/?k=${encoded(key).replaceAll('%', '%2525')}&a=%25`, '/?k=gly_***&a=%25'],
  ['an encoded end', `/?k=gly_a${encoded(key.slice(5))}`, '/?k=gly_***'],
  ['in JSON', JSON.stringify({ target: `/${key}`, status: 404 }), '{"target":"/gly_***","status":404}'],
])('masks %s', (_, text, masked) => {
  expect(maskKeys(text)).toBe(masked);
});

test.each([
  ...['/api/v1/articles?page=2', '/%C3%9Cber', '/%', '/%zz', '/%25', '/gly', '/gly_', '/ugly', '/%67ly', ''],
  '/?a=%5f%67',
])('leaves %j', (text) => {
  expect(maskKeys(text)).toBe(text);
});

test('nothing of a key is left, however it is written', () => {
  const character = fc.constantFrom<(text: string) => string>(
    (text) => text,
    encoded,
    (text) => encoded(text).toUpperCase(),
    (text) => encoded(text).replace('%', '%25'),
  );
  const around = fc.string({ unit: fc.constantFrom(...'/?&=%2a'), maxLength: 4 });
  fc.assert(
    fc.property(fc.array(character, { minLength: 40, maxLength: 40 }), around, around, (ways, before, after) => {
      const text = [...key].map((one, i) => ways[i]?.(one)).join('');
      // What stands before must not change how the key is decoded.
      fc.pre(!/%\w?$/.test(before) && !/^[\w%-]/.test(after));
      const masked = maskKeys(before + text + after);
      expect(masked).toBe(`${before}gly_***${after}`);
    }),
  );
});
