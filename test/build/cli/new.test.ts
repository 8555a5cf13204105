import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNeighbours } from '../../../build/cli/new.ts';
import { Config } from '../../../build/cli/settings.ts';

test.each([
  [{}, ['a.md']],
  [{ nikola: false }, []],
])('headers of dialects are read as the setting has it: %j', async (dialects, paths) => {
  const root = await mkdtemp(join(tmpdir(), 'galley-'));
  await writeFile(join(root, 'a.md'), '.. title: A\n.. date: 2024-01-01\n\nText\n');
  const config = Config.parse({ content: root, dialects });
  expect((await findNeighbours(config)).map(({ path }) => path)).toEqual(paths);
});
