import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, relative, sep } from 'node:path';
import { writeWhole } from '../../src/node/write-whole.ts';
import { UsageError } from '../../src/usage-error.ts';
import { hashBytes } from './set-article.ts';

/** A picture that articles refer to. */
export interface Medium {
  /** Under `media`: `<name>.<hash>.<ext>`. */
  name: string;
  /** Where it is on this machine. */
  file: string;
  size: number;
}

/** The pictures of a content folder, each hashed once whatever the number of references. */
export interface Media {
  /** The picture at a path relative to the content folder; null where there is none, or it lies outside. */
  find(path: string): Medium | null;
  /** All that were found. */
  used(): Medium[];
}

const pictures = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.apng', '.svg', '.ico', '.bmp']);

export function findMedia(content: string): Media {
  const known = new Map<string, Medium | null>();
  const root = realpathSync(content);
  return { find, used: () => [...new Set(known.values())].filter((medium) => medium !== null) };

  function find(path: string): Medium | null {
    const file = toFile(path);
    if (file === null) return null;
    const before = known.get(file);
    if (before !== undefined) return before;
    const bytes = readFileSync(file);
    const extension = extname(file).toLowerCase();
    const stem = basename(file, extname(file))
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
    const medium: Medium = { name: `${stem}.${hashBytes(bytes)}${extension}`, file, size: bytes.length };
    known.set(file, medium);
    return medium;
  }

  /** Links on disk are resolved first, so that none leads out of the folder. */
  function toFile(path: string): string | null {
    if (!pictures.has(extname(path).toLowerCase())) return null;
    try {
      const file = realpathSync(join(root, path));
      const inside = relative(root, file);
      const isInside = inside !== '..' && !inside.startsWith(`..${sep}`) && inside !== file;
      if (!isInside || !statSync(file).isFile()) return null;
      accessSync(file, constants.R_OK);
      return file;
    } catch {
      return null;
    }
  }
}

/** `<name>.<hash>.<ext>` */
function toMediaName(file: string, bytes: Buffer): string {
  const stem = basename(file, extname(file))
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '-');
  return `${stem}.${hashBytes(bytes)}${extname(file).toLowerCase()}`;
}

/** Copies pictures that are not there yet; each appears whole or not at all. Returns how many were copied. */
export async function copyMedia(media: readonly Medium[], out: string): Promise<number> {
  if (media.length === 0) return 0;
  const folder = join(out, 'media');
  await mkdir(folder, { recursive: true });
  let copied = 0;
  for (const { name, file, size } of media) {
    const target = join(folder, name);
    const state = await stat(target).catch(() => null);
    if (state?.size === size) continue;
    const bytes = await readFile(file);
    // One that was changed since it was hashed would be kept for ever under the name of what it was.
    if (toMediaName(file, bytes) !== name) throw new UsageError(`${file} was changed during the build. Build again.`);
    await writeWhole(target, join(folder, `.draft-${name}`), bytes, { durable: true });
    copied++;
  }
  return copied;
}
