import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { link, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { copyMedia } from '../../../../build/release/disk/copy-media.ts';
import { findMedia } from '../../../../build/source/media.ts';
import { writeFiles } from '../../../support/command.ts';
import { flipped } from '../../../support/damage.ts';
import { makeFolder } from '../../../support/server.ts';

async function makeContent(): Promise<string> {
  const folder = await makeFolder();
  await writeFiles(folder, { 'p.png': 'picture' });
  await symlink('p.png', join(folder, 'leads-in.png'));
  return folder;
}

test('images are copied once; one that a crash left short, again', async () => {
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
  const other = flipped(bytes, 500);
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

test('an image is copied whole or not at all: who reads the old file still reads all of it', async () => {
  const media = findMedia(await makeContent());
  const name = media.find('p.png')?.name ?? '';
  const out = await makeFolder();
  await writeFiles(out, { [`media/${name}`]: 'pic' });
  await link(join(out, 'media', name), join(out, 'held'));
  await copyMedia(media.used(), out, () => true);
  expect(await readFile(join(out, 'held'), 'utf8')).toBe('pic');
});

test.skipIf(process.platform === 'win32')(
  'what took the place of a picture since it was found is not waited for',
  async () => {
    const content = await makeContent();
    const media = findMedia(content);
    media.find('p.png');
    await rm(join(content, 'p.png'));
    execFileSync('mkfifo', [join(content, 'p.png')]);
    await expect(copyMedia(media.used(), await makeFolder(), () => true)).rejects.toThrow(
      'was changed during the build',
    );
  },
);

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

test.each([
  ['film.mp4', ['.mp4']],
  ['drawing.svg', ['.svg', '.svg.gz']],
])('%s, longer than a chunk, is copied whole, in chunks, and checked in chunks', async (path, ends) => {
  const content = await makeContent();
  const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, i) => (i * i) % 251));
  await writeFiles(content, { [path]: bytes });
  const media = findMedia(content);
  const name = media.find(path)?.name ?? '';
  const out = await makeFolder();
  const longest = watchReads();
  expect(await copyMedia(media.used(), out, () => true)).toBe(1);
  expect(await copyMedia(media.used(), out, () => true)).toBe(0);
  expect(longest()).toBeLessThan(bytes.length);
  expect((await readdir(join(out, 'media'))).sort()).toEqual(ends.map((end) => name.replace(/\.\w+$/, end)));
  expect((await readFile(join(out, 'media', name))).equals(bytes)).toBe(true);
  const zipped = ends.length > 1 ? await readFile(join(out, 'media', `${name}.gz`)) : null;
  expect(zipped && gunzipSync(zipped).equals(bytes)).toBe(zipped && true);
});

/** Says how many bytes were asked for at once, at most, since the call of this. */
function watchReads(): () => number {
  let longest = 0;
  const original = fs.readSync;
  const put = (readSync: unknown): void => {
    Object.assign(fs, { readSync });
    syncBuiltinESMExports();
  };
  put((descriptor: number, bytes: Buffer, ...others: [number, number, null]) => {
    longest = Math.max(longest, bytes.length);
    return original(descriptor, bytes, ...others);
  });
  onTestFinished(() => put(original));
  return () => longest;
}

test('without images there is no folder', async () => {
  const out = await makeFolder();
  expect(await copyMedia([], out, () => true)).toBe(0);
  expect(await readdir(out)).toEqual([]);
});
