import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../build/package/package.ts';

const root = packageFolder();
const readme = await readFile(join(root, 'README.md'), 'utf8');

test('every script and file that the README names exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const [, script] of readme.matchAll(/npm run (\w+)/g)) expect(Object.keys(scripts)).toContain(script);
  for (const [, file] of readme.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g))
    await readFile(join(root, file ?? ''), 'utf8').catch((error) => expect(error.code).toBe('EISDIR'));
});

test('the README is short, and its first article is that of the guide', async () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(130);
  const guide = await readFile(join(root, 'content', 'what-galley-is.md'), 'utf8');
  const start = readme.slice(readme.indexOf('\n## Start\n'), readme.indexOf('\n## In your own repository\n'));
  const shown = [...start.matchAll(/^```(?:markdown|json|sh)\n[\s\S]*?^```/gm)].map(([block]) => block);
  expect(shown).toHaveLength(4);
  expect(shown.slice(1).filter((block) => !guide.includes(block))).toEqual([]);
});

test.each(['SECURITY.md', 'CONTRIBUTING.md'])('every file that %s names is there', async (file) => {
  const text = await readFile(join(root, file), 'utf8');
  const named = [...text.matchAll(/`((?:src|test|build|content)\/[\w./-]+)`|\]\(((?:src|build)\/[\w./-]+)\)/g)];
  expect(named.length).toBeGreaterThan(15);
  const missing = named
    .map(([, code, link]) => code ?? link ?? '')
    // Names in capitals stand for any name.
    .filter((path) => !/\b(?:CODE|NAME|PLATFORM)\b/.test(path) && !existsSync(join(root, path)));
  expect(missing).toEqual([]);
});

test('every script that CONTRIBUTING.md names exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const text = await readFile(join(root, 'CONTRIBUTING.md'), 'utf8');
  for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) expect(Object.keys(scripts)).toContain(script);
});
