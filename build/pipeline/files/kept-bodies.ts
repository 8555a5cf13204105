import { availableParallelism } from 'node:os';
import type { ArticleFields } from '../../front-matter/parsed-file.ts';

/** A body, and what rendering needs of its front matter. */
export interface UnrenderedBody {
  /** Of the file. */
  hash: string;
  /** Null for an invalid file, whose body is rendered for its problems alone. */
  fields: ArticleFields | null;
  /** UTF-16 code units of the body, with which the decoded text of the file ends. */
  length: number;
  /** 1-based line of the file on which the body starts. */
  line: number;
  /** Null where it is to be read again. */
  text: string | null;
}

/** Bodies that one thread read in pass one, until it renders them in pass two, so that it need not read their files again. */
export interface KeptBodies {
  /** Keeps a body, without its text where there are too many. */
  keep(path: string, body: UnrenderedBody): void;
  /** The body of the file with that content, which is not kept any more; null where it is not kept. */
  take(path: string, hash: string): UnrenderedBody | null;
  clear(): void;
}

/** UTF-16 code units of the texts that all threads keep: at most 128 MB of memory. */
const maxTogether = 64 * 1024 * 1024;

/** `threads` keep as many; one for each core by default. */
export function keptBodies(threads = availableParallelism()): KeptBodies {
  const maxLength = maxTogether / threads;
  const bodies = new Map<string, UnrenderedBody>();
  let length = 0;
  return { keep, take, clear };

  function keep(path: string, body: UnrenderedBody): void {
    drop(path);
    const isKept = length + body.length <= maxLength;
    // Strings that were cut out of a text keep it in memory; their copies do not.
    bodies.set(path, isKept ? body : structuredClone({ ...body, text: null }));
    if (isKept) length += body.length;
  }

  function take(path: string, hash: string): UnrenderedBody | null {
    const found = drop(path);
    return found?.hash === hash ? found : null;
  }

  function drop(path: string): UnrenderedBody | null {
    const found = bodies.get(path) ?? null;
    if (found?.text) length -= found.length;
    bodies.delete(path);
    return found;
  }

  function clear(): void {
    bodies.clear();
    length = 0;
  }
}
