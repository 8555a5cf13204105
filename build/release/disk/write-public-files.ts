import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeWhole } from '../../../src/node/disk/write-whole.ts';
import { packageFolder } from '../../package/package.ts';
import { mark } from '../description/page/mark.ts';
import { hasContent } from './has-content.ts';

const icon = 'favicon.svg';

/** Writes the files that are served without a key, by name, where they changed. Keeps a page or an icon of the user's own. */
export async function writePublicFiles(out: string, texts: Record<string, string>): Promise<void> {
  mkdirSync(out, { recursive: true });
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
  if (!existsSync(join(out, icon))) files.set(icon, readFileSync(join(packageFolder(), 'public', icon)));
  for (const [name, content] of files) {
    const path = join(out, name);
    if (hasContent(path, content)) continue;
    if (content.includes(mark) && existsSync(path) && isOwn(readFileSync(path))) continue;
    await writeWhole(path, join(out, `.draft-${name}`), content, { durable: false });
  }
}

/** Whether a page is the user's: a power cut may have left one of ours empty. */
function isOwn(page: Buffer): boolean {
  return page.length > 0 && !page.includes(mark);
}
