import type { Awaitable } from '../core/awaitable.ts';
import type { Release } from '../core/release.ts';
import type { Reply, RequestHeader } from '../core/reply.ts';
import type { Storage } from '../core/storage.ts';
import type { MediumPart } from './read-asset.ts';

export interface PublicFilesOptions {
  /** Reads the folder that `galley build` wrote. */
  storage: Storage;
  /** The release that is served at `now` (seconds), or null before there is one. */
  release(now: number): Awaitable<Release | null>;
  /** Sentences for `/healthz` that say what is wrong; nothing secret. */
  health(): readonly string[];
  /** Lower-case hexadecimal SHA-256 of bytes. */
  sha256(bytes: Uint8Array): Awaitable<string>;
  /**
   * Looks at a medium before its first bytes are sent: throws `DamagedFile` or `MissingFile`. Unless given, it is checked as it is sent.
   */
  verify?(path: string): Promise<void>;
}

/** The body is that of `reply`, or else `file`. */
export interface PublicAnswer {
  reply: Reply;
  file: MediumPart | null;
}

/** Answers what needs no key: whatever is not under `/api`. The fields of `everyOriginFields` are for the door to add. */
export type AnswerPublic = (method: string, pathname: string, header: RequestHeader) => Promise<PublicAnswer>;
