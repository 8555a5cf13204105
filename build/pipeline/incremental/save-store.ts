import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './file-record.ts';
import { type Block, type Memory, writeMemory } from './manifest.ts';

/** Bytes of records that no entry names any more, beyond as many as are named, for which a pack is not written anew. */
const bearable = 8 * 1024 * 1024;

export interface SaveOptions {
  /** The name of the file that says what the pack holds. */
  file: string;
  key: string;
  /** Descriptor, name and bytes of the pack. */
  pack: number;
  name: string;
  size: number;
}

/** Writes the memory of a build, whole or not at all. What cannot be written is left: the cache is no more than a help. */
export function saveCache(folder: string, options: SaveOptions, memory: Memory, before: readonly Block[]): void {
  const { file, key } = options;
  const draft = join(folder, `${file}.draft`);
  try {
    const { entries, name, size } = compact(folder, options, memory.entries);
    const descriptor = openSync(draft, 'w');
    try {
      for (const { line } of writeMemory({ ...memory, entries }, key, { name, size }, before))
        writeSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, join(folder, file));
    for (const other of readdirSync(folder)) {
      if (other.endsWith('.pack') && other !== name) rmSync(join(folder, other), { force: true });
    }
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Writes the records that entries name into a pack of their own, where too many others lie between them. */
function compact(
  folder: string,
  { pack, name, size }: SaveOptions,
  entries: readonly Entry[],
): { entries: Entry[]; name: string; size: number } {
  const live = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (size <= 2 * live + bearable) return { entries: [...entries], name, size };
  const next = nextPack(name);
  const target = openSync(join(folder, next), 'w');
  let at = 0;
  try {
    const moved = entries.map((entry) => {
      const article = entry.body?.article;
      if (!entry.body || !article) return entry;
      const bytes = Buffer.allocUnsafe(sizeOf(entry));
      readSync(pack, bytes, 0, bytes.length, article.place[0]);
      writeSync(target, bytes);
      const [, ...rest] = article.place;
      const place = [at, ...rest] as const;
      at += bytes.length;
      return { ...entry, body: { ...entry.body, article: { ...article, place } } };
    });
    return { entries: moved, name: next, size: at };
  } finally {
    closeSync(target);
  }
}

/** Two names take turns, so that a build that dies leaves the pack that the memory names. */
export function nextPack(name: string | undefined): string {
  return name === 'articles-0.pack' ? 'articles-1.pack' : 'articles-0.pack';
}

function sizeOf({ body }: Entry): number {
  const [, headSize = 0, deflatedSize = 0] = body?.article?.place ?? [];
  return headSize + deflatedSize;
}
