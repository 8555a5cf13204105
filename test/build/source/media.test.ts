import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { findMedia } from '../../../build/source/media.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

/** A content folder with a picture in each place, beside a folder whose name begins alike. */
async function makeContent(): Promise<string> {
  const folder = await makeFolder();
  await writeFiles(folder, {
    'secret.png': 'outside',
    'content-old/p.png': 'outside',
    'content/p.png': 'picture',
    'content/film.MP4': 'film',
    'secret.mp4': 'outside',
    'content/deep/Größe und (1).PNG': 'named',
    'content/twin.png': 'picture',
    'content/..hidden/p.png': 'odd',
    'content/tool.py': 'text',
    'content/a.md': 'text',
  });
  const content = join(folder, 'content');
  await mkdir(join(content, 'folder.png'));
  await symlink('../secret.png', join(content, 'leads-out.png'));
  await symlink('../secret.mp4', join(content, 'leads-out.mp4'));
  await symlink('..', join(content, 'up'));
  await symlink('p.png', join(content, 'leads-in.png'));
  await symlink('gone.png', join(content, 'leads-nowhere.png'));
  return content;
}

test.each<[address: string, found: string | null, files: Record<string, string>]>([
  ['/images/x.png', 'images/x.png', { 'images/x.png': 'a', 'static/images/x.png': 'b' }],
  ['/x.png', '.vuepress/public/x.png', { '.vuepress/public/x.png': 'a', '.x/public/x.png': 'b' }],
  ['/images/x.png', 'site/static/images/x.png', { 'site/static/images/x.png': 'a', 'more/x.png': 'b' }],
  ['/images/x.png', 'src/assets/images/x.png', { 'src/assets/images/x.png': 'a' }],
  ['/x.png', 'a/static/x.png', { 'a/static/x.png': 'a', 'b/x.png': 'b' }],
  ['/x.png', 'a/x.png', { 'a/x.png': 'a', 'b/x.png': 'a' }],
  ['/x.png', null, { 'a/x.png': 'a', 'b/x.png': 'b' }],
  ['/x.png', null, { 'static/x.png': 'a', 'public/x.png': 'b' }],
  ['/images/x.png', null, { 'more-images/x.png': 'a', 'images/X.png': 'b' }],
  ['/images/x.png', null, { '.site/images/x.png': 'a', 'node_modules/images/x.png': 'b' }],
  ['/key.json', null, { 'deep/key.json': 'a', 'data.json': 'b' }],
  ['/data.csv', null, { 'deep/data.csv': 'a' }],
  ['/../x.png', null, { 'a/y.png': 'a' }],
])('%s from the root of a website is %s', async (address, found, files) => {
  const content = await makeFolder();
  await writeFiles(content, files);
  const media = findMedia(content);
  expect(media.find(address)).toEqual(found === null ? null : media.find(found));
});

describe('an image is found', () => {
  test.each([
    ['p.png', /^p\.[0-9a-f]{32}\.png$/],
    ['deep/../p.png', /^p\.[0-9a-f]{32}\.png$/],
    ['deep/Größe und (1).PNG', /^Größe-und-1-\.[0-9a-f]{32}\.png$/],
    ['..hidden/p.png', /^p\.[0-9a-f]{32}\.png$/],
    ['film.MP4', /^film\.[0-9a-f]{32}\.mp4$/],
    ['leads-in.png', /^p\.[0-9a-f]{32}\.png$/],
  ])('%s', async (path, name) => {
    expect(findMedia(await makeContent()).find(path)?.name).toMatch(name);
  });

  test.each([
    ['outside of the folder', '../secret.png'],
    ['a film outside of the folder', '../secret.mp4'],
    ['a film behind a link that leads out', 'leads-out.mp4'],
    ['beside it, under a name that begins alike', '../content-old/p.png'],
    ['behind a link that leads out', 'leads-out.png'],
    ['in a folder behind a link that leads out', 'up/secret.png'],
    ['behind a link that leads nowhere', 'leads-nowhere.png'],
    ['by an absolute path', '/etc/passwd'],
    ['where there is a folder', 'folder.png'],
    ['where there is nothing', 'gone.png'],
    ['where there is a program', 'tool.py'],
    ['where there is an article', 'a.md'],
    ['behind a NUL', 'p.png\0.png'],
  ])('never %s', async (_, path) => {
    const media = findMedia(await makeContent());
    expect(media.find(path)).toBeNull();
    expect(media.used()).toEqual([]);
  });

  test('once, whatever the number of references, and by its content', async () => {
    const media = findMedia(await makeContent());
    const found = ['p.png', 'leads-in.png', 'p.png', 'twin.png'].map((path) => media.find(path));
    expect(found[1]).toBe(found[0]);
    expect(found[2]).toBe(found[0]);
    expect(media.used()).toHaveLength(2);
    expect(found[3]?.name.slice('twin'.length)).toBe(found[0]?.name.slice('p'.length));
  });
});

