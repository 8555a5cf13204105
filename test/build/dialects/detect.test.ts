import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  bodyDialects,
  detectDialects,
  dialectNames,
  dialects,
  headerFinders,
  plainDialects,
  withFoundInBodies,
} from '../../../build/dialects/index.ts';

/** An empty folder in one that has these names at its top. */
async function makeFolders(...names: string[]): Promise<{ above: string; content: string }> {
  const above = await mkdtemp(join(tmpdir(), 'galley-'));
  const content = join(above, 'content');
  for (const name of ['content', ...names]) await mkdir(join(above, name));
  return { above, content };
}

test('a dialect is detected in the content folder, and not above it', async () => {
  const { above, content } = await makeFolders('.obsidian', '_posts');
  expect(detectDialects(above)).toEqual({ detected: ['obsidian', 'jekyll'], off: [] });
  expect(detectDialects(content)).toEqual({ detected: [], off: [] });
  await writeFile(join(content, '_index.md'), '');
  expect(detectDialects(content)).toEqual({ detected: ['hugo'], off: [] });
  expect(detectDialects(join(content, 'gone'))).toEqual({ detected: [], off: [] });
});

test('the setting says more than the folder', async () => {
  const { above, content } = await makeFolders('.obsidian');
  expect(detectDialects(above, { obsidian: false })).toEqual({ detected: [], off: ['obsidian'] });
  expect(detectDialects(content, { obsidian: true, mdx: false })).toEqual({ detected: ['obsidian'], off: ['mdx'] });
});

test('a dialect that is off does nothing', () => {
  expect(bodyDialects({ detected: [], off: dialectNames }, 'a.mdx')).toEqual([]);
  expect(headerFinders({ detected: [], off: dialectNames })).toEqual([]);
});

test('each dialect has a name of its own, in lower case', () => {
  expect(new Set(dialectNames).size).toBe(dialects.length);
  for (const name of dialectNames) expect(name).toMatch(/^[a-z]+$/);
});

test('a formula in one body shows that all may have them, unless the setting says something else', () => {
  const bodies = [{}, { usesMath: true as const }];
  expect(withFoundInBodies(plainDialects, bodies).detected).toEqual(['tex']);
  expect(withFoundInBodies(plainDialects, [{}]).detected).toEqual([]);
  expect(withFoundInBodies({ detected: [], off: ['tex'] }, bodies).detected).toEqual([]);
});
