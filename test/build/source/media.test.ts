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
    'content/note.txt': 'text',
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
    ['where there is text', 'note.txt'],
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
