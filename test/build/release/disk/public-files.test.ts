import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { icon, mark } from '../../../../build/release/description/page/icon.ts';
import { toPage } from '../../../../build/release/description/page/to-page.ts';
import { findOwnPages, writePublicFiles } from '../../../../build/release/disk/public-files.ts';
import { writeFiles } from '../../../support/command.ts';
import { makeFacts } from '../../../support/page-facts.ts';
import { makeFolder } from '../../../support/server.ts';

const names = ['index.html', 'index.md', 'llms.txt'] as const;
const texts: Record<string, string> = { ...toPage(makeFacts()), 'favicon.svg': icon, 'openapi.json': '{}\n' };

/** The names of the user's own. */
async function write(out: string, files: Record<string, string>): Promise<string[]> {
  const own = findOwnPages(out, files);
  await writePublicFiles(out, files, own, false);
  return [...own.keys()];
}

test('a page that a build wrote is written again when it changes', async () => {
  const out = await makeFolder();
  await write(out, { ...toPage(makeFacts({ title: 'Before' })), 'favicon.svg': mark });
  const pages = toPage(makeFacts({ title: 'After' }));
  await write(out, { ...pages, 'favicon.svg': icon });
  for (const name of names) expect(await readFile(join(out, name), 'utf8')).toBe(pages[name]);
  expect(await readFile(join(out, 'favicon.svg'), 'utf8')).toContain('<svg');
});

test.each([...names, 'favicon.svg'] as const)('%s of the user’s own stays', async (name) => {
  const out = await makeFolder();
  await writeFiles(out, { [name]: 'mine' });
  const own = await write(out, texts);
  expect(own).toEqual([name]);
  expect(gunzipSync(await readFile(join(out, `${name}.gz`))).toString()).toBe('mine');
  expect(await readFile(join(out, name), 'utf8')).toBe('mine');
  for (const other of names.filter((each) => each !== name)) {
    expect(await readFile(join(out, other), 'utf8')).toBe(texts[other]);
  }
});

test('descriptions, which nobody writes by hand, are always ours', async () => {
  const out = await makeFolder();
  await writeFiles(out, { 'openapi.json': 'old' });
  await write(out, { 'openapi.json': '{}\n' });
  expect(await readFile(join(out, 'openapi.json'), 'utf8')).toBe('{}\n');
});

const files = [...names, 'favicon.svg', 'openapi.json'];
const damages: [string, (text: string) => string][] = [
  ['empty', () => ''],
  ['cut short', (text) => text.slice(0, text.length >> 1)],
  ['without its last bytes', (text) => text.slice(0, -9)],
  ['of zeros', (text) => '\0'.repeat(text.length)],
  ['zeros at its end', (text) => text.slice(0, 2) + '\0'.repeat(text.length - 2)],
  ['another at one byte', (text) => text.replace('e', 'E')],
];

test.each(damages)('what a build wrote and is %s is written again', async (_, damage) => {
  const out = await makeFolder();
  await write(out, texts);
  for (const name of files) await writeFiles(out, { [name]: damage(texts[name] ?? '') });
  expect(await write(out, texts)).toEqual([]);
  for (const name of files) expect(await readFile(join(out, name), 'utf8'), name).toBe(texts[name]);
});

test.each(files.slice(0, -1))('%s without its last line is the user’s own', async (name) => {
  const text = texts[name]?.replace(`${mark}\n`, '') ?? '';
  for (const own of [text, text.trimEnd(), `${text}\n`]) {
    const out = await makeFolder();
    await writeFiles(out, { [name]: own });
    expect(await write(out, texts)).toEqual([name]);
    expect(await readFile(join(out, name), 'utf8')).toBe(own);
  }
});
