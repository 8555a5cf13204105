import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldNames, hidingFields } from '../../build/front-matter/field-names.ts';
import { packageFolder } from '../../build/package/package.ts';

test('the guide lists all names that hide an article, made from the table', async () => {
  const guide = await readFile(join(packageFolder(), 'content/dates-and-drafts.md'), 'utf8');
  const [, section = ''] = guide.split('\n## Drafts\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| `/.test(line));
  const names = hidingFields.map((field) => fieldNames[field].map((name) => `\`${name}\``).join(', '));
  expect(rows.map((row) => row.split(' | ')[0]?.slice(2))).toEqual(names);
});
