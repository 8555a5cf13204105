import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeWhole } from '../../src/node/disk/write-whole.ts';
import { parseFile } from '../front-matter/parse/parse-file.ts';
import type { FrontMatterValue, ParsedFile } from '../front-matter/parsed-file.ts';

/** Whether an id was written, or why not. */
export type Pinned = 'written' | 'Its header cannot take an id without a change to something else.';

/** Writes an id into the front matter of a file. Leaves a file as it is where anything else would change. */
export async function pinId(file: string, id: number): Promise<Pinned> {
  const bytes = await readFile(file);
  const before = parse(bytes);
  const changed = before && withId(bytes.toString(), id);
  const after = changed && parse(Buffer.from(changed));
  if (!before || !changed || !after || !isPinned(before, after, id)) {
    return 'Its header cannot take an id without a change to something else.';
  }
  const draft = join(dirname(file), `.${basename(file)}.galley`);
  await writeWhole(file, draft, changed, { durable: true, mode: (await stat(file)).mode });
  return 'written';
}

function parse(bytes: Buffer): ParsedFile | null {
  return parseFile({ path: '', file: '' }, bytes).value;
}

/** Adds the id as the first line of the front matter, in its language. */
function withId(text: string, id: number): string | null {
  const opening = /^\uFEFF?(?:[ \t]*\r?\n)*(---[ \t]*(?:ya?ml)?|\+\+\+|\{)[ \t]*(\r?\n|(?<=\{))/i.exec(text);
  if (opening === null) {
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const end = text.includes('\r\n') ? '\r\n' : '\n';
    return `${mark}---${end}id: ${id}${end}---${end}${text.slice(mark.length)}`;
  }
  const [whole, fence = '', end = ''] = opening;
  const line = fence === '{' ? `  "id": ${id},` : fence === '+++' ? `id = ${id}` : `id: ${id}`;
  return `${whole}${line}${end === '' ? '\n' : end}${text.slice(whole.length)}`;
}

function isPinned(before: ParsedFile, after: ParsedFile, id: number): boolean {
  const { id: pinned, ...others } = toValues(after);
  return pinned === id && before.body === after.body && isDeepStrictEqual(others, toValues(before));
}

function toValues({ frontMatter }: ParsedFile): Record<string, unknown> {
  return Object.fromEntries([...frontMatter].map(([key, { value }]: [string, FrontMatterValue]) => [key, value]));
}
