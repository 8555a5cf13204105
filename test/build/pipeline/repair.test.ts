import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildOnce } from '../../../build/pipeline/builder.ts';
import type { BuildResult } from '../../../build/pipeline/options.ts';
import { changedSince, fileClock } from '../../../build/release/disk/known-folder.ts';
import { hashBytes } from '../../../build/source/hash-bytes.ts';
import { writeFiles } from '../../support/command.ts';
import { makeFolder } from '../../support/server.ts';

async function makeProject(): Promise<{ out: string; build(): Promise<BuildResult> }> {
  const folder = await makeFolder();
  const content = join(folder, 'content');
  await writeFiles(content, {
    'a.md': '---\ndate: 2024-01-01\n---\n# A\n\nText ![drawing](d.svg)\n',
    'b.md': '---\ndate: 2024-01-02\n---\nText\n',
    'd.svg': `<svg>${'<path d="M0 0h1"/>'.repeat(99)}</svg>`,
  });
  const [cache, out] = [join(folder, 'cache'), join(folder, 'public')];
  const options = { articleUrl: '{site}/{slug}', trustedHtml: false, now: 1_780_000_000, write: 'quick' as const };
  return { out, build: () => buildOnce({ content, out, cache, site: 'https://a.example', ...options }) };
}

async function readTree(folder: string): Promise<Map<string, Buffer>> {
  const tree = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    // What it says of the past is its own.
    if (entry.isFile() && entry.name !== 'releases.json') tree.set(file, await readFile(file));
  }
  return tree;
}

function hashes(tree: Map<string, Buffer>): [string, string][] {
  return [...tree].map(([file, bytes]) => [file, hashBytes(bytes)]);
}

const damages: [string, (bytes: Buffer) => Buffer][] = [
  ['the first bit is another', (bytes) => flip(bytes, 0)],
  ['the last bit is another', (bytes) => flip(bytes, bytes.length - 1)],
  ['it is empty', () => Buffer.alloc(0)],
  ['it is longer', (bytes) => Buffer.concat([bytes, Buffer.from(' ')])],
];

function flip(bytes: Buffer, at: number): Buffer {
  const other = Buffer.from(bytes);
  other[at] = (other[at] ?? 0) ^ 1;
  return other;
}

test.each(damages)('%s: the next build writes each file as it was', async (_, damage) => {
  const { out, build } = await makeProject();
  await build();
  const before = await readTree(out);
  const paths = [...before.keys()];
  expect(paths.length).toBeGreaterThan(25);
  for (const file of paths) {
    await writeFile(file, damage(before.get(file) ?? Buffer.alloc(0)));
    const { written } = await build();
    expect(hashes(await readTree(out)), file).toEqual(hashes(before));
    const path = file.slice(join(out, 'api/v1/').length);
    if (/^(?:pages|lookup|articles|open|index\.[0-9a-f]{32}\.)/.test(path)) expect(written?.repaired).toContain(path);
  }
});

test('what nobody changed is not written again', async () => {
  const { out, build } = await makeProject();
  await build();
  const files = [...(await readTree(join(out, 'api/v1'))).keys()];
  const times = async () => Promise.all(files.map(async (file) => (await stat(file)).ctimeMs));
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
