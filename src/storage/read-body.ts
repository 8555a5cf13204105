import { type Awaitable, whenAllReady, whenReady } from '../core/awaitable.ts';
import type { Body, Part } from '../core/body.ts';
import { MissingFile } from '../core/file-errors.ts';
import type { AcquiredBytes, RangeSource } from './range-source.ts';
import { joinChunks } from './read-stream.ts';

/** A body that is read. */
export interface ReadBody {
  /** Texts of bytes, one for each character; and bytes, which do not change until `release`. */
  chunks: (string | Uint8Array)[];
  /** Called once they are sent, or will not be. */
  release(): void;
}

/** The bytes of a body. Throws where they are not as many as its size. */
export function readWhole({ parts, size }: Body, source: RangeSource): Awaitable<Uint8Array<ArrayBuffer>> {
  return whenReady(readBody(parts, source), ({ chunks, release }) => {
    const bytes = joinChunks(chunks);
    release();
    if (bytes.length !== size) throw new RangeError(`A body of ${size} bytes ended after ${bytes.length}.`);
    return bytes;
  });
}

/**
 * Reads the ranges of files that a body is made of. Throws `MissingFile` or `DamagedFile` where one is not what it
 * should be.
 */
export function readBody(body: readonly Part[], source: RangeSource): Awaitable<ReadBody> {
  const parts = body.map((part): Awaitable<string | AcquiredBytes | null> => {
    if (part instanceof Uint8Array) return { chunks: [part], release() {} };
    return typeof part === 'string' ? part : source.acquire(part);
  });
  const ready = whenAllReady(parts);
  return ready instanceof Promise ? ready.catch(releaseAll).then(compose) : compose(ready);

  function compose(found: (string | AcquiredBytes | null)[]): ReadBody {
    const release = (): void => {
      for (const part of found) if (part !== null && typeof part !== 'string') part.release();
    };
    const chunks: ReadBody['chunks'] = [];
    for (const [index, part] of found.entries()) {
      if (typeof part === 'string') chunks.push(part);
      else if (part !== null) chunks.push(...part.chunks);
      else {
        const range = body[index];
        release();
        throw new MissingFile(typeof range === 'object' && 'file' in range ? range.file : '');
      }
    }
    return { chunks, release };
  }

  /** One could not be read: the others are released as they come, and nothing waits for them. */
  function releaseAll(error: unknown): never {
    for (const part of parts) {
      void Promise.resolve(part).then(
        (found) => found !== null && typeof found !== 'string' && found.release(),
        () => {},
      );
    }
    throw error;
  }
}