test('an image of several chunks has the name of its bytes', async () => {
  const content = await makeContent();
  for (const length of [0, 1, 262_144, 262_145, 600_000]) {
    const bytes = Buffer.from(Array.from({ length }, (_, i) => i % 251));
    await writeFiles(content, { [`p-${length}.png`]: bytes });
    expect(findMedia(content).find(`p-${length}.png`)).toMatchObject({
      name: `p-${length}.${hashBytes(bytes)}.png`,
      size: length,
    });
  }
});

describe('what a translation lacks', () => {
  const files = [
    ...['de/a/p.png', 'en/a/p.png', 'en/a/q.png', 'fr/a/q.png', 'docs/de/r.png', 'docs/r.png', 'js/s.png'],
    'blog/t.png',
  ];
  const makeLanguages = async (): Promise<string> => {
    const content = await makeFolder();
    await writeFiles(content, Object.fromEntries(files.map((file) => [file, file])));
    return content;
  };

  test.each([
    ['de/a/p.png', 'de/a/p.png'],
    ['de/a/q.png', 'en/a/q.png'],
    ['docs/pt-BR/r.png', 'docs/r.png'],
    ['x/t.png', 'blog/t.png'],
    ['go/s.png', null],
    ['a/q.png', null],
    ['q.png', null],
  ])('%s is %s', async (path, expected) => {
    const content = await makeLanguages();
    const media = findMedia(content, [''], [], 0, (each) => (each === 'x/t.png' ? 'blog/t.png' : null));
    expect(media.find(path)?.file ?? null).toBe(expected && join(content, expected));
  });

  test('comes from where it lies first, and not from outside of the content folders', async () => {
    const content = await makeLanguages();
    expect(findMedia(content, ['de', 'fr']).find('de/a/q.png')?.file).toBe(join(content, 'fr/a/q.png'));
    expect(findMedia(content, ['de']).find('de/a/q.png')).toBeNull();
  });
});

test('a private key is never copied, whatever its name', async () => {
  const content = await makeFolder();
  const keys = ['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'];
  for (const [i, key] of keys.entries()) {
    await writeFiles(content, {
      [`${i}.key`]: `-----BEGIN ${key}-----\n`,
      [`${i}.txt`]: `a\r\n-----BEGIN ${key}-----\n`,
    });
    expect([findMedia(content).find(`${i}.key`), findMedia(content).find(`${i}.txt`)]).toEqual([null, null]);
  }
  await writeFiles(content, { 'talk.key': 'PK\x03\x04', 'public.txt': '-----BEGIN PUBLIC KEY-----' });
  const media = findMedia(content);
  expect(['talk.key', 'public.txt'].map((path) => media.find(path)?.name.replace(/[0-9a-f]{32}/, '…'))).toEqual([
    'talk.….key',
    'public.….txt',
  ]);
});

test('the size of an image is read with its hash, and remembered with it', async () => {
  const content = await makeFolder();
  const pixels = { width: 2, height: 3 };
  await writeFiles(content, { 'p.svg': '<svg width="2" height="3"/>', 'q.txt': '<svg width="2" height="3"/>' });
  const media = findMedia(content, [''], [], Number.POSITIVE_INFINITY);
  expect([media.find('p.svg')?.pixels, media.find('q.txt')?.pixels]).toEqual([pixels, null]);
  const later = findMedia(content, [''], media.remember(), Number.POSITIVE_INFINITY);
  expect(later.find('p.svg')).toEqual(media.find('p.svg'));
});

test('an address may begin with the name of the content folder', async () => {
  const content = join(await makeFolder(), 'texts');
  await writeFiles(content, { 'img/p.png': 'p', 'a/texts/q.png': 'q' });
  const media = findMedia(content);
  const known = ['img/p.png', 'a/texts/q.png'].map((path) => media.find(path)?.name);
  expect(['/texts/img/p.png', 'a/texts/img/p.png'].map((path) => media.find(path)?.name)).toEqual([known[0], known[0]]);
  expect(media.find('/texts/q.png')?.name).toBe(known[1]);
  expect([media.find('/texts-old/img/p.png'), media.find('/texts/gone.png')]).toEqual([null, null]);
});
