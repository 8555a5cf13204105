import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Setting } from '../../build/cli/setting.ts';
import { Config, settings } from '../../build/cli/settings.ts';
import { root } from '../support/command.ts';
import { readPlace, writePlace } from '../support/marked-place.ts';
import { listCommands, toCommandsTable } from './commands-page.ts';
import { toConfigurationPage } from './configuration-page.ts';

const file = 'content/configuration.md';
const readPage = () => readFile(join(root, file), 'utf8');
const defaults = Config.parse({});

test.each(Object.entries(toConfigurationPage()))('the page of the configuration: %s', async (mark, text) => {
  if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file, mark }, text);
  // `GALLEY_REFRESH_PAGES=1` before this test writes the page again.
  expect(await readPlace({ file, mark })).toBe(text);
});

test('each setting has a heading of its own, in the order of the schema', async () => {
  const headings = [...(await readPage()).matchAll(/^## `(\w+)`$/gm)].map(([, name]) => name);
  expect(headings).toEqual(Object.keys(Config.shape));
});

describe.each(Object.entries<Setting>(settings))('%s', (name, { examples, byDefault }) => {
  test.each(examples)('%s can be written', (line) => {
    const written = parse(line);
    expect(Object.keys(written)).toEqual([name]);
    expect(Config.safeParse(written).error?.issues).toBeUndefined();
  });

  test('says by default in words only where the value does not', () => {
    const value = JSON.stringify(defaults[name as keyof typeof defaults]);
    expect(byDefault !== undefined).toBe(['null', '[]', '{}'].includes(value) || name === 'content');
  });
});

test('every configuration that the page shows can be written', async () => {
  const blocks = [...(await readPage()).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text]) => text ?? '');
  expect(blocks.length).toBeGreaterThan(Object.keys(Config.shape).length);
  for (const text of blocks) expect.soft(Config.safeParse(parse(text)).error?.issues, text).toBeUndefined();
});

const commands = 'content/commands.md';
const sections = [...(await readFile(join(root, commands), 'utf8')).matchAll(/^## `([a-z ]+)`$/gm)].map(
  ([, name = '']) => name,
);

test('the page of the commands has the table of all', async () => {
  const text = toCommandsTable(new Set(sections));
  if (process.env.GALLEY_REFRESH_PAGES) await writePlace({ file: commands, mark: 'commands' }, text);
  expect(await readPlace({ file: commands, mark: 'commands' })).toBe(text);
});

test('each section of it is about a command', () => {
  expect(sections).not.toEqual([]);
  expect(listCommands().map(([name]) => name)).toEqual(expect.arrayContaining(sections));
});
