import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeWhole } from '../../../src/node/disk/write-whole.ts';
import { isGzipOf } from '../../../src/public-files/is-gzip-of.ts';
import { pages } from '../../../src/public-files/public-pages.ts';
import { packageFolder } from '../../package/package.ts';
import { mark } from '../description/page/mark.ts';
import { hasContent } from './has-content.ts';

const icon = 'favicon.svg';

const served = new Set(Object.values(pages).map(([name]) => name));

/**
 * Writes the files that are served without a key, by name, and beside each its gzip form, where they changed. Keeps a page or an icon
 * of the user's own.
 */
export async function writePublicFiles(out: string, texts: Record<string, string>): Promise<void> {
  mkdirSync(out, { recursive: true });
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  files.set(icon, readFileSync(join(packageFolder(), 'public', icon)));
  for (const [name, content] of files) {
    const own = findOwn(out, name, content);
    if (own === null) await write(out, name, content);
    if (served.has(name)) await compress(out, name, own ?? content);
  }
}

/** What the user put there instead; null where there is no such thing. A power cut may have left one of ours empty. */
function findOwn(out: string, name: string, content: Buffer): Buffer | null {
  const path = join(out, name);
  if ((name !== icon && !content.includes(mark)) || !existsSync(path)) return null;
  const found = readFileSync(path);
  return name === icon || (found.length > 0 && !found.includes(mark)) ? found : null;
}

async function write(out: string, name: string, content: Buffer): Promise<void> {
  const path = join(out, name);
  if (hasContent(path, content)) return;
  await writeWhole(path, join(out, `.draft-${name}`), content, { durable: false });
}

async function compress(out: string, name: string, content: Buffer): Promise<void> {
  const path = join(out, `${name}.gz`);
  if (existsSync(path) && (await isGzipOf(readFileSync(path), content))) return;
  await write(out, `${name}.gz`, gzipSync(content, { level: 9 }));
}
