import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mark } from '../description/page/mark.ts';

/**
 * What the user put into `out` instead of `texts`, by name. What an earlier build wrote is no such thing, nor is what is left of it after
 * a power cut.
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

/** Whoever makes a page theirs deletes its last line, which is the mark: that alone is no damage. */
function isCutShort(found: string, text: string): boolean {
  return text.startsWith(found) && found.trimEnd() !== text.slice(0, text.indexOf(mark)).trimEnd();
}
