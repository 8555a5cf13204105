import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/command.ts';
import { readPlace, writePlace } from '../support/marked-place.ts';
import { toCommandsPage } from './commands-page.ts';

const file = 'content/commands.md';
const parts = toCommandsPage();

test.each(Object.entries(parts))('the page of the commands: %s', async (mark, text) => {
  if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file, mark }, text);
  expect(await readPlace({ file, mark })).toBe(text);
});

test('each command has a heading of its own', async () => {
  const names = Object.keys(parts).filter((mark) => mark !== 'commands');
  const headings = [...(await readFile(join(root, file), 'utf8')).matchAll(/^## `([a-z ]+)`$/gm)];
  expect(headings.map(([, name = '']) => name.replaceAll(' ', '-')).sort()).toEqual(names.sort());
});
