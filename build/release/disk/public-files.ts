import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { crcOfGzip } from '../../../src/storage/read-stream.ts';
import { mark } from '../description/page/icon.ts';

/**
 * Writes `texts` by name where they are not there as they should be, but for the `own` ones of the user: beside these
 * comes a gzip form. With `durable` what is written survives a power cut, once the folder is flushed as well.
 */
export async function writePublicFiles(
  out: string,
  texts: Readonly<Record<string, string>>,
  own: ReadonlyMap<string, Buffer>,
  durable: boolean,
): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const [name, text] of Object.entries(texts)) if (!own.has(name)) await write(name, Buffer.from(text));
  for (const [name, content] of own) {
    const zipped = join(out, `${name}.gz`);
    const isZipped = existsSync(zipped) && (await crcOfGzip(readFileSync(zipped), content.length)) === crc32(content);
    if (!isZipped) await write(`${name}.gz`, gzipSync(content, { level: 9 }));
  }

  async function write(name: string, content: Buffer): Promise<void> {
    const path = join(out, name);
    if (!hasContent(path, content)) await writeWhole(path, join(out, `.draft-${name}`), content, { durable });
  }
}

/**
 * What the user put into `out` instead of `texts`, by name. What an earlier build wrote is no such thing, nor is what
 * is left of it after a power cut.
 */
export function findOwnPages(out: string, texts: Readonly<Record<string, string>>): Map<string, Buffer> {
  const own = new Map<string, Buffer>();
  for (const [name, text] of Object.entries(texts)) {
    const path = join(out, name);
    if (!text.includes(mark) || !existsSync(path)) continue;
    const found = readFileSync(path);
    const isOurs = found.length === 0 || found.includes(mark) || found.includes(0) || isCutShort(`${found}`, text);
    if (!isOurs) own.set(name, found);
  }
  return own;
}

/** Whoever makes a page theirs deletes its last line, `mark`: that alone is no damage. */
function isCutShort(found: string, text: string): boolean {
  return text.startsWith(found) && found.trimEnd() !== text.slice(0, text.indexOf(mark)).trimEnd();
}

/** Whether a file exists and has this content. */
export function hasContent(file: string, content: Buffer): boolean {
  try {
    return readFileSync(file).equals(content);
  } catch {
    return false;
  }
}
