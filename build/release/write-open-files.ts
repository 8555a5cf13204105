import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeWhole } from '../../src/node/write-whole.ts';
import { packageFolder } from '../package.ts';
import { holds } from './holds.ts';

/** Pages of ours that lie at the top of every release folder. */
const pages = ['index.html', 'favicon.svg'];

/** Writes what is served without a key, where it is not there: the documentation page, and descriptions by name. */
export async function writeOpenFiles(out: string, descriptions: Record<string, string>): Promise<void> {
  mkdirSync(out, { recursive: true });
  const own = join(packageFolder(), 'public');
  const files = new Map<string, Buffer>();
  if (resolve(out) !== own) for (const page of pages) files.set(page, readFileSync(join(own, page)));
  for (const [name, text] of Object.entries(descriptions)) files.set(name, Buffer.from(text));
  for (const [name, content] of files) {
    if (holds(join(out, name), content)) continue;
    await writeWhole(join(out, name), join(out, `.draft-${name}`), content, { durable: false });
  }
}
