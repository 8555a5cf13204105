import { lookup } from 'mrmime';
import { expect, test } from 'vitest';
import { assetTypes, checksumOfAsset, isShown, parseAssetAddress, toAssetName } from '../../src/core/asset-name.ts';

test.each([...assetTypes])('%s is %s, as others say', (extension, type) => {
  expect([type, undefined]).toContain(lookup(extension));
});

const hash = '0123456789abcdef0123456789abcdef';

test.each([...assetTypes])('a name that is made with .%s is read', (extension, type) => {
  const name = toAssetName('Größe und (1)', hash, `.${extension.toUpperCase()}`);
  expect(name).toBe(`Größe-und-1-.${hash}.${extension}`);
  expect(parseAssetAddress(`/media/${encodeURIComponent(name)}`)).toEqual({ name, hash, type });
  expect(checksumOfAsset(`media/${name}`)).toEqual({ crc: 0x89abcdef, isGzip: false });
  expect(checksumOfAsset(`media/${name}.gz`)).toEqual({ crc: 0x89abcdef, isGzip: true });
});

test.each([
  `/media/a.${hash}.png.gz`,
  `/media/a.${hash.toUpperCase()}.png`,
  `/media/a b.${hash}.png`,
  `/media/${encodeURIComponent('ö'.normalize('NFD'))}.${hash}.png`,
  `/media/${'a'.repeat(252 - hash.length - 4)}.${hash}.png`,
  '/media/%.png',
  '/media/',
])('%s is no asset', (address) => {
  expect(parseAssetAddress(address)).toBeNull();
});

test('an asset has the longest name that a file system takes beside its compressed form', () => {
  expect(parseAssetAddress(`/media/${'a'.repeat(252 - hash.length - 5)}.${hash}.png`)).not.toBeNull();
});

test.each(['html', 'key', 'gz', 'tostring'])('a file that ends in .%s has a type that says nothing', (extension) => {
  const asset = parseAssetAddress(`/media/a.${hash}.${extension}`);
  expect(asset?.type).toBe('application/octet-stream');
});

test('pages show images, audio, video and text tracks, and browsers save all else', () => {
  const saved = [...assetTypes].filter(([, type]) => !isShown(type)).map(([extension]) => extension);
  expect(saved).toEqual(['pdf', 'zip', 'csv', 'txt']);
  expect(isShown('application/octet-stream')).toBe(false);
});
