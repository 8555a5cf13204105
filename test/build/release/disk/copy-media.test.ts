import { link, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { copyMedia } from '../../../../build/release/disk/copy-media.ts';
import { findMedia } from '../../../../build/source/media.ts';
import { writeFiles } from '../../../support/command.ts';
import { makeFolder } from '../../../support/server.ts';

async function makeContent(): Promise<string> {
  const folder = await makeFolder();
  await writeFiles(folder, { 'p.png': 'picture' });
  await symlink('p.png', join(folder, 'leads-in.png'));
  return folder;
}

test('pictures are copied once; one that a crash left short, again', async () => {
  const media = findMedia(await makeContent());
  const name = media.find('p.png')?.name ?? '';
  const out = await makeFolder();
  expect(await copyMedia(media.used(), out, () => true)).toBe(1);
  expect(await copyMedia(media.used(), out, () => true)).toBe(0);
  await writeFile(join(out, 'media', name), 'pic');
  expect(await copyMedia(media.used(), out, () => true)).toBe(1);
  expect(await readFile(join(out, 'media', name), 'utf8')).toBe('picture');
  expect(await readdir(join(out, 'media'))).toEqual([name]);
});

test.each([
  ['drawing.svg', ''],
  ['the compressed form of drawing.svg', '.gz'],
])('%s that was changed since is copied again, and one that was not is not read', async (_, end) => {
  const content = await makeContent();
  await writeFiles(content, { 'drawing.svg': `<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>` });
  const media = findMedia(content);
  const out = await makeFolder();
  const file = join(out, 'media', `${media.find('drawing.svg')?.name}${end}`);
  await copyMedia(media.used(), out, () => true);
  const bytes = await readFile(file);
  const other = bytes.map((byte, i) => (i === 500 ? byte ^ 1 : byte));
  await writeFile(file, other);
  await copyMedia(media.used(), out, () => false);
  expect((await readFile(file)).equals(other)).toBe(true);
  await copyMedia(media.used(), out, () => true);
  expect((await readFile(file)).equals(bytes)).toBe(true);
});

test('one is copied behind a link that the last build knew, to a folder of which it is gone', async () => {
  const content = await makeContent();
  const later = Date.now() + 60_000;
  const before = findMedia(content, [''], [], later);
  const name = before.find('leads-in.png')?.name ?? '';
  const media = findMedia(content, [''], before.remember(), later);
  media.find('leads-in.png');
  const out = await makeFolder();
  expect(await copyMedia(media.used(), out, () => true)).toBe(1);
  expect(await readdir(join(out, 'media'))).toEqual([name]);
});

test('a picture is copied whole or not at all: who reads the old file still reads all of it', async () => {
  const media = findMedia(await makeContent());
  const name = media.find('p.png')?.name ?? '';
  const out = await makeFolder();
  await writeFiles(out, { [`media/${name}`]: 'pic' });
  await link(join(out, 'media', name), join(out, 'held'));
  await copyMedia(media.used(), out, () => true);
  expect(await readFile(join(out, 'held'), 'utf8')).toBe('pic');
});

test('drawings are copied in a compressed form, too, where there is something to gain', async () => {
  const content = await makeContent();
  const drawing = `<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>`;
  await writeFiles(content, { 'drawing.svg': drawing, 'small.svg': '<svg/>' });
  const media = findMedia(content);
  const names = ['drawing.svg', 'small.svg', 'p.png'].map((path) => media.find(path)?.name ?? '');
  const out = await makeFolder();
  expect(await copyMedia(media.used(), out, () => true)).toBe(3);
  const zipped = join(out, 'media', `${names[0]}.gz`);
  expect((await readdir(join(out, 'media'))).sort()).toEqual([...names, `${names[0]}.gz`].sort());
  expect(gunzipSync(await readFile(zipped)).toString()).toBe(drawing);
  await rm(zipped);
  expect(await copyMedia(media.used(), out, () => true)).toBe(0);
  expect(gunzipSync(await readFile(zipped)).toString()).toBe(drawing);
});

test('without pictures there is no folder', async () => {
  const out = await makeFolder();
  expect(await copyMedia([], out, () => true)).toBe(0);
  expect(await readdir(out)).toEqual([]);
});
