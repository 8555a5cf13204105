import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toPage } from '../../../../build/release/description/page/to-page.ts';
import { writePublicFiles } from '../../../../build/release/disk/write-public-files.ts';
import { writeFiles } from '../../../support/command.ts';
import { makeFacts } from '../../../support/page-facts.ts';
import { makeFolder } from '../../../support/server.ts';

const names = ['index.html', 'index.md', 'llms.txt'] as const;

test('a page that a build wrote is written anew when it changes', async () => {
  const out = await makeFolder();
  await writePublicFiles(out, toPage(makeFacts({ title: 'Before' })));
  const pages = toPage(makeFacts({ title: 'After' }));
  await writePublicFiles(out, pages);
  for (const name of names) expect(await readFile(join(out, name), 'utf8')).toBe(pages[name]);
  expect(await readFile(join(out, 'favicon.svg'), 'utf8')).toContain('<svg');
});

test.each([...names, 'favicon.svg'] as const)('%s of the user’s own stays', async (name) => {
  const out = await makeFolder();
  await writeFiles(out, { [name]: 'mine' });
  await writePublicFiles(out, { ...toPage(makeFacts()), 'openapi.json': '{}\n' });
  expect(await readFile(join(out, name), 'utf8')).toBe('mine');
  for (const other of names.filter((each) => each !== name)) {
    expect(await readFile(join(out, other), 'utf8')).toBe(toPage(makeFacts())[other]);
  }
});

test('descriptions, which nobody writes by hand, are always ours', async () => {
  const out = await makeFolder();
  await writeFiles(out, { 'openapi.json': 'old' });
  await writePublicFiles(out, { 'openapi.json': '{}\n' });
  expect(await readFile(join(out, 'openapi.json'), 'utf8')).toBe('{}\n');
});
