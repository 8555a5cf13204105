import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Dialect } from '../../build/dialects/dialect.ts';
import { dialects } from '../../build/dialects/index.ts';
import { packageFolder } from '../../build/package/package.ts';

function toRow({ name, title, detectedBy = [], guide: { reads, becomes } }: Dialect): string {
  const shown = detectedBy.map((each) => `\`${each}\``).join(', ');
  return `| \`${name}\` | ${title} | ${shown === '' ? '–' : shown} | ${reads} | ${becomes} |`;
}

test('the guide has a row for each dialect, made from the table', async () => {
  const guide = await readFile(join(packageFolder(), 'content/moving-a-folder.md'), 'utf8');
  const [, section = ''] = guide.split('\n## Dialects\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| `/.test(line));
  expect(rows).toEqual(dialects.map(toRow));
});
