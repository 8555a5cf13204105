import { availableParallelism } from 'node:os';

/** Bodies that one thread read in pass one, until it renders them in pass two, so that it need not read their files again. */
export interface KeptBodies {
  /** Keeps a body, unless there are too many. */
  keep(path: string, hash: string, body: string): void;
  /** The body of the file with that content, which is not kept any more; null where it is not kept. */
  take(path: string, hash: string): string | null;
  clear(): void;
}

/** UTF-16 code units of the bodies that all threads keep: at most 128 MB of memory. */
const maxTogether = 64 * 1024 * 1024;

/** `threads` keep as many; one for each core by default. */
export function keptBodies(threads = availableParallelism()): KeptBodies {
  const maxLength = maxTogether / threads;
  const bodies = new Map<string, { hash: string; body: string }>();
  let length = 0;
  return { keep, take, clear };

  function keep(path: string, hash: string, body: string): void {
    drop(path);
    if (length + body.length > maxLength) return;
    bodies.set(path, { hash, body });
    length += body.length;
  }

  function take(path: string, hash: string): string | null {
    const found = drop(path);
    return found?.hash === hash ? found.body : null;
  }

  function drop(path: string): { hash: string; body: string } | null {
    const found = bodies.get(path) ?? null;
    if (found !== null) length -= found.body.length;
    bodies.delete(path);
    return found;
  }

  function clear(): void {
    bodies.clear();
    length = 0;
  }
}
