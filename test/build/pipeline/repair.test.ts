import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedSince, fileClock } from '../../../build/release/disk/known-folder.ts';
import { firstOf } from '../../support/amount.ts';
import { flipped } from '../../support/damage.ts';
import { bytesOf, treeOf } from '../../support/files.ts';
import { makeProject } from '../../support/project.ts';
import { makeFolder } from '../../support/server.ts';

const files = {
  'a.md': '---\ndate: 2024-01-01\n---\n# A\n\nText ![drawing](d.svg)\n',
  'b.md': '---\ndate: 2024-01-02\n---\nText\n',
  'd.svg': `<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>`,
};

const damages: [string, (bytes: Buffer) => Buffer][] = [
  ['the first bit is another', (bytes) => flipped(bytes, 0)],
  ['the last bit is another', (bytes) => flipped(bytes, bytes.length - 1)],
  ['it is empty', () => Buffer.alloc(0)],
  ['it is longer', (bytes) => Buffer.concat([bytes, Buffer.from(' ')])],
];

test.each(firstOf(1, [0, 1, 2, 3]))(
  'whatever file is damaged, the next build writes it as it was (%i)',
  { tags: ['long', 'scaled'] },
  async (turn) => {
    const { out, build } = await makeProject(files);
    await build();
    const before = await bytesOf(out);
    const paths = Object.keys(before);
    expect(paths.length).toBeGreaterThan(25);
    for (const [i, path] of paths.entries()) {
      const [what, damage] = damages[(i + turn) % damages.length] ?? raise();
      await writeFile(join(out, path), damage(Buffer.from(before[path] ?? '', 'latin1')));
      const { written } = await build();
      const found = await bytesOf(out);
      expect(paths.filter((each) => found[each] !== before[each])).toEqual([]);
      expect(Object.keys(found), `${path}: ${what}`).toEqual(paths);
      const inRelease = path.slice('api/v1/'.length);
      if (/^(?:pages|lookup|articles|open|index\.[0-9a-f]{32}\.)/.test(inRelease)) {
        expect(written?.repaired, `${path}: ${what}`).toContain(inRelease);
      }
    }
  },
);

function raise(): never {
  throw new Error('There is no such damage.');
}

test('what nobody changed is not written again', async () => {
  const { out, build } = await makeProject(files);
  await build();
  const paths = await treeOf(join(out, 'api/v1'));
  const times = () => Promise.all(paths.map(async (path) => (await stat(join(out, 'api/v1', path))).ctimeMs));
  const before = await times();
  for (let again = 0; again < 2; again++) expect((await build()).written).toMatchObject({ written: 0, repaired: [] });
  expect(await times()).toEqual(before);
});

test('a file may have been changed if its time is not before the moment, or that is unknown or to come', async () => {
  const folder = await makeFolder();
  const file = join(folder, 'f');
  await writeFile(file, 'bytes');
  const stats = await stat(file);
  const moment = fileClock(folder) ?? 0;
  expect(changedSince(folder, null)(stats)).toBe(true);
  expect(changedSince(folder, moment + 60_000)(stats)).toBe(true);
  await expect.poll(() => changedSince(folder, fileClock(folder))(stats), { interval: 10 }).toBe(false);
  await truncate(file, 3);
  expect(changedSince(folder, moment)(await stat(file))).toBe(true);
  expect(fileClock(join(folder, 'none'))).toBeNull();
});
