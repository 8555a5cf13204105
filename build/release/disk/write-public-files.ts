import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeWhole } from '../../../src/adapters/node/disk/write-whole.ts';
import { isGzipOf } from '../../../src/storage/read-stream.ts';
import { hasContent } from './has-content.ts';

/**
 * Writes `texts` by name where they are not there as they should be, but for the `own` ones of the user: beside these comes a gzip form.
 * With `durable` what is written survives a power cut, once the folder is flushed as well.
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
    const isZipped = existsSync(zipped) && (await isGzipOf(readFileSync(zipped), content));
    if (!isZipped) await write(`${name}.gz`, gzipSync(content, { level: 9 }));
  }

  async function write(name: string, content: Buffer): Promise<void> {
    const path = join(out, name);
    if (!hasContent(path, content)) await writeWhole(path, join(out, `.draft-${name}`), content, { durable });
  }
}
