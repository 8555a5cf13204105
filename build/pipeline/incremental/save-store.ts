import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type FileRecord, moveArticle } from './file-record.ts';
import { type Block, type Manifest, writeManifest } from './manifest.ts';

/** The log is compacted once the bytes that nothing refers to exceed the others by this many. */
const mostDead = 8 * 1024 * 1024;

/** Files of the store hold drafts. */
export const ownerOnly = { mode: 0o600 };

export interface SaveOptions {
  /** The name of the file that says what the log holds. */
  file: string;
  key: string;
  /** Descriptor, name and bytes of the log. */
  log: number;
  name: string;
  size: number;
}

/** Writes the manifest of a build, whole or not at all. What cannot be written is left out: the store only spares work. */
export function saveStore(folder: string, options: SaveOptions, manifest: Manifest, before: readonly Block[]): void {
  const { file, key } = options;
  const draft = join(folder, `${file}.draft`);
  try {
    const { records, name, size } = compact(folder, options, manifest.records);
    const descriptor = openSync(draft, 'w', ownerOnly.mode);
    try {
      for (const { line } of writeManifest({ ...manifest, records }, key, { name, size }, before))
        writeSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, join(folder, file));
    for (const other of readdirSync(folder)) {
      if (other.endsWith('.log') && other !== name) rmSync(join(folder, other), { force: true });
    }
  } catch {
    rmSync(draft, { force: true });
  }
}

/** Copies the articles of these records into a new log, where too many others lie between them. */
function compact(
  folder: string,
  { log, name, size }: SaveOptions,
  records: readonly FileRecord[],
): { records: FileRecord[]; name: string; size: number } {
  const live = records.reduce((sum, record) => sum + sizeOf(record), 0);
  if (size <= 2 * live + mostDead) return { records: [...records], name, size };
  const next = nextLog(name);
  const target = openSync(join(folder, next), 'w', ownerOnly.mode);
  let at = 0;
  try {
    const moved = records.map((record) => {
      const article = record.body?.article;
      if (!record.body || !article) return record;
      const bytes = Buffer.allocUnsafe(sizeOf(record));
      const [from] = article.ref;
      readSync(log, bytes, 0, bytes.length, from);
      writeSync(target, bytes);
      const body = moveArticle(record.body, at - from);
      at += bytes.length;
      return { ...record, body };
    });
    return { records: moved, name: next, size: at };
  } finally {
    closeSync(target);
  }
}

/** There are two names in turn, so that a build that dies leaves the log that the manifest names. */
export function nextLog(name: string | undefined): string {
  return name === 'articles-0.log' ? 'articles-1.log' : 'articles-0.log';
}

function sizeOf({ body }: FileRecord): number {
  const [, headSize = 0, deflatedSize = 0] = body?.article?.ref ?? [];
  return headSize + deflatedSize;
}
